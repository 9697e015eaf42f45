import {closeSync, linkSync, openSync, readdirSync, statSync, unlinkSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {codeOf, heldFile, isHeld} from './error-code.js';
import {readOwnFile} from './kept-file.js';
import {forgetHolder, lockInspector, nameHolder, type Processes} from './lock-holder.js';

/** A lock as a file that names its holder. Nothing here waits, but for a file that a scanner of Windows holds. */
type LockFile = {
  /** Takes the lock if it is free or its holder is gone. */
  take(): boolean;
  /** Looks more closely whether the holder is gone, for the next `take`. */
  lookCloser(): Promise<void>;
  release(): void;
  dispose(): void;
};

/**
 * Prepares a lock. emk writes a note that names this process beside it, and takes the lock by hard-linking that note:
 * fast enough for each transaction of a sandbox, and the lock always names its holder.
 */
export function lockFile(path: string, processes: Processes): LockFile {
  const holder = nameHolder(processes.pid);
  const content = JSON.stringify(holder);
  const note = `${path}.${holder.token}`;
  const {isLeftOver, lookCloser} = lockInspector(processes);
  createWhole(note, content);
  const noteNumber = fileNumber(note);

  /** Writes this process's name into a new file; fails if the file exists. */
  const sign = (file: string): boolean => {
    try {
      linkSync(note, file);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      // Some file systems (FAT, some network shares) have no hard links, and somebody may have deleted the note.
      return createInTwoSteps(file, content);
    }
  };

  /**
   * Removes a lock whose holder is gone. If two processes did so at once, the slower could remove the lock that the
   * faster has just taken. So each announces itself under its own file name first, and a process that sees another
   * announcement gives way.
   */
  const clear = (): boolean => {
    const announcement = `${path}.clearing.${holder.token}`;
    if (!sign(announcement)) return false;
    try {
      const others = filesFrom(`${path}.clearing.`).filter(other => other !== announcement);
      const leftOver = others.filter(isLeftOver);
      for (const each of leftOver) remove(each);
      if (others.length > leftOver.length || !isLeftOver(path)) return false;
      return remove(path);
    } finally {
      remove(announcement);
    }
  };

  /** Whether another program kept the file from being removed when this lock was released. */
  let isLeft = false;

  return {
    take: () => sign(path) || (isLeft && contentOf(path) === content) || (isLeftOver(path) && clear() && sign(path)),
    lookCloser: () => lookCloser(path),
    release: () => {
      // Compares the file's number first: a sandbox releases often, and reading takes several times longer.
      if (fileNumber(path) === noteNumber || contentOf(path) === content) isLeft = !remove(path);
    },
    dispose: () => {
      remove(note);
      forgetHolder(holder);
      for (const each of filesFrom(`${path}.`)) if (isLeftOver(each)) remove(each);
    },
  };
}

/** Creates a file in two steps, so it is empty for a moment; used if it cannot be created in one. */
function createInTwoSteps(path: string, content: string): boolean {
  try {
    createWhole(path, content);
  } catch (error) {
    // The note could be written here, so a refusal means that Windows still holds the last holder's file.
    if (codeOf(error) === 'EEXIST' || isHeld(error)) return false;
    throw error;
  }
  // If writing the name took too long, another process may have taken this one for gone.
  return contentOf(path) === content;
}

/** Creates a file with all its content, or not at all: a full disk must not leave a lock without a holder. */
function createWhole(path: string, content: string): void {
  const file = openSync(path, 'wx', 0o600);
  try {
    writeFileSync(file, content);
  } catch (error) {
    remove(path);
    throw error;
  } finally {
    closeSync(file);
  }
}

/** The number of a file, which all its hard links share. Numbers on Windows are too long for a double. */
const fileNumber = (path: string): bigint | undefined => statSync(path, {bigint: true, throwIfNoEntry: false})?.ino;

function contentOf(path: string): string | undefined {
  try {
    return readOwnFile(path).toString();
  } catch {
    return undefined;
  }
}

function filesFrom(prefix: string): string[] {
  const folder = dirname(prefix);
  return readdirSync(folder)
    .filter(name => name.startsWith(basename(prefix)))
    .map(name => join(folder, name));
}

/** Removes a file; false if another program still holds it. Such a lock counts as left over once this process has ended. */
function remove(path: string): boolean {
  for (let attempt = 1; ; attempt++) {
    try {
      unlinkSync(path);
      return true;
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return true;
      if (!isHeld(error)) throw error;
      if (attempt === heldFile.tries) return false;
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, heldFile.pause);
  }
}
