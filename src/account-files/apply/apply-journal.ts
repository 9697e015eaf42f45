import {existsSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Target} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {ConfigError} from '../../errors.js';
import {nameKey} from '../../identity/identities.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import type {Host} from '../../system/host.js';
import {fileInside, placeInside} from '../../system/inside-folder.js';
import {takeLock} from '../../system/lock.js';
import {createJournal, type Journal, readJournal, reopenJournal} from '../../work/journal.js';
import {type Begun, type Item, type MadeIds, VERSION, type WorkRecord} from '../../work/record.js';
import {itemsIn, newState, stepOf, takeIn} from '../../work/state.js';
import {textOf} from '../account/entries.js';
import type {AccountRecord, AccountState} from '../account/read-account.js';
import {
  changingLockFile,
  type Id,
  LOCK_FILE,
  type LockFile,
  lockedAccount,
  lockText,
  type Made,
  type MadeRecord,
  readLockFile,
  replaceLockFile,
  withAccount,
} from '../folder/made.js';
import type {KindName} from '../kinds/shape.js';

/** What applies of a folder have made, written down before and after each request. */
export type ApplyJournal = Pick<Journal, 'begin' | 'answer' | 'note'> & {
  readonly made: Made;
  /** Creations of an interrupted run whose outcome is unknown. */
  readonly doubts: readonly Doubt[];
  /** Writes the lock file with the current ids, and deletes the journal unless something in it is open. */
  finish(ids: ReadonlyMap<string, ReadonlyMap<string, Id>>): Promise<void>;
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
  const release = await tellingFileTrouble(async () =>
    takeLock(host, await placeInside(folder, '.emk-apply.lock'), `the account's files in ${folder}`),
  );
  try {
    const lock = await readLockFile(folder);
    await fileInside(folder, JOURNAL);
    return await work(createApplyJournal({host, folder, target, lock, earlier: earlierRecords(folder, target)}));
  } finally {
    release();
  }
}

type Parts = {
  readonly host: Host;
  readonly folder: string;
  readonly target: Target;
  readonly lock: LockFile;
  /** The records of interrupted work. */
  readonly earlier: readonly WorkRecord[];
};

function createApplyJournal({host, folder, target, lock, earlier}: Parts): ApplyJournal {
  const played = play(lockedAccount(lock, target).made, earlier);
  const {state, seen} = played;
  let file: Journal | undefined;
  // The file is there from the first step on.
  const open = (): Journal => {
    const header = {kind: 'header', version: VERSION, way: 'account apply', ...target} as const;
    file ??=
      earlier.length > 0 ? reopenJournal(placeIn(folder), {seen}) : createJournal(placeIn(folder), header, {seen});
    return file;
  };
  const doubts = () => [...state.open.values()].filter((step): step is Doubt => step.since !== undefined);
  return {
    get made() {
      return played.made;
    },
    get doubts() {
      return doubts();
    },
    begin: (...step) => open().begin(...step),
    answer: (...answer) => open().answer(...answer),
    note: record => open().note(record),
    async finish(ids) {
      const isUntouched = file === undefined && earlier.length === 0;
      file?.close();
      file = undefined;
      if (isUntouched && !existsSync(join(folder, LOCK_FILE))) return;
      // A pull may have written the lock file meanwhile.
      await changingLockFile(host, folder, async now => {
        const next = withAccount(now, target, {
          ...lockedAccount(now, target),
          ids: new Map([...lockedAccount(now, target).ids, ...ids]),
          made: played.made,
        });
        if (lockText(next) !== lockText(now)) await replaceLockFile(folder, next);
      });
      if (doubts().length === 0) rmSync(join(folder, JOURNAL), {force: true});
    },
  };
}

/** What was made, as the records of a journal tell it one after another. */
function play(before: Made, records: readonly WorkRecord[]) {
  const state = newState();
  const played = {
    made: before,
    state,
    seen(record: WorkRecord): void {
      played.made = afterRecord(played.made, record, step => stepOf(state, step));
      takeIn(state, record);
    },
  };
  for (const record of records) played.seen(record);
  return played;
}

/** The records of interrupted work; none if there was no such work, or if it was killed before its first. */
function earlierRecords(folder: string, target: Target): readonly WorkRecord[] {
  const {header, records} = readJournal(placeIn(folder));
  if (header === undefined) rmSync(join(folder, JOURNAL), {force: true});
  else if (header.origin !== target.origin || header.key !== target.key) {
    throw new ConfigError('An apply of this folder to another account stopped half-way.', {
      hint: 'Apply it to that account first: emk looks what happened there, and continues.',
    });
  }
  return records;
}

const placeIn = (folder: string) => ({
  path: join(folder, JOURNAL),
  again: 'run the same line again.',
  or: 'Or look at the account, then delete that file. emk then treats what that run created as if it was there before.',
  ifDamaged: 'Look at the account, then delete that file. emk then no longer knows what that run created.',
});

const JOURNAL = '.emk-apply.jsonl';

/** A record of the account's files as an item of a journal. */
export const recordItem = (kind: KindName, name: string): Item => ({kind, key: name});

/** A person in a list, or an email of an automation. */
export const memberItem = (kind: KindName, name: string, value: string): Item => ({kind, within: name, key: value});

/** An import of contacts into a list, by the id of its run. */
export const importItem = (list: string, run: string): Item => ({kind: 'contacts', within: list, key: run});

/** What was made from a folder, after a record of its journal, which may be an answer to a step. */
function afterRecord(made: Made, record: WorkRecord, stepOf: (step: number) => Begun | undefined): Made {
  switch (record.kind) {
    case 'begun':
      return itemsIn(record.about).reduce((now, item) => afterBegun(now, item, record), made);
    case 'answered':
    case 'settled':
      return afterMade(made, stepOf(record.step), record.made ?? []);
    case 'finished':
      return withPrint(made, record.item, ({id}) => ({id, finishedFingerprint: record.print ?? ''}));
    case 'undone':
      return afterUndone(made, record.item);
    default:
      return made;
  }
}

function afterBegun(made: Made, item: Item, {does, print}: Begun): Made {
  if (item.kind === 'contacts') return withRuns(made, item, runs => [...runs, item.key]);
  return does === 'updates' ? withPrint(made, item, one => ({...one, intendedFingerprint: print ?? ''})) : made;
}

function afterMade(made: Made, step: Begun | undefined, ids: MadeIds): Made {
  const [item] = step ? itemsIn(step.about) : [];
  if (item === undefined || ids.length === 0) return made;
  const {kind, within} = item as Item & {readonly kind: KindName};
  if (within !== undefined) return withMembers(made, kind, within, before => new Map([...before, ...ids]));
  const records = ids.map(([name, id]) => [name, {id, createdFingerprint: step?.print ?? ''}] as const);
  return {...made, records: withKeys(made.records, kind, records)};
}

function afterUndone(made: Made, item: Item): Made {
  const {kind, within, key} = item as Item & {readonly kind: KindName};
  if (item.kind === 'contacts') return withRuns(made, item, runs => runs);
  if (within !== undefined) return withMembers(made, kind, within, before => withoutKey(before, key));
  return {...made, records: without(made.records, kind, key), members: without(made.members, kind, key)};
}

/** Changes what is known of a record that was made here; of other records nothing is noted. */
function withPrint(made: Made, item: Item, change: (record: MadeRecord) => MadeRecord): Made {
  const {kind, key} = item as Item & {readonly kind: KindName};
  const record = made.records.get(kind)?.get(key);
  return record ? {...made, records: withKeys(made.records, kind, [[key, change(record)]])} : made;
}

function withRuns(
  made: Made,
  {within: list = '', key}: Item,
  change: (others: readonly string[]) => readonly string[],
): Made {
  const others = (made.imports.get(list) ?? []).filter(run => run !== key);
  return {...made, imports: new Map(made.imports).set(list, change(others))};
}

function withMembers(
  made: Made,
  kind: KindName,
  name: string,
  change: (before: ReadonlyMap<string, Id>) => ReadonlyMap<string, Id>,
): Made {
  const after = change(made.members.get(kind)?.get(name) ?? new Map());
  const members = after.size === 0 ? without(made.members, kind, name) : withKeys(made.members, kind, [[name, after]]);
  return {...made, members};
}

type ByKind<T> = ReadonlyMap<KindName, ReadonlyMap<string, T>>;

const withKeys = <T>(map: ByKind<T>, kind: KindName, added: ReadonlyArray<readonly [string, T]>): ByKind<T> =>
  new Map(map).set(kind, new Map([...(map.get(kind) ?? []), ...added]));

const without = <T>(map: ByKind<T>, kind: KindName, key: string): ByKind<T> =>
  new Map(map).set(kind, withoutKey(map.get(kind) ?? new Map(), key));

const withoutKey = <T>(map: ReadonlyMap<string, T>, key: string): ReadonlyMap<string, T> =>
  new Map([...map].filter(([each]) => each !== key));

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
    const found = items.map(item => ({item, ids: madeOf(item, doubt, held, journal.made)}));
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
function madeOf(
  {kind, within, key}: Item,
  {since}: Doubt,
  held: readonly AccountRecord[],
  made: ApplyJournal['made'],
): MadeIds {
  if (within === undefined) {
    const wanted = nameKey(kind as KindName, key);
    const others = new Set([...(made.records.get(kind as KindName)?.values() ?? [])].map(({id}) => String(id)));
    const found = held.find(
      ({called, row, id}) =>
        nameKey(kind as KindName, called) === wanted && row > since.lastRow && !others.has(String(id)),
    );
    return found ? [[key, found.id]] : [];
  }
  const rows = held.find(({name}) => name === within)?.below.filter(row => Number(row['id']) > since.lastRow) ?? [];
  return rows.flatMap((row): MadeIds => {
    if (kind === 'automations') return textOf(row['subject']) === key ? [[textOf(row['utr']), textOf(row['utr'])]] : [];
    return foldAddress(textOf(row['email_address'] ?? row['email'])) === key ? [[key, Number(row['id'])]] : [];
  });
}
