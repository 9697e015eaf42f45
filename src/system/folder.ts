import {mkdirSync, statSync} from 'node:fs';
import {dirname} from 'node:path';
import {codeOf} from './error-code.js';

/**
Makes a folder, private unless told otherwise, and those above it that are missing. Node's own way of doing so never ends
below `/proc`, where what exists is reported as missing when something is to be made in it.
*/
export function makeFolder(path: string, mode = PRIVATE): void {
  if (tryToMake(path, mode)) return;
  makeFolder(dirname(path), mode);
  mkdirSync(path, {mode});
}

/** Whether the folder is there now; false where the one above it is missing. */
function tryToMake(path: string, mode: number): boolean {
  try {
    mkdirSync(path, {mode});
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT' && dirname(path) !== path) return false;
    if (isFolder(path)) return true;
    throw error;
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

const PRIVATE = 0o700;

/** For what a person means to share: as open as the machine makes new folders. */
export const SHARED = 0o777;
