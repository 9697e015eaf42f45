import {readdirSync, rmSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {indexPath, keyPath} from './layout.js';
import {lookUp} from './read-index.js';

/** Deletes the index of a folder; the next list of all contacts makes another. */
export const forgetIndex = (folder: string): void => rmSync(indexPath(folder), {force: true});

/** Deletes every index in these folders, with its key. */
export function forgetIndexes(folders: readonly string[]): void {
  for (const folder of folders) {
    forgetIndex(folder);
    rmSync(keyPath(folder), {force: true});
  }
}

/** Deletes every index in these folders that knows an address. */
export function forgetAddress(folders: readonly string[], address: string): void {
  for (const folder of folders) if (lookUp(folder, address)?.entries.length) forgetIndex(folder);
}

/** Deletes drafts that a kill has left behind: no list takes that long. */
export function forgetOldDrafts(folder: string, now: Date): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (path.startsWith(`${indexPath(folder)}.`) && statSync(path).mtimeMs < now.getTime() - DAY)
      rmSync(path, {force: true});
  }
}

const DAY = 24 * 60 * 60 * 1000;
