import type {Stats, WriteStream} from 'node:fs';
import {chmod, chown, link, open, readlink, rename, rm, stat} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {isatty} from 'node:tty';
import {PartialError, PreflightError, UsageError} from '../errors.js';
import {codeOf, heldFile, isHeld} from './error-code.js';

/** Which existing files a new file may replace: none, empty ones, or any. */
export type Replacing = 'none' | 'empty' | 'any';

/** The target of a link that points to a missing file; any other path is its own target. */
export async function linkTarget(path: string): Promise<string> {
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
export async function takePlace(draft: string, target: string, replaces: Replacing): Promise<void> {
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
    await setTimeout(heldFile.pause);
  }
}

/** Refuses to write a file to a terminal, which would act on the control characters that a file may contain. */
export function refuseTerminal(file: WriteStream & {readonly fd?: number}, path: string): void {
  if (file.fd === undefined || !isatty(file.fd)) return;
  file.destroy();
  throw new UsageError(`${path} is a terminal, not a file.`, {hint: 'To see it on the terminal, name no file.'});
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
