import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {createWriteStream, type Stats} from 'node:fs';
import {chmod, chown, link, open, readlink, realpath, rename, rm, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {finished, pipeline} from 'node:stream/promises';
import {setTimeout as wait} from 'node:timers/promises';
import {createGzip} from 'node:zlib';
import {PartialError, PreflightError, UsageError} from '../errors.js';
import {codeOf, heldFile, isHeld, kindOf} from './files.js';

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
};

/**
 * Begins a file that appears under its name only when it is complete: readers see the old file until then, and a
 * failure leaves nothing behind. The new file gets the mode and owner of the old one, and links stay links.
 */
export async function beginWhole(path: string, {replaces = 'any', gzip = false}: WholeOptions = {}): Promise<Draft> {
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) {
    throw new UsageError(`${path} is ${kindOf(existing)}, not a file.`, {
      hint: 'Name a file. For another program, write to standard output: with --out -, or > and a name.',
    });
  }
  const target = await realpath(path).catch(() => linkTarget(path));
  const draft = `${target}.${randomUUID()}.part`;
  const file = createWriteStream(draft, {flags: 'wx', mode: 0o600, flush: true});
  await once(file, 'open');
  const hash = createHash('sha256');
  let bytes = 0;
  let isPlaced = false;
  // A chunk belongs to its writer again when it is called back, so that may not be before the file has it.
  const measured = new Writable({
    write(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      file.write(chunk, done);
    },
    final(done) {
      file.once('close', () => done(file.errored)).end();
    },
    destroy(error, done) {
      if (file.closed) done(error);
      else file.once('close', () => done(error)).destroy();
    },
  });
  const compressed = gzip ? createGzip() : undefined;
  const written = compressed ? pipeline(compressed, measured) : finished(measured);
  // The writer learns of a failure from its write or from `finish`. Node does not say which file it could not write.
  const ended = written.catch((error: Error) => Object.assign(error, {path: draft}));
  file.on('error', () => undefined);
  const stream = compressed ?? measured;
  const whole: Draft = {
    stream,
    isEmpty: () => (compressed?.bytesWritten ?? bytes) === 0,
    async finish() {
      stream.end();
      const failed = await ended;
      if (failed) throw failed;
      await takePlace(draft, target, replaces);
      isPlaced = true;
      return {bytes, sha256: hash.digest('hex')};
    },
    async drop() {
      if (isPlaced) return;
      stream.destroy();
      await ended;
      await rm(draft, {force: true});
    },
  };
  try {
    if (existing) await likeTheOld(draft, existing, path);
    return whole;
  } catch (error) {
    await whole.drop();
    throw error;
  }
}

/** Writes a whole file from one text or from pieces. */
export async function writeWhole(path: string, chunks: Chunks, options: WholeOptions = {}): Promise<Written> {
  const draft = await beginWhole(path, options);
  try {
    await pipeline(Readable.from(chunks), draft.stream, {end: false});
    return await draft.finish();
  } finally {
    await draft.drop();
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
  const isNothing = replaces === 'empty' && (await stat(target).catch(() => undefined))?.size === 0;
  if (replaces === 'any' || isNothing) return moveOver(draft, target);
  try {
    await link(draft, target);
    await rm(draft);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw appeared(target, error);
    if (!withoutLinks.has(codeOf(error))) throw error;
    await reserve(target);
    await moveOver(draft, target);
  }
}

/** Moves a file. Scanners of Windows hold each new file for a moment, so emk tries again. */
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
