import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {isObject} from '../../api/is-object.js';
import {PreflightError} from '../../errors.js';
import {codeOf} from '../../system/error-code.js';
import {compareTexts} from '../kinds/compare-texts.js';

/** The one file with ids, which differ between accounts: the id or utr of each name, and the files that emk made. */
export const LOCK_FILE = 'emk.lock.json';

export type LockFile = {
  /** By kind and name. */
  readonly ids: ReadonlyMap<string, ReadonlyMap<string, string | number>>;
  /** The paths of the files that hold bodies and contacts, by kind, so that a pull removes what nothing names any more. */
  readonly files: ReadonlyMap<string, readonly string[]>;
};

/** Reads the lock file of a folder; one that is missing holds nothing. */
export async function readLockFile(folder: string): Promise<LockFile> {
  const text = await readFile(join(folder, LOCK_FILE), 'utf8').catch(error => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  });
  if (text === undefined) return {ids: new Map(), files: new Map()};
  const {ids, files} = parsed(text);
  return {
    ids: new Map(
      Object.entries(ids).map(([kind, byName]) => [kind, new Map(Object.entries(byName as object).filter(isId))]),
    ),
    files: new Map(Object.entries(files).map(([kind, paths]) => [kind, Array.isArray(paths) ? paths.map(String) : []])),
  };
}

/** The lock file as text: everything in order, so that equal accounts give equal files. */
export function lockText({ids, files}: LockFile): string {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([one], [other]) => compareTexts(one, other));
  const document = {
    about:
      'Made by emk: the ids of the records by their names, and the files beside this one. It belongs to one account.',
    version: 1,
    ids: Object.fromEntries(sorted(ids).map(([kind, byName]) => [kind, Object.fromEntries(sorted(byName))])),
    files: Object.fromEntries(sorted(files).map(([kind, paths]) => [kind, [...paths].sort(compareTexts)])),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** The lock file after a pull: what was not asked for stays as it was. */
export const lockWith = (
  lock: LockFile,
  {kinds}: {readonly kinds: ReadonlyMap<string, ReadonlyArray<{readonly name: string; readonly id: string | number}>>},
  files: ReadonlyMap<string, readonly string[]>,
): LockFile => ({
  ids: new Map([
    ...lock.ids,
    ...[...kinds].map(([kind, held]) => [kind, new Map(held.map(({name, id}) => [name, id] as const))] as const),
  ]),
  files: new Map([...new Map([...lock.files, ...files])].filter(([, paths]) => paths.length > 0)),
});

/** The files that an earlier pull made and the next lock file does not name. Only such paths as a pull makes are believed. */
export function filesNoLongerNamed(before: LockFile, next: LockFile): readonly string[] {
  const named = new Set([...next.files.values()].flat());
  return [...before.files.values()].flat().filter(path => !named.has(path) && made.test(path));
}

const made = /^(?:templates|automations|single-sends|sent|contacts)\/(?:[a-z0-9-]+\/)?[a-z0-9-]+\.(?:html|json|csv)$/;

function parsed(text: string): {readonly ids: object; readonly files: object} {
  const hint = 'Delete it, and run "emk account pull": it is made anew.';
  try {
    const document: unknown = JSON.parse(text);
    if (isObject(document) && isObject(document['ids']) && isObject(document['files'])) {
      if (document['version'] === 1) return {ids: document['ids'], files: document['files']};
    }
  } catch (error) {
    throw new PreflightError(`${LOCK_FILE} is no JSON, perhaps because of a merge conflict.`, {cause: error, hint});
  }
  throw new PreflightError(`${LOCK_FILE} is not a lock file of this version of emk.`, {hint});
}

const isId = (entry: [string, unknown]): entry is [string, string | number] =>
  ['string', 'number'].includes(typeof entry[1]);
