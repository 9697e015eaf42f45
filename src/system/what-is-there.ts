import {statSync} from 'node:fs';

/** Whether there is a folder, or a link to one. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether there is a file, or a link to one. */
export const isFile = (path: string): boolean => statSync(path, {throwIfNoEntry: false})?.isFile() === true;
