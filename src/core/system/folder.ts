import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {codeOf} from './error-code.js';
import {isFolder} from './path-stats.js';

/** Makes a folder with its missing parents, private by default. Node's own way never ends below `/proc`. */
export function makeFolder(path: string, mode = PRIVATE): void {
  const missing = tryToMake(path, mode);
  if (missing === undefined) return;
  if (codeOf(missing) !== 'ENOENT' || dirname(path) === path) throw missing;
  makeFolder(dirname(path), mode);
  const still = tryToMake(path, mode);
  if (still !== undefined) throw still;
}

/** Makes a private folder; false if it exists already, perhaps made by another process a moment ago. */
export function makeNewFolder(path: string): boolean {
  try {
    mkdirSync(path, {mode: PRIVATE});
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Tries to make a folder and returns the error, if any. The folder may exist by now, made by another process. */
function tryToMake(path: string, mode: number): unknown {
  try {
    mkdirSync(path, {mode});
    return undefined;
  } catch (error) {
    return isFolder(path) ? undefined : error;
  }
}

const PRIVATE = 0o700;

/** The mode of folders that people share: as open as the machine makes new folders. */
export const SHARED_MODE = 0o777;
