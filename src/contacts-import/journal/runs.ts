import {existsSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {stateFolder} from '../../accounts/folders.js';
import {NotFoundError, UsageError} from '../../errors.js';
import {makeFolder, makeNewFolder} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {hasJournal, headerOf, readJournal} from './journal.js';
import type {Header} from './journal-record.js';
import {type Replayed, replay} from './replay.js';

export type PastRun = {readonly folder: string; readonly header: Header; readonly state: Replayed};

export const importsFolder = (host: Host): string => join(stateFolder(host), 'imports');

/** Creates the folder of a new import and returns its id, which sorts by time and is no other's. */
export function newRun(host: Host): {readonly id: string; readonly folder: string} {
  const imports = importsFolder(host);
  makeFolder(imports);
  for (let at = host.now().getTime(); ; at++) {
    const id = toBase32(at);
    const folder = join(imports, id);
    if (makeNewFolder(folder)) return {id, folder};
  }
}

/** All imports with a journal, the latest last. */
export function pastRuns(host: Host): PastRun[] {
  const imports = importsFolder(host);
  if (!existsSync(imports)) return [];
  return readdirSync(imports)
    .sort()
    .map(id => join(imports, id))
    .filter(hasJournal)
    .flatMap(folder => {
      const run = readRun(folder);
      return run ? [run] : [];
    });
}

/** The files of missing and duplicate rows that imports have written, with the SHA-256 of their content. */
export function filesWritten(host: Host): ReadonlyMap<string, ReadonlySet<string>> {
  const files = new Map<string, Set<string>>();
  for (const {state} of pastRuns(host)) {
    for (const [path, sha256] of state.wrote) files.set(path, (files.get(path) ?? new Set()).add(sha256));
  }
  return files;
}

/** The import with this id, or with the only id that begins like this. */
export function pastRun(host: Host, id: string): PastRun {
  const imports = importsFolder(host);
  const wanted = id.toUpperCase();
  const names = existsSync(imports) ? readdirSync(imports).filter(name => hasJournal(join(imports, name))) : [];
  const [name, ...others] = names.includes(wanted) ? [wanted] : names.filter(each => each.startsWith(wanted));
  if (name === undefined)
    throw new NotFoundError(`There is no import ${id}.`, {hint: 'To see the imports: emk contacts import status'});
  if (others.length > 0) {
    throw new UsageError(`Several imports begin with ${id}: ${[name, ...others].join(', ')}.`, {
      hint: 'Give more characters of the id.',
    });
  }
  const folder = join(imports, name);
  const {records} = readJournal(folder);
  return {folder, header: headerOf(folder, records), state: replay(records)};
}

/** Whether `resume` has something to do: rows may still be sent, and no undo has begun. */
export const isOpen = ({state: {end, undoing}}: PastRun): boolean => !undoing && (end?.open ?? true);

/** Reads a run; undefined if it was killed before its first record, because it sent nothing. */
function readRun(folder: string): PastRun | undefined {
  const {records} = readJournal(folder);
  return records.length === 0 ? undefined : {folder, header: headerOf(folder, records), state: replay(records)};
}

/** Milliseconds as ten characters that are hard to confuse. */
function toBase32(time: number): string {
  let text = '';
  for (let rest = time; text.length < 10; rest = Math.floor(rest / 32)) text = `${DIGITS[rest % 32]}${text}`;
  return text;
}

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
