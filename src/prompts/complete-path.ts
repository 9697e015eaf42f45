import {readdirSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';
import {isFolder} from '../system/path-stats.js';
import type {Completion} from './text-question.js';

type Place = {readonly cwd: string; readonly home: string; readonly platform: string};

/**
 * Completes a path as a shell does: as far as all matches agree, with a separator after a folder. On Windows that is
 * the one that was typed, and letters match in either case.
 */
export function completePath(typed: string, place: Place): Completion {
  const isWindows = place.platform === 'win32';
  const [folder = ''] = (isWindows ? /^.*[\\/]/ : /^.*\//).exec(typed) ?? [];
  const start = typed.slice(folder.length);
  const separator = isWindows ? (folder.at(-1) ?? '\\') : '/';
  const same = (text: string): string => (isWindows ? text.toLowerCase() : text);
  const names = namesIn(toPath(folder, place), separator).filter(
    name => same(name).startsWith(same(start)) && (start.startsWith('.') || !name.startsWith('.')),
  );
  const [first] = names;
  if (first === undefined) return {line: typed, others: []};
  const agreed = names.reduce((common, name) => common.slice(0, sharedLength(same(common), same(name))), first);
  return {line: folder + agreed, others: names.length === 1 ? [] : names};
}

/** The path that a person means, because no shell reads it here: without quotes and with the home folder for `~`. */
export function meantPath(typed: string, {home, platform}: Omit<Place, 'cwd'>): string {
  const isWindows = platform === 'win32';
  const path = unquoted(typed.trim(), isWindows);
  return (isWindows ? /^~(?:[\\/]|$)/ : /^~(?:\/|$)/).test(path) ? join(home, path.slice(1)) : path;
}

/** A path as terminals paste a file that is dropped on them: in quotes, with a backslash before spaces, or as a URL. */
function unquoted(text: string, isWindows: boolean): string {
  const [, quote, inside = ''] = /^(['"])(.+)\1$/s.exec(text) ?? [];
  if (quote !== undefined) return inside.replaceAll("'\\''", "'");
  try {
    return /^file:\/\//i.test(text) ? fileURLToPath(text) : isWindows ? text : text.replace(/\\(?=\W)/g, '');
  } catch {
    // Not the address of a file on this machine.
    return text;
  }
}

/** Windows takes both separators, so its own becomes the one that every system takes. */
const toPath = (typed: string, {cwd, home, platform}: Place): string => {
  const path = meantPath(typed, {home, platform});
  return resolve(cwd, platform === 'win32' ? path.replaceAll('\\', '/') : path);
};

export function fileProblem(typed: string, place: Place): string | undefined {
  try {
    return statSync(toPath(typed, place)).isDirectory() ? 'That is a folder.' : undefined;
  } catch {
    return 'There is no such file.';
  }
}

/** Names in a folder, sorted, folders with a separator. Empty if it cannot be read. */
function namesIn(folder: string, separator: string): string[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
      .map(entry => (leadsToFolder(folder, entry) ? entry.name + separator : entry.name))
      .sort();
  } catch {
    return [];
  }
}

const leadsToFolder = (
  folder: string,
  entry: {name: string; isDirectory(): boolean; isSymbolicLink(): boolean},
): boolean => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(folder, entry.name)));

function sharedLength(one: string, other: string): number {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end++;
  return end;
}
