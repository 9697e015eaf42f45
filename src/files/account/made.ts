import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Target} from '../../accounts/target.js';
import type {Context} from '../../change/context.js';
import {nameKey} from '../../change/identity/identities.js';
import {
  type Begun,
  type Item,
  VERSION as JOURNAL_VERSION,
  type Journal,
  type MadeIds,
  openJournal,
  readJournal,
  type WorkRecord,
} from '../../change/work/journal.js';
import {itemsIn, newState, stepOf, takeIn} from '../../change/work/state.js';
import {ConfigError, PreflightError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {bytesInside, fileInside} from '../../core/system/inside-folder.js';
import {requireKnownVersion} from '../../core/system/kept-file.js';
import {takeLock} from '../../core/system/lock.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {compareUnits, isObject, jsonOrNothing} from '../../core/words/values.js';
import {printOf} from './differences.js';
import type {AccountRecord, AccountState, Id} from './entries.js';
import type {KindName} from './keys.js';

/** What was made in an account from a folder: the file beside the others that has ids, which differ between accounts. */
const LOCK_FILE = 'emk.lock.json';

/** Something that was made from a folder: a record, a part of one that was there (`within`), or the run of an import. */
export type MadeOne = Item & {
  readonly id: Id;
  /** The prints that it may have: with another one, somebody has changed it since. None says that nobody knows. */
  readonly prints?: readonly string[];
};

/** All of it, by its item as text. Nothing that existed before is among it. */
export type Made = ReadonlyMap<string, MadeOne>;

/** A record of the account's files as an item of a journal. */
export const recordItem = (kind: KindName, name: string): Item => ({kind, key: name});

/** A person in a list, or an email of an automation. */
export const memberItem = (kind: KindName, name: string, value: string): Item => ({kind, within: name, key: value});

/** An import of contacts into a list, by the id of its run. */
export const importItem = (list: string, run: string): Item => ({kind: 'contacts', within: list, key: run});

const textOfItem = ({kind, within, key}: Item): string => JSON.stringify([kind, within ?? null, key]);

export const madeFor = (made: Made, item: Item): MadeOne | undefined => made.get(textOfItem(item));

/** The lock file of a folder: what was made, by account, because one folder may serve several. */
type LockFile = ReadonlyMap<string, Made>;

/** Reads the lock file of a folder; a missing file counts as empty. */
export async function readLockFile(folder: string): Promise<LockFile> {
  const text = (await bytesInside(folder, LOCK_FILE))?.toString();
  if (text === undefined) return new Map();
  const startOver = 'delete it; emk then no longer knows what apply created.';
  const document = jsonOrNothing(text);
  if (isObject(document) && 'version' in document) {
    requireKnownVersion(document, LOCK_FILE, {newest: VERSION, or: `Or start it over: ${startOver}`});
    const {version, accounts} = document;
    if (version === VERSION && isObject(accounts) && Object.values(accounts).every(isListOfMade))
      return new Map(
        Object.entries(accounts as Readonly<Record<string, readonly MadeOne[]>>).map(([account, some]) => [
          account,
          new Map(some.map(one => [textOfItem(one), one])),
        ]),
      );
  }
  throw new PreflightError(`${LOCK_FILE} is not a lock file of this emk, perhaps because of a merge conflict.`, {
    hint: `Restore it from version control, or ${startOver}`,
  });
}

const VERSION = 3;

const isListOfMade = (some: unknown): boolean =>
  Array.isArray(some) &&
  some.every(one => isObject(one) && ['kind', 'key', 'id'].every(name => /^(?:string|number)$/.test(typeof one[name])));

/** The lock file as text: everything sorted, so that equal accounts give equal files. */
function lockText(lock: LockFile): string {
  const sorted = <T>(map: ReadonlyMap<string, T>) => [...map].sort(([one], [other]) => compareUnits(one, other));
  const document = {
    about: 'Made by emk: what its applies have created from these files, by account, so that an undo finds it.',
    version: VERSION,
    accounts: Object.fromEntries(sorted(lock).map(([account, made]) => [account, sorted(made).map(([, one]) => one)])),
  };
  return `${JSON.stringify(document, undefined, 2)}\n`;
}

/** What applies of a folder have made, written down before and after each request. */
export type ApplyJournal = Pick<Journal, 'begin' | 'answer' | 'note'> & {
  readonly made: Made;
  /** Whether anything was ever made from the folder in this account. */
  readonly isKnown: boolean;
  /** Creations of an interrupted run whose outcome is unknown. */
  readonly doubts: readonly Doubt[];
  /** Writes the lock file, and deletes the journal unless something in it is open. */
  finish(): Promise<void>;
};

/** A creation in doubt: what it made has a higher row than all records before. */
type Doubt = Begun & {readonly since: NonNullable<Begun['since']>};

/** Lets `work` change an account, one process at a time, with a journal beside the files that survives a kill. */
export async function withApplyJournal<T>(
  host: Host,
  folder: string,
  target: Target,
  work: (journal: ApplyJournal) => Promise<T>,
): Promise<T> {
  const release = await tellingFileTrouble(() =>
    takeLock(host, join(folder, '.emk-apply.lock'), `the account's files in ${folder}`),
  );
  try {
    const lock = await readLockFile(folder);
    await fileInside(folder, JOURNAL);
    return await work(openApplyJournal(folder, target, lock));
  } finally {
    release();
  }
}

function openApplyJournal(folder: string, target: Target, lock: LockFile): ApplyJournal {
  // Enough of the key's hash to tell two accounts of one service apart.
  const account = `${target.origin} ${target.key.slice(0, 8)}`;
  const [path, lockPath] = [join(folder, JOURNAL), join(folder, LOCK_FILE)];
  const place = {
    path,
    again: 'run the same line again.',
    or: 'Or look at the account, then delete that file. emk then treats what that run created as if it was there before.',
    ifDamaged: 'Look at the account, then delete that file. emk then no longer knows what that run created.',
  };
  const {header, records: earlier} = readJournal(place);
  // That run was killed before its first record.
  if (header === undefined) rmSync(path, {force: true});
  else if (header.origin !== target.origin || header.key !== target.key) {
    throw new ConfigError('An apply of this folder to another account stopped half-way.', {
      hint: 'Apply it to that account first: emk looks what happened there, and continues.',
    });
  }
  const made = new Map(lock.get(account));
  const state = newState();
  const seen = (record: WorkRecord): void => {
    takeMade(made, record, step => stepOf(state, step));
    takeIn(state, record);
  };
  for (const record of earlier) seen(record);
  let file: Journal | undefined;
  // The file is there from the first step on.
  const open = (): Journal => {
    file ??= openJournal(place, {kind: 'header', version: JOURNAL_VERSION, way: 'account apply', ...target}, {seen});
    return file;
  };
  const doubts = () => [...state.open.values()].filter((step): step is Doubt => step.since !== undefined);
  return {
    made,
    isKnown: lock.has(account) || earlier.length > 0,
    get doubts() {
      return doubts();
    },
    begin: (...step) => open().begin(...step),
    answer: (...answer) => open().answer(...answer),
    note: record => open().note(record),
    async finish() {
      if (file === undefined && earlier.length === 0) return;
      file?.close();
      file = undefined;
      const next = lockText(new Map([...lock, [account, made]]));
      if (next !== lockText(lock) || !existsSync(lockPath)) await writeWhole(lockPath, [next]);
      if (doubts().length === 0) rmSync(path, {force: true});
    },
  };
}

const JOURNAL = '.emk-apply.jsonl';

/** Takes a record of a journal into what was made; it may be an answer to a step. */
function takeMade(made: Map<string, MadeOne>, record: WorkRecord, step: (number: number) => Begun | undefined): void {
  if (record.kind === 'begun') for (const item of itemsIn(record.about)) takeBegun(made, item, record);
  else if (record.kind === 'answered' || record.kind === 'settled') {
    const {about = {items: []}, print} = step(record.step) ?? {};
    // Several addresses are one step, and an address is all that there is of an unsubscribe.
    const printFor = (kind: string, key: string) => (kind === 'unsubscribes' ? printOf(kind, {email: key}) : print);
    for (const first of itemsIn(about).slice(0, 1))
      for (const [key, id] of record.made ?? []) add(made, {...first, key}, id, printFor(first.kind, key));
  } else if (record.kind === 'finished') setPrints(made, record.item, () => [record.print ?? '']);
  else if (record.kind === 'undone') forget(made, record.item);
}

function takeBegun(made: Map<string, MadeOne>, item: Item, {does, print = ''}: Begun): void {
  if (item.kind === 'contacts') add(made, item, item.key);
  else if (does === 'updates') setPrints(made, item, before => [...before, print]);
}

const add = (made: Map<string, MadeOne>, item: Item, id: Id, print?: string): void =>
  void made.set(textOfItem(item), {...item, id, ...(print !== undefined && {prints: [print]})});

function setPrints(made: Map<string, MadeOne>, item: Item, to: (before: readonly string[]) => readonly string[]): void {
  const one = madeFor(made, item);
  if (one) made.set(textOfItem(item), {...one, prints: to(one.prints ?? [])});
}

/** What was added to a record goes with it. */
function forget(made: Map<string, MadeOne>, item: Item): void {
  made.delete(textOfItem(item));
  if (item.within !== undefined) return;
  for (const [text, one] of made) if (one.kind === item.kind && one.within === item.key) made.delete(text);
}

/** Waits until the service has certainly finished the requests of an interrupted run. */
export async function waitForDoubts(
  {host, notice}: Context,
  doubts: ReadonlyArray<{readonly startedAt: number}>,
  settle: number,
): Promise<void> {
  const latest = Math.max(0, ...doubts.map(({startedAt}) => startedAt));
  const left = Math.min(settle, latest + settle - host.now().getTime());
  if (doubts.length === 0 || left <= 0) return;
  notice(
    `An earlier run stopped half-way. Waiting ${Math.ceil(left / 1000)} s until the service has finished its last request.`,
  );
  await host.sleep(left, host.interrupted);
}

/** Finds the outcome of an interrupted run's requests. Kinds that were not read stay open. */
export function settleDoubts(journal: ApplyJournal, account: AccountState): void {
  for (const doubt of journal.doubts) {
    const items = itemsIn(doubt.about);
    const held = account.kinds.get(items[0]?.kind as KindName);
    if (held === undefined) continue;
    const found = items.map(item => ({item, ids: idsOf(item, doubt, held, journal.made)}));
    journal.note({
      kind: 'settled',
      step: doubt.step,
      there: {items: found.filter(({ids}) => ids.length > 0).map(({item}) => item)},
      absent: {items: found.filter(({ids}) => ids.length === 0).map(({item}) => item)},
      made: found.flatMap(({ids}) => ids),
    });
  }
}

/** The new record or part of a record that a creation in doubt has made, if it did. */
function idsOf({kind, within, key}: Item, {since}: Doubt, held: readonly AccountRecord[], made: Made): MadeIds {
  if (within !== undefined)
    return (held.find(({name}) => name === within)?.parts ?? [])
      .filter(part => part.called === key && part.row > since.lastRow)
      .map(part => [part.key, part.id]);
  const of = kind as KindName;
  const others = new Set([...made.values()].filter(one => one.kind === kind).map(({id}) => String(id)));
  const found = held.find(
    ({called, row, id}) => nameKey(of, called) === nameKey(of, key) && row > since.lastRow && !others.has(String(id)),
  );
  return found ? [[key, found.id]] : [];
}
