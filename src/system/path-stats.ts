import {type Stats, statSync} from 'node:fs';

/** Whether there is a folder, or a link to one. */
export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;

/** Whether there is a file, or a link to one. */
export const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;

/** What is at a path; nothing where that cannot be told, as below a file. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
