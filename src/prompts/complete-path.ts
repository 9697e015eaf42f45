import {readdirSync, statSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {isFolder} from '../system/path-stats.js';
import type {Completion} from './text-question.js';

/** Where paths are read from. */
type Place = {readonly cwd: string; readonly home: string};

/** Continues a path as a shell does: as far as all that fit agree, with a slash behind a folder. */
export function completePath(typed: string, place: Place): Completion {
  const [folder, start] = typed.endsWith('/') || typed === '' ? [typed, ''] : [dirOf(typed), basename(typed)];
  const names = namesIn(toPath(folder, place)).filter(
    name => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')),
  );
  const [first] = names;
  if (first === undefined) return {line: typed, others: []};
  const agreed = names.reduce((common, name) => sharedStart(common, name), first);
  const line = folder + agreed;
  return {line, others: names.length === 1 ? [] : names};
}

/** A path with the home folder where a `~` stood: no shell is there to read that. */
export const withHome = (typed: string, {home}: Pick<Place, 'home'>): string =>
  /^~(?:\/|$)/.test(typed) ? join(home, typed.slice(1)) : typed;

const toPath = (typed: string, {cwd, home}: Place): string => resolve(cwd, withHome(typed, {home}));

/** The fault of a path to a file that is to be read. */
export function fileProblem(typed: string, place: Place): string | undefined {
  try {
    return statSync(toPath(typed.trim(), place)).isDirectory() ? 'That is a folder.' : undefined;
  } catch {
    return 'There is no such file.';
  }
}

/** `a/b/` of `a/b/c`, nothing of `c`. */
const dirOf = (typed: string): string => (typed.includes('/') ? `${dirname(typed).replace(/\/$/, '')}/` : '');

/** Names in a folder, sorted, folders with a slash. One that cannot be read has none. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, {withFileTypes: true})
      .map(entry => (leadsToFolder(folder, entry) ? `${entry.name}/` : entry.name))
      .sort();
  } catch {
    return [];
  }
}

const leadsToFolder = (
  folder: string,
  entry: {name: string; isDirectory(): boolean; isSymbolicLink(): boolean},
): boolean => entry.isDirectory() || (entry.isSymbolicLink() && isFolder(join(folder, entry.name)));

function sharedStart(one: string, other: string): string {
  let end = 0;
  while (end < one.length && one[end] === other[end]) end++;
  return one.slice(0, end);
}
