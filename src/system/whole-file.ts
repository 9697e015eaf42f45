import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {createWriteStream, type WriteStream} from 'node:fs';
import {realpath, rm, stat} from 'node:fs/promises';
import {Readable, Writable} from 'node:stream';
import {finished, pipeline} from 'node:stream/promises';
import {createGzip} from 'node:zlib';
import {likeTheOld, linkTarget, type Replacing, refuseTerminal, takePlace} from './file-place.js';

type Chunks = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>;

/** Size and checksum of a finished file, so that its recipient can check that it arrived intact. */
export type Written = {readonly bytes: number; readonly sha256: string};

/** A file that is written beside its final path. */
export type Draft = {
  readonly stream: Writable;
  isEmpty(): boolean;
  /** Moves the file to its path once all of it is on disk. */
  finish(): Promise<Written>;
  /** Deletes the draft, unless it is finished. */
  drop(): Promise<void>;
};

type WholeOptions = {
  /** Which existing file it may replace. emk looks again at the end, because a file may appear meanwhile. */
  readonly replaces?: Replacing;
  /** Compresses what is written. */
  readonly gzip?: boolean;
  /** Ends the wait for a pipe's reader, and the writing. */
  readonly signal?: AbortSignal | undefined;
};

/**
 * Begins a file that appears under its name only when it is complete: readers see the old file until then, and a
 * failure leaves nothing behind. The new file gets the mode and owner of the old one, and links stay links. A target
 * that is not a regular file, such as a pipe, is written directly.
 */
export async function beginWhole(path: string, options: WholeOptions = {}): Promise<Draft> {
  const {replaces = 'any', gzip = false, signal} = options;
  const target = await realpath(path).catch(() => linkTarget(path));
  const existing = await stat(target).catch(() => undefined);
  if (existing && !existing.isFile()) return over(await directly(target, signal), gzip, undefined);
  const draft = `${target}.${randomUUID()}.part`;
  const file = createWriteStream(draft, {flags: 'wx', mode: 0o600, flush: true});
  await once(file, 'open');
  const drop = async (): Promise<void> => {
    file.destroy();
    await rm(draft, {force: true});
  };
  try {
    if (existing) await likeTheOld(draft, existing, path);
  } catch (error) {
    await drop();
    throw error;
  }
  return over(file, gzip, {finish: () => takePlace(draft, target, replaces), drop});
}

/** Writes a whole file from one text or from pieces. */
export async function writeWhole(path: string, chunks: Chunks, options: WholeOptions = {}): Promise<Written> {
  const draft = await beginWhole(path, options);
  try {
    await pipeline(Readable.from(chunks), draft.stream, options.signal ? {signal: options.signal} : {});
    return await draft.finish();
  } finally {
    await draft.drop();
  }
}

type Ending = {finish(): Promise<void>; drop(): Promise<void>};

/** Measures the bytes that go to the disk, compressed or not. */
function over(file: WriteStream, gzip: boolean, ending: Ending | undefined): Draft {
  const hash = createHash('sha256');
  let bytes = 0;
  let isPlaced = false;
  file.on('error', () => undefined);
  // Node does not say which file it could not write.
  const withPath = (done: (error?: Error | null) => void) => (error?: Error | null) =>
    done(error && Object.assign(error, {path: file.path}));
  const measured = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      file.write(chunk, withPath(done));
    },
    final: done => void file.end(withPath(done)),
    destroy(error, done) {
      file.destroy();
      done(error);
    },
  });
  const compressed = gzip ? createGzip() : undefined;
  const through = compressed && pipeline(compressed, measured);
  // The writer learns of a failure from its write or from `finish`.
  through?.catch(() => undefined);
  const stream = compressed ?? measured;
  stream.on('error', () => undefined);
  return {
    stream,
    isEmpty: () => (compressed?.bytesWritten ?? bytes) === 0,
    async finish() {
      const closed = once(file, 'close');
      closed.catch(() => undefined);
      stream.end();
      await (through ?? finished(measured));
      await closed;
      await ending?.finish();
      isPlaced = true;
      return {bytes, sha256: hash.digest('hex')};
    },
    async drop() {
      if (isPlaced) return;
      stream.destroy();
      file.destroy();
      await ending?.drop();
    },
  };
}

/** Writes to a pipe or a device. A terminal is refused, because the file may contain control characters. */
async function directly(target: string, signal: AbortSignal | undefined): Promise<WriteStream> {
  const file = createWriteStream(target);
  await once(file, 'open', signal ? {signal} : {});
  refuseTerminal(file, target);
  return file;
}
