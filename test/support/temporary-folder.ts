import {accessSync, constants, mkdtempSync, rmSync, statfsSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

const inMemory = '/dev/shm';

/** Gives all tests, and all that they start, one temporary folder, and deletes it with everything in it. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(process.env['TMPDIR'] || !hasRoom(inMemory) ? tmpdir() : inMemory, 'emk-tests-'));
  process.env['TMPDIR'] = folder;
  return () => rmSync(folder, {recursive: true, force: true, maxRetries: 3});
}

/** Whether a folder in memory can be used: on a disk, the tests' renames and removals take a twelfth of their time. */
function hasRoom(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    const {bavail, bsize} = statfsSync(folder);
    return bavail * bsize > 1e9;
  } catch {
    return false;
  }
}
