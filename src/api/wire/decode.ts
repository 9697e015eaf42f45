import type {Readable} from 'node:stream';

/** A body without its compression. The decoders are loaded only if the service compresses. */
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
  // Errors of both sides surface when the decoder is read.
  pipeline(body, decoder, () => {});
  yield* decoder;
}

/** Large enough to keep bookkeeping cheap, small enough for the CPU caches. */
const CHUNK = 256 * 1024;
