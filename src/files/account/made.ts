import {createHash} from 'node:crypto';
import {rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Target} from '../../accounts/target.js';
import type {Context} from '../../change/context.js';
import {nameKey} from '../../change/identity/identities.js';
import type {Id} from '../../change/work/journal.js';
import {
  type Begun,
  type Item,
  type Journal,
  type MadeIds,
  openJournal,
  readJournal,
  VERSION,
  type WorkRecord,
} from '../../change/work/journal.js';
import {itemsIn, newState, stepOf, takeIn} from '../../change/work/state.js';
import {restTimes} from '../../contacts/command/options.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {fileInside} from '../../core/system/inside-folder.js';
import {takeLock} from '../../core/system/lock.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {AccountState} from './entries.js';
import {addressIn, type KindName} from './keys.js';

/** Something that was made from a folder: a record, and `within` one a person or an email, or the run of an import. */
export type MadeOne = Item & {
  readonly id: Id;
  /** The print of a record: with another one, somebody has changed it since. */
  readonly print?: string | undefined;
};

/** All of it, by its item as text. Nothing that existed before is among it. */
export type Made = ReadonlyMap<string, MadeOne>;

/** A record of the account's files as an item of a journal. */
export const recordItem = (kind: KindName, name: string): Item => ({kind, key: name});

/** A person in the list of a record, by address. */
export const personItem = (kind: KindName, name: string, address: string): Item => ({
  ...{kind, within: name, key: foldAddress(address)},
});

/** An import of contacts into a list, by the id of its run. */
export const importItem = (list: string, run: string): Item => ({kind: 'contacts', within: list, key: run});

const textOfItem = ({kind, within, key}: Item): string => JSON.stringify([kind, within ?? null, key]);

export const madeFor = (made: Made, item: Item): MadeOne | undefined => made.get(textOfItem(item));

/** What applies of a folder have made in an account, written down before and after each request. */
export type ApplyJournal = Pick<Journal, 'begin' | 'answer' | 'note'> & {
  readonly made: Made;
  /** Whether anything was ever made from the folder in this account. */
  readonly isKnown: boolean;
  /** Creations of an interrupted run whose outcome is unknown. */
  readonly doubts: readonly Doubt[];
};

/** A creation in doubt: what it made has a higher row than all records before. */
export type Doubt = Begun & {readonly since: NonNullable<Begun['since']>};

/**
 * Lets `work` change an account, one process at a time. Its journal is the lock file beside the files, one for each account:
 * it survives a kill, and has the ids of what was made.
 */
export async function withApplyJournal<T>(
  host: Host,
  folder: string,
  target: Target,
  work: (journal: ApplyJournal) => Promise<T>,
): Promise<T> {
  const release = await tellingFileTrouble(() =>
    takeLock(host, join(folder, '.emk-apply.lock'), `the account's files in ${folder}`),
  );
  let file: Journal | undefined;
  try {
    const account = createHash('sha256').update(`${target.origin} ${target.key}`).digest('hex').slice(0, 8);
    const name = `emk.lock.${account}.jsonl`;
    await fileInside(folder, name);
    const or = `Restore ${name} from version control, or delete it; emk then no longer knows what apply created.`;
    const place = {path: join(folder, name), again: 'run the same line again.', or, ifDamaged: or};
    const {records} = readJournal(place);
    // A run was killed before its first record.
    if (records.length === 0) rmSync(place.path, {force: true});
    const made = new Map<string, MadeOne>();
    const state = newState();
    const seen = (record: WorkRecord): void => {
      for (const one of madeBy(record, made, step => stepOf(state, step))) made.set(textOfItem(one), one);
      if (record.kind === 'undone') made.delete(textOfItem(record.item));
      takeIn(state, record);
    };
    for (const record of records) seen(record);
    // The file is there from the first step on.
    const open = (): Journal => {
      file ??= openJournal(place, {kind: 'header', version: VERSION, way: 'account apply', ...target}, {seen});
      return file;
    };
    return await work({
      made,
      isKnown: records.length > 0,
      get doubts() {
        return doubtsIn(state.open);
      },
      begin: (...step) => open().begin(...step),
      answer: (...answer) => open().answer(...answer),
      note: record => open().note(record),
    });
  } finally {
    file?.close();
    release();
  }
}

/** The creations of which a journal does not know whether they happened. */
export const doubtsIn = (open: ReadonlyMap<number, Begun>): readonly Doubt[] =>
  [...open.values()].filter((step): step is Doubt => step.since !== undefined);

/** What a record of a journal says was made. People and emails within a record are known by their ids. */
function madeBy(record: WorkRecord, made: Made, stepOf: (number: number) => Begun | undefined): readonly MadeOne[] {
  switch (record.kind) {
    case 'begun':
      return itemsIn(record.about).flatMap(item => (item.kind === 'contacts' ? [{...item, id: item.key}] : []));
    case 'answered':
    case 'settled': {
      const {about = {items: []}, print} = stepOf(record.step) ?? {};
      const [first] = itemsIn(about);
      if (!first) return [];
      const {kind, within} = first;
      const part = within !== undefined && {within};
      return (record.made ?? []).map(([key, id]) => ({kind, ...part, key: part ? String(id) : key, id, print}));
    }
    case 'finished': {
      const one = madeFor(made, record.item);
      return one ? [{...one, print: record.print}] : [];
    }
    default:
      return [];
  }
}

/** Waits until the service has certainly finished the requests of an interrupted run. */
export async function waitForDoubts({host, notice}: Context, doubts: readonly Doubt[]): Promise<void> {
  const {wait} = restTimes(host);
  const latest = Math.max(0, ...doubts.map(({since}) => since.startedAt));
  const left = Math.min(wait, latest + wait - host.now().getTime());
  if (doubts.length === 0 || left <= 0) return;
  notice('An earlier run stopped half-way. Waiting until the service has finished its last request.');
  await host.sleep(left, host.interrupted);
}

/** Finds the records that an interrupted run's requests have made. Kinds that were not read stay open. */
export function settleDoubts(journal: ApplyJournal, account: AccountState): void {
  for (const {step, about, since} of journal.doubts) {
    const items = itemsIn(about);
    const held = account.kinds.get(items[0]?.kind as KindName);
    if (held === undefined) continue;
    const made = items.flatMap(({kind, within, key}): MadeIds => {
      const isIt = (called: string): boolean => nameKey(kind as KindName, called) === nameKey(kind as KindName, key);
      const found = held.find(({called, row}) => row > since.lastRow && isIt(called));
      if (within === undefined) return found ? [[key, found.id]] : [];
      // An email stays: only its answer says its code.
      const people = held.find(({name}) => name === within)?.parts ?? [];
      return people.flatMap(({id, value}) =>
        Number(id) > since.lastRow && foldAddress(addressIn(value)) === key ? [[key, id] as const] : [],
      );
    });
    journal.note({kind: 'settled', step, there: about, absent: {items: []}, made});
  }
}
