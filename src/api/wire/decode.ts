import type {Readable} from 'node:stream';

/** A body without its compression. The decoders are loaded only for a service that compresses. */
export async function* decoded(body: Readable, encoding: string | undefined): AsyncGenerator<Uint8Array> {
  if (!encoding || encoding === 'identity') {
    yield* body;
    return;
  }
  const [{createBrotliDecompress, createGunzip}, {pipeline}] = await Promise.all([
    import('node:zlib'),
    import('node:stream'),
  ]);
  const decoder = encoding === 'br' ? createBrotliDecompress({chunkSize: CHUNK}) : createGunzip({chunkSize: CHUNK});
  // An error of either side surfaces where the decoder is read.
  pipeline(body, decoder, () => {});
  yield* decoder;
}

/** Large enough that decoding is not slowed by bookkeeping, small enough for the caches. */
const CHUNK = 256 * 1024;
