import {randomUUID} from 'node:crypto';
import {rename, rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Target} from '../../accounts/target.js';
import {isObject} from '../../api/answers/is-object.js';
import {todaysName} from '../../commands/aliases.js';
import {PreflightError} from '../../errors.js';
import type {Host} from '../../system/host.js';
import {bytesInside, placeInside} from '../../system/inside-folder.js';
import {requireKnownVersion} from '../../system/kept-file.js';
import {withLock} from '../../system/lock.js';
import {writeWhole} from '../../system/whole-file.js';
import {compareUnits} from '../../words/compare-units.js';
import {isKindName, type KindName} from '../kinds/shape.js';

/** The one file with ids, which differ between accounts: the id or utr of each name, and the files that emk made. */
export const LOCK_FILE = 'emk.lock.json';

export type LockFile = {
  /** By account, because one folder may serve several: files pulled from one can be applied to another. */
  readonly accounts: ReadonlyMap<string, LockedAccount>;
  /** The paths of body and contact files, by kind, so that a pull deletes files that are not needed any more. */
  readonly files: ReadonlyMap<string, readonly string[]>;
};

/** What is known of an account besides its files. */
type LockedAccount = {
  readonly ids: ReadonlyMap<string, ReadonlyMap<string, Id>>;
  readonly made: Made;
};

/** Reads the lock file of a folder; a missing file counts as empty. */
export async function readLockFile(folder: string): Promise<LockFile> {
  const text = (await bytesInside(folder, LOCK_FILE))?.toString();
  if (text === undefined) return {accounts: new Map(), files: new Map()};
  const {accounts, files} = parsed(text);
  return {
    accounts: new Map(
      Object.entries(accounts).map(([target, {ids, made}]) => [
        target,
        {ids: kindsIn(ids, byName => mapOf(byName, asId)), made: madeFromJson(made)},
      ]),
    ),
    files: new Map(Object.entries(files).map(([kind, paths]) => [kind, Array.isArray(paths) ? paths.map(String) : []])),
  };
}

/** Rewrites the lock file while no other emk does: a pull and an apply may end together. */
export const changingLockFile = async <T>(
  host: Host,
  folder: string,
  change: (now: LockFile) => Promise<T>,
): Promise<T> =>
  withLock(host, await placeInside(folder, '.emk-ids.lock'), `${LOCK_FILE} in ${folder}`, async () =>
    change(await readLockFile(folder)),
  );

/** Replaces the lock file by moving a draft, which follows no link. */
export async function replaceLockFile(folder: string, lock: LockFile): Promise<void> {
  const draft = join(folder, `.emk-ids.${randomUUID()}`);
  try {
    await writeWhole(draft, [lockText(lock)]);
    await rename(draft, join(folder, LOCK_FILE));
  } catch (error) {
    await rm(draft, {force: true});
    throw error;
  }
}

export const lockedAccount = ({accounts}: LockFile, target: Target): LockedAccount =>
  accounts.get(lockKey(target)) ?? {ids: new Map(), made: nothingMade};

/** Whether anything was pulled from an account, or applied to it, with this file beside. */
export const knowsAccount = ({accounts}: LockFile, target: Target): boolean => accounts.has(lockKey(target));

export const withAccount = (lock: LockFile, target: Target, account: LockedAccount): LockFile => ({
  ...lock,
  accounts: new Map([...lock.accounts, [lockKey(target), account]]),
});

/** In format 1, the fingerprints of a record are called `born`, `was` and `next`. */
const VERSION = 2;

/** The lock file as text: everything sorted, so that equal accounts give equal files. */
export function lockText({accounts, files}: LockFile): string {
  const document = {
    about: 'Made by emk: the ids of the records by their names in each account, and the files next to this one.',
    version: VERSION,
    accounts: sorted(accounts, ({ids, made}) => ({
      ids: sorted(ids, byName => sorted(byName, id => id)),
      ...(!isEmpty(made) && {made: madeToJson(made)}),
    })),
    files: sorted(files, paths => [...paths].sort(compareUnits)),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** The files of an earlier pull that the next lock file does not name. Only paths that a pull creates are trusted. */
export function filesNoLongerNamed(before: LockFile, next: LockFile): readonly string[] {
  const nextPaths = new Set([...next.files.values()].flat());
  return [...before.files.values()].flat().filter(path => !nextPaths.has(path) && pathOfPull.test(path));
}

const pathOfPull =
  /^(?:templates|automations|mailings|sent|contacts)\/(?:[a-z0-9-]+\/)?[a-z0-9-]+\.(?:html|json|csv|base)$/;

/** An account's name in the lock file: with enough of the key's hash to tell two accounts of one service apart. */
const lockKey = ({origin, key}: Target): string => `${origin} ${key.slice(0, 8)}`;

type Parsed = {
  readonly accounts: {
    readonly [target: string]: {readonly ids?: unknown; readonly made?: unknown};
  };
  readonly files: object;
};

const START_OVER = 'delete it and run "emk account pull"; emk then no longer knows what apply created.';

function parsed(text: string): Parsed {
  const hint = `Restore it from version control, or ${START_OVER}`;
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new PreflightError(`${LOCK_FILE} is not JSON, perhaps because of a merge conflict.`, {cause: error, hint});
  }
  if (isObject(document) && 'version' in document) {
    requireKnownVersion(document, LOCK_FILE, {newest: VERSION, or: `Or start it over: ${START_OVER}`});
    const {accounts, files} = document as Readonly<Record<string, unknown>>;
    if (isObject(accounts) && isObject(files) && Object.values(accounts).every(isObject))
      return {accounts, files} as Parsed;
  }
  throw new PreflightError(`${LOCK_FILE} is not a lock file of this version of emk.`, {hint});
}

export type Id = string | number;

/** A record made from this folder, with fingerprints that show whether somebody else has changed it since. */
export type MadeRecord = {
  readonly id: Id;
  /** Fingerprint right after its creation. Dropped when the record is finished. */
  readonly createdFingerprint?: string;
  /** Fingerprint of the finished record; missing if emk was killed before. */
  readonly finishedFingerprint?: string;
  /** Fingerprint that the record should have after a change that was interrupted. */
  readonly intendedFingerprint?: string;
};

/** Everything that was made in an account from the files of a folder, and nothing that existed before. */
export type Made = {
  readonly records: ReadonlyMap<KindName, ReadonlyMap<string, MadeRecord>>;
  /**
   * What was added to records: the ids of people and emails, by kind and name of the record, and by address or subject.
   */
  readonly members: ReadonlyMap<KindName, ReadonlyMap<string, ReadonlyMap<string, Id>>>;
  /** The imports that have added contacts, by list. */
  readonly imports: ReadonlyMap<string, readonly string[]>;
};

export const nothingMade: Made = {records: new Map(), members: new Map(), imports: new Map()};

/** Whether there is nothing to delete. */
export const isEmpty = ({records, members, imports}: Made): boolean =>
  [...records.values(), ...members.values(), imports].every(map => map.size === 0);

/** What was made as JSON, each kind sorted by name. */
const madeToJson = ({records, members, imports}: Made): object => ({
  records: sorted(records, byName => sorted(byName, record => record)),
  members: sorted(members, byName => sorted(byName, byValue => sorted(byValue, id => id))),
  imports: sorted(imports, runs => runs),
});

/** Reads it from JSON. Unknown parts are ignored. */
function madeFromJson(json: unknown): Made {
  const parts = objectOf(json);
  return {
    records: kindsIn(parts['records'], byName => mapOf(byName, asRecord)),
    members: kindsIn(parts['members'], byName => mapOf(byName, byValue => mapOf(byValue, asId))),
    imports: mapOf(parts['imports'], runs => (Array.isArray(runs) ? runs.map(String) : undefined)),
  };
}

const asRecord = (value: unknown): MadeRecord | undefined => {
  const {id, ...fingerprints} = objectOf(value);
  const known = asId(id);
  if (known === undefined) return undefined;
  const found = fingerprintNames.flatMap(([name, oldName]) => {
    const fingerprint = fingerprints[name] ?? fingerprints[oldName];
    return typeof fingerprint === 'string' ? [[name, fingerprint]] : [];
  });
  return {id: known, ...Object.fromEntries(found)};
};

/** The fingerprints of a record, with their names in format 1 of the lock file. */
const fingerprintNames = [
  ['createdFingerprint', 'born'],
  ['finishedFingerprint', 'was'],
  ['intendedFingerprint', 'next'],
] as const satisfies ReadonlyArray<readonly [keyof MadeRecord, string]>;

/** An id as in JSON; undefined for anything else. */
const asId = (value: unknown): Id | undefined =>
  typeof value === 'string' || typeof value === 'number' ? value : undefined;

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  isObject(value) ? (value as Readonly<Record<string, unknown>>) : {};

/** A map from JSON, without the values that `to` does not take. */
const mapOf = <T>(value: unknown, to: (each: unknown) => T | undefined): Map<string, T> =>
  new Map(
    Object.entries(objectOf(value)).flatMap(([key, each]) => {
      const made = to(each);
      return made === undefined ? [] : [[key, made] as const];
    }),
  );

/** What each kind has, in the words of any version. */
const kindsIn = <T>(value: unknown, to: (each: unknown) => T): Map<KindName, T> =>
  new Map(
    Object.entries(objectOf(value)).flatMap(([word, each]) => {
      const kind = todaysName(word);
      return isKindName(kind) ? [[kind, to(each)]] : [];
    }),
  );

/** A map as an object with sorted keys, without empty values. */
export const sorted = <T, U>(map: ReadonlyMap<string, T>, to: (value: T) => U): {readonly [key: string]: U} =>
  Object.fromEntries(
    [...map]
      .filter(([, value]) => !(value instanceof Map && value.size === 0))
      .sort(([one], [other]) => compareUnits(one, other))
      .map(([key, value]) => [key, to(value)]),
  );
