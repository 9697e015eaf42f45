import {lstatSync, readdirSync, realpathSync, statSync} from 'node:fs';
import {isAbsolute, join, relative, resolve} from 'node:path';
import {UsageError} from '../errors.js';

/**
 * The real path of a file or folder that an agent names. It must lie in an allowed folder, wherever links and ".." lead;
 * in a folder, no link may lead out either.
 */
export function allowedPath(folders: readonly string[], asked: string): string {
  const roots = folders.map(folder => realpathSync(folder));
  const isInside = (path: string): boolean => roots.some(root => isBelow(root, path));
  const [path] = folders.flatMap(folder => realPathOf(resolve(folder, asked)));
  if (path !== undefined && isInside(path) && (statSync(path).isFile() || leadsNowhereElse(path, isInside)))
    return path;
  // One answer for what is not there and what must not be read, so that nothing is learned about other folders.
  throw new UsageError(`"${asked}" is not in a folder that this server may read.`, {
    hint: 'Name a file in a folder that was given as --folder when the server was started.',
  });
}

const realPathOf = (path: string): readonly string[] => {
  try {
    return [realpathSync(path)];
  } catch {
    return [];
  }
};

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return !isAbsolute(way) && way !== '..' && !/^\.\.[\\/]/.test(way);
}

const leadsNowhereElse = (folder: string, isInside: (path: string) => boolean): boolean =>
  statSync(folder).isDirectory() &&
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .map(name => join(folder, name))
    .every(path => !lstatSync(path).isSymbolicLink() || realPathOf(path).every(isInside));
