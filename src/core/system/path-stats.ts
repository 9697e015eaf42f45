import {type Stats, statSync} from 'node:fs';

/** Whether this is a folder, or a link to a folder. */
export const isFolder = (path: string): boolean => statsOf(path)?.isDirectory() === true;

/** Whether this is a file, or a link to a file. */
export const isFile = (path: string): boolean => statsOf(path)?.isFile() === true;

/** What is at a path; undefined if the system cannot say, as for a path below a file. */
export function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
