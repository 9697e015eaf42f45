import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {constants, createWriteStream, open} from 'node:fs';
import {realpath, rm, stat} from 'node:fs/promises';
import {Socket} from 'node:net';
import {Readable, Writable} from 'node:stream';
import {finished, pipeline} from 'node:stream/promises';
import {setTimeout as wait} from 'node:timers/promises';
import {promisify} from 'node:util';
import {createGzip} from 'node:zlib';
import {codeOf} from './error-code.js';
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
  const existing = await stat(path).catch(() => undefined);
  if (existing?.isFIFO()) return over(await toPipe(path, signal), path, gzip);
  const target = await realpath(path).catch(() => linkTarget(path));
  if (existing && !existing.isFile()) return over(await toDevice(target, signal), target, gzip);
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
  return over(file, draft, gzip, {finish: () => takePlace(draft, target, replaces), drop});
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
function over(file: Writable, path: string, gzip: boolean, ending?: Ending): Draft {
  const hash = createHash('sha256');
  let bytes = 0;
  let isPlaced = false;
  file.on('error', () => undefined);
  // Node does not say which file it could not write.
  const withPath = (done: (error?: Error | null) => void) => (error?: Error | null) =>
    done(error && Object.assign(error, {path}));
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

/** Opens a device to write to it. A terminal is refused, because the file may contain control characters. */
async function toDevice(target: string, signal: AbortSignal | undefined): Promise<Writable> {
  const file = createWriteStream(target);
  await once(file, 'open', signal ? {signal} : {});
  refuseTerminal(file, target);
  return file;
}

/** Opens a pipe once it has a reader. Looks again and again, because no signal ends an open that waits for one. */
async function toPipe(path: string, signal: AbortSignal | undefined): Promise<Writable> {
  for (;;) {
    try {
      const fd = await promisify(open)(path, constants.O_WRONLY | constants.O_NONBLOCK);
      return new Socket({fd, readable: false, writable: true});
    } catch (error) {
      if (codeOf(error) !== 'ENXIO') throw error;
    }
    await wait(50, undefined, signal ? {signal} : {});
  }
}
