import {mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {codeOf} from './error-code.js';
import {isFolder} from './path-stats.js';

/**
Makes a folder, private unless told otherwise, and those above it that are missing. Node's own way of doing so never ends
below `/proc`, where what exists is reported as missing when something is to be made in it.
*/
export function makeFolder(path: string, mode = PRIVATE): void {
  const missing = tryToMake(path, mode);
  if (missing === undefined) return;
  if (codeOf(missing) !== 'ENOENT' || dirname(path) === path) throw missing;
  makeFolder(dirname(path), mode);
  const still = tryToMake(path, mode);
  if (still !== undefined) throw still;
}

/** Makes a private folder in one that is there; false where there is one already, which another process may have made just before. */
export function makeNewFolder(path: string): boolean {
  try {
    mkdirSync(path, {mode: PRIVATE});
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Why the folder is not there now. Another process may have made it just before. */
function tryToMake(path: string, mode: number): unknown {
  try {
    mkdirSync(path, {mode});
    return undefined;
  } catch (error) {
    return isFolder(path) ? undefined : error;
  }
}

const PRIVATE = 0o700;

/** For what a person means to share: as open as the machine makes new folders. */
export const SHARED_MODE = 0o777;
