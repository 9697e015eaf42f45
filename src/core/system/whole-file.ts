import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {createWriteStream} from 'node:fs';
import {chmod, readlink, realpath, rename, rm, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {Readable, Writable} from 'node:stream';
import {finished, pipeline} from 'node:stream/promises';
import {setTimeout as wait} from 'node:timers/promises';
import {PartialError, UsageError} from '../errors.js';
import {isHeld, kindOfFile} from './files.js';

export type UnfinishedFile = {
  readonly stream: Writable;
  isEmpty(): boolean;
  finish(): Promise<void>;
  drop(): Promise<void>;
};

/**
 * Begins a file that appears under its name only when it is complete: readers see the old file until then, and a
 * failure leaves nothing behind. The new file gets the mode of the old one, and links stay links. One that may not
 * replace is looked for again at the end, because it may appear meanwhile.
 */
export async function beginWhole(path: string, mayReplace = true): Promise<UnfinishedFile> {
  const existing = await stat(path).catch(() => undefined);
  if (existing && !existing.isFile()) {
    throw new UsageError(`${path} is ${kindOfFile(existing)}, not a file.`, {
      hint: 'Name a file. For another program, write to standard output: with --out -, or > and a name.',
    });
  }
  const target = await realpath(path).catch(() => linkTarget(path));
  const draft = `${target}.${randomUUID()}.part`;
  const file = createWriteStream(draft, {flags: 'wx', mode: 0o600, flush: true});
  await once(file, 'open');
  let [isEmpty, isPlaced] = [true, false];
  // A chunk belongs to its writer again when it is called back, so that may not be before the file has it. A write to a
  // full disk is called back too: a transform that is destroyed would leave its writer waiting.
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      isEmpty = false;
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
  // The writer learns of a failure from its write or from `finish`. Node does not say which file it could not write.
  const ended = finished(stream).catch((error: Error) => Object.assign(error, {path: draft}));
  file.on('error', () => undefined);
  if (existing) await chmod(draft, existing.mode & 0o7777);
  return {
    stream,
    isEmpty: () => isEmpty,
    async finish() {
      stream.end();
      const failed = await ended;
      if (failed) throw failed;
      await takePlace(draft, target, mayReplace);
      isPlaced = true;
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
  mayReplace = true,
): Promise<void> {
  const draft = await beginWhole(path, mayReplace);
  try {
    await pipeline(Readable.from(chunks), draft.stream, {end: false});
    await draft.finish();
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
async function takePlace(draft: string, target: string, mayReplace: boolean): Promise<void> {
  if (!mayReplace && (await stat(target).catch(() => undefined)))
    throw new PartialError(`${target} appeared while emk was writing it. Nothing was written.`, {
      hint: 'To replace it, add --overwrite. Or name another file.',
    });
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
