import {closeSync, linkSync, openSync, readdirSync, readFileSync, statSync, unlinkSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {codeOf} from './error-code.js';
import {forgetHolder, lockInspector, nameHolder, type Processes} from './lock-holder.js';

/** A lock as a file that names its holder; nothing here waits. */
type LockFile = {
  /** Takes the lock if it is free or its holder is gone. */
  take(): boolean;
  /** Looks closely whether the holder is gone, so that the next `take` knows. */
  lookCloser(): Promise<void>;
  release(): void;
  /** Removes what the lock left beside its file. */
  dispose(): void;
};

/**
Prepares a lock. A note that names this process is written beside it, and taking the lock is one hard link to that note:
fast enough for each transaction of a sandbox, and never without its holder's name.
*/
export function lockFile(path: string, processes: Processes): LockFile {
  const holder = nameHolder(processes.pid);
  const content = JSON.stringify(holder);
  const note = `${path}.${holder.token}`;
  const {isLeftOver, lookCloser} = lockInspector(processes);
  createWhole(note, content);
  const noteNumber = fileNumber(note);

  /** Puts this process's name into a file that is not there yet. */
  const sign = (file: string): boolean => {
    try {
      linkSync(note, file);
      return true;
    } catch (error) {
      if (codeOf(error) === 'EEXIST') return false;
      // Some file systems (FAT, some network shares) have no hard links, and somebody may have tidied the note away.
      return createInTwoSteps(file, content);
    }
  };

  /**
  Removes a lock that was left over. Two must not do so at once, or the slower would remove the lock that the faster has
  just taken. So each announces itself under a name of its own and then looks: whoever sees another announcement steps back.
  */
  const clear = (): boolean => {
    const announcement = `${path}.clearing.${holder.token}`;
    if (!sign(announcement)) return false;
    try {
      const others = filesFrom(`${path}.clearing.`).filter(other => other !== announcement);
      const leftOver = others.filter(isLeftOver);
      for (const each of leftOver) remove(each);
      if (others.length > leftOver.length || !isLeftOver(path)) return false;
      remove(path);
      return true;
    } finally {
      remove(announcement);
    }
  };

  return {
    take: () => sign(path) || (isLeftOver(path) && clear() && sign(path)),
    lookCloser: () => lookCloser(path),
    release: () => {
      // The file's number is asked first, since a sandbox releases often and reading takes several times longer.
      if (fileNumber(path) === noteNumber || contentOf(path) === content) remove(path);
    },
    dispose: () => {
      remove(note);
      forgetHolder(holder);
      for (const each of filesFrom(`${path}.`)) if (isLeftOver(each)) remove(each);
    },
  };
}

/** Creates a file in two steps, so that for a moment it names nobody; used where it cannot appear in one. */
function createInTwoSteps(path: string, content: string): boolean {
  try {
    createWhole(path, content);
  } catch (error) {
    // The note could be written here, so a refusal means that Windows has not let go of the last holder's file yet.
    if (['EEXIST', 'EPERM', 'EACCES', 'EBUSY'].includes(codeOf(error))) return false;
    throw error;
  }
  // Whoever took longer than anybody waits for a name may have been taken for gone meanwhile.
  return contentOf(path) === content;
}

/** Creates a file with its content, or none: a full disk must not leave one that names nobody. */
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

/** The number of a file in its file system, which all its names share. */
const fileNumber = (path: string): number | undefined => statSync(path, {throwIfNoEntry: false})?.ino;

function contentOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
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

function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}
