import {createHash, randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {chmod, open, readlink, realpath, rename, rm, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {finished, pipeline} from 'node:stream/promises';
import {setTimeout as wait} from 'node:timers/promises';
import {createGzip} from 'node:zlib';
import {PartialError, UsageError} from '../errors.js';
import {codeOf, isHeld, kindOf} from './files.js';

/** Which existing files a new file may replace: none, empty ones, or any. */
export type Replacing = 'none' | 'empty' | 'any';

/** Size and checksum of a finished file, so that its recipient can check that it arrived intact. */
export type Written = {readonly bytes: number; readonly sha256: string};

export type Draft = {
  readonly stream: Writable;
  isEmpty(): boolean;
  finish(): Promise<Written>;
  drop(): Promise<void>;
};

type WholeOptions = {
  /** Which existing file it may replace. emk looks again at the end, because a file may appear meanwhile. */
  readonly replaces?: Replacing;
  readonly gzip?: boolean;
};

/**
 * Begins a file that appears under its name only when it is complete: readers see the old file until then, and a
 * failure leaves nothing behind. The new file gets the mode of the old one, and links stay links.
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
  let [bytes, isPlaced] = [0, false];
  // A chunk belongs to its writer again when it is called back, so that may not be before the file has it. A write to a
  // full disk is called back too: a transform that is destroyed would leave its writer waiting.
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
  // The writer learns of a failure from its write or from `finish`. Node does not say which file it could not write.
  const written = compressed ? pipeline(compressed, measured) : finished(measured);
  const ended = written.catch((error: Error) => Object.assign(error, {path: draft}));
  file.on('error', () => undefined);
  const stream = compressed ?? measured;
  if (existing) await chmod(draft, existing.mode & 0o7777);
  return {
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
}

export async function writeWhole(
  path: string,
  chunks: AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>,
  options: WholeOptions = {},
): Promise<Written> {
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

/** Moves a draft to its final path without overwriting a file that appeared there while it was written. */
async function takePlace(draft: string, target: string, replaces: Replacing): Promise<void> {
  const isStillEmpty = replaces === 'empty' && (await stat(target).catch(() => undefined))?.size === 0;
  if (replaces !== 'any' && !isStillEmpty) await reserve(target);
  for (let attempt = 1; ; attempt++) {
    try {
      return await rename(draft, target);
    } catch (error) {
      // Scanners of Windows hold each new file for a moment.
      if (attempt === HELD.tries || !isHeld(error)) throw error;
    }
    await wait(HELD.pause);
  }
}

const HELD = {tries: 5, pause: 50};

/** Makes an empty file, which the draft replaces at once. Where one appeared, all that is lost is the output. */
async function reserve(target: string): Promise<void> {
  try {
    await (await open(target, 'wx', 0o600)).close();
  } catch (cause) {
    if (codeOf(cause) !== 'EEXIST') throw cause;
    throw new PartialError(`${target} appeared while emk was writing it. Nothing was written.`, {
      cause,
      hint: 'To replace it, add --overwrite. Or name another file.',
    });
  }
}
