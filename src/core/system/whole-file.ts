import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {constants, createWriteStream, openSync, type Stats} from 'node:fs';
import {chmod, chown, link, open, readlink, realpath, rename, rm, stat} from 'node:fs/promises';
import {Socket} from 'node:net';
import {dirname, resolve} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {finished, pipeline} from 'node:stream/promises';
import {setTimeout as wait} from 'node:timers/promises';
import {isatty} from 'node:tty';
import {createGzip} from 'node:zlib';
import {PartialError, PreflightError, UsageError} from '../errors.js';
import {codeOf, heldFile, isHeld} from './files.js';

/** Which existing files a new file may replace: none, empty ones, or any. */
export type Replacing = 'none' | 'empty' | 'any';

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
  if (isatty((file as typeof file & {readonly fd: number}).fd)) {
    file.destroy();
    throw new UsageError(`${target} is a terminal, not a file.`, {hint: 'To see it on the terminal, name no file.'});
  }
  return file;
}

/** Opens a pipe once it has a reader. Looks again and again, because no signal ends an open that waits for one. */
async function toPipe(path: string, signal: AbortSignal | undefined): Promise<Writable> {
  for (;;) {
    try {
      const fd = openSync(path, constants.O_WRONLY | constants.O_NONBLOCK);
      return new Socket({fd, readable: false, writable: true});
    } catch (error) {
      if (codeOf(error) !== 'ENXIO') throw error;
    }
    await wait(50, undefined, signal ? {signal} : {});
  }
}

/** The target of a link that points to a missing file; any other path is its own target. */
async function linkTarget(path: string): Promise<string> {
  const next = await readlink(path).catch(() => undefined);
  return next === undefined ? path : resolve(dirname(path), next);
}

/** Gives a draft the mode and owner of the file it replaces, before the draft has any content. */
export async function likeTheOld(draft: string, {mode, uid, gid}: Stats, name: string): Promise<void> {
  const made = await stat(draft);
  if (made.uid !== uid || made.gid !== gid) {
    await chown(draft, uid, gid).catch(cause => {
      throw new PreflightError(`${name} belongs to somebody else, and you may not create files for them.`, {
        cause,
        hint: 'Name another file, or run emk as its owner.',
      });
    });
  }
  await chmod(draft, mode & 0o7777);
}

/** Moves a draft to its final path without overwriting a file that appeared there while it was written. */
async function takePlace(draft: string, target: string, replaces: Replacing): Promise<void> {
  if (replaces === 'any' || (replaces === 'empty' && (await isNothing(target)))) return moveOver(draft, target);
  try {
    await link(draft, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw appeared(target, error);
    if (!withoutLinks.has(codeOf(error))) throw error;
    await reserve(target);
    return moveOver(draft, target);
  }
  await rm(draft);
}

/** Moves a file or folder. Scanners of Windows hold each new file for a moment, so emk tries again. */
async function moveOver(draft: string, target: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(draft, target);
    } catch (error) {
      if (attempt === heldFile.tries || !isHeld(error)) throw error;
    }
    await wait(heldFile.pause);
  }
}

const isNothing = async (path: string): Promise<boolean> => (await stat(path).catch(() => undefined))?.size === 0;

/** The errors of file systems without hard links; there emk reserves the name with an empty file first. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

async function reserve(target: string): Promise<void> {
  try {
    await (await open(target, 'wx', 0o600)).close();
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? appeared(target, error) : error;
  }
}

/** The work is done at this point, so the exit code says only that the output could not be written. */
const appeared = (target: string, cause: unknown): PartialError =>
  new PartialError(`${target} appeared while emk was writing it. Nothing was written.`, {
    cause,
    hint: 'To replace it, add --overwrite. Or name another file.',
  });
