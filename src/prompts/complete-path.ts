import {readdirSync, statSync} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';
import {isFolder} from '../system/path-stats.js';
import type {Completion} from './text-question.js';

type Place = {readonly cwd: string; readonly home: string};

/** Completes a path as a shell does: as far as all matches agree, with a slash after a folder. */
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

/** A path with `~` replaced by the home folder, because no shell does it here. */
export const withHome = (typed: string, {home}: Pick<Place, 'home'>): string =>
  /^~(?:\/|$)/.test(typed) ? join(home, typed.slice(1)) : typed;

const toPath = (typed: string, {cwd, home}: Place): string => resolve(cwd, withHome(typed, {home}));

/** What is wrong with the path of a file to read. */
export function fileProblem(typed: string, place: Place): string | undefined {
  try {
    return statSync(toPath(typed.trim(), place)).isDirectory() ? 'That is a folder.' : undefined;
  } catch {
    return 'There is no such file.';
  }
}

/** `a/b/` for `a/b/c`, empty for `c`. */
const dirOf = (typed: string): string => (typed.includes('/') ? `${dirname(typed).replace(/\/$/, '')}/` : '');

/** Names in a folder, sorted, folders with a slash. Empty if it cannot be read. */
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
