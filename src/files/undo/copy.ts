import {join} from 'node:path';
import {keptNames, linesOfCopy, restoredFolder} from '../../accounts/kept-deletions.js';
import {targetOf} from '../../accounts/target.js';
import {allRecords} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/operation.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {identityOf} from '../../change/identity/identities.js';
import {isKeptKind, type KeptKind} from '../../change/keeping.js';
import {listedRecords} from '../../change/records/read.js';
import {type Begun, type Journal, openJournal, readJournal, VERSION} from '../../change/work/journal.js';
import {itemsIn, replay} from '../../change/work/state.js';
import {ConfigError, EmkError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import schedules from '../../endpoints/automation-emails.js';
import {customValues, isNotDeleted} from '../../records/fields/path.js';
import {isKindName, type KindName} from '../account/keys.js';
import {kinds, textOf} from '../account/kinds.js';

/** What a copy holds, without the contacts themselves: they may be too many for memory. */
export type Copied = Awaited<ReturnType<typeof readCopy>>;

/** Reads a copy, and refuses one that this emk knows only in part, before anything is changed. */
export async function readCopy(context: Context, name: string) {
  const records = new Map<KeptKind, Loose[]>();
  const lastRows = new Map<string, number>();
  const listsOfContacts = new Map<number, string | undefined>();
  const customFields = new Set<string>();
  const seeRow = (kind: string, row: unknown): void =>
    void lastRows.set(kind, Math.max(lastRows.get(kind) ?? 0, Number(row)));
  for await (const {kind, record, last_row = {}} of linesOfCopy(context, name)) {
    for (const [of, row] of Object.entries(last_row)) seeRow(of, row);
    if (record === undefined) continue;
    if (!isKeptKind(kind)) {
      throw new ConfigError(`The copy ${name} holds records of a kind that this emk does not know: "${kind}".`, {
        hint: 'Nothing was changed. Update emk, then run the same line again.',
      });
    }
    if (kind === 'contacts') {
      const list = record['contact_type'] as {readonly name?: string} | null | undefined;
      listsOfContacts.set(Number(record['contact_type_id']), list?.name);
      for (const [field] of customValues(record['custom_field'])) customFields.add(field);
      continue;
    }
    seeRow(kind, record['id']);
    const some = records.get(kind);
    if (some) some.push(record);
    else records.set(kind, [record]);
  }
  return {
    ...{name, customFields},
    /** The lists of its contacts, each with the name that its contacts say. */
    listsOfContacts,
    recordsOf: (kind: KeptKind): readonly Loose[] => records.get(kind) ?? [],
    /** The highest row that there was of a kind when the copy was made: later rows were created since. */
    lastRowOf: (kind: KeptKind): number => lastRows.get(kind) ?? 0,
  };
}

/** The kinds whose records come back one by one, in this order; mailings come back by their own gate. */
export const ownKinds = ['lists', 'fields', 'senders', 'automations', 'automations emails', 'notifications'] as const;

export type OwnKind = (typeof ownKinds)[number];

/** A kind of which a copy may have a record, and the account one that it has become. */
type AnyKind = OwnKind | KindName;

export const collectionOf = (kind: AnyKind): Collection =>
  kind === 'automations emails' ? schedules : kinds[kind].collection;

export const keyOf = (kind: AnyKind, record: Loose): string => textOf(record[collectionOf(kind).key]);

export const nameOf = (kind: AnyKind, record: Loose): string => textOf(record[identityOf(kind).field]);

/** What became of the records of copies. It stays with the state of emk, so that the same line goes on and adds nothing twice. */
export type MadeAgain = Awaited<ReturnType<typeof openMadeAgain>>;

const keyIn = (kind: AnyKind, id: string): string => `${kind} ${id}`;

/** Reads what all copies have become, and notes what becomes of one. */
export async function openMadeAgain({host, account}: Context, copy: string) {
  const target = targetOf(await account());
  const next = new Map<string, string>();
  const madeOf = new Map<string, string>();
  const doubts = new Map<string, Begun & {readonly since: NonNullable<Begun['since']>}>();
  const learn = (of: string, key: string, id: string): void => {
    next.set(key, id);
    madeOf.set(keyIn(key.slice(0, key.lastIndexOf(' ')) as AnyKind, id), of);
  };
  for (const name of keptNames(host)) {
    const state = replay(readJournal(placeOf(host, name)).records);
    for (const [key, id] of state.made) learn(name, key, String(id));
    if (name !== copy) continue;
    for (const {since, ...step} of state.open.values())
      for (const {kind, key} of itemsIn(step.about))
        if (since) doubts.set(keyIn(kind as AnyKind, key), {...step, since});
  }
  let file: Journal | undefined;
  const journal = (): Journal => {
    file ??= openJournal(placeOf(host, copy), {kind: 'header', version: VERSION, way: 'undo', ...target});
    return file;
  };
  return {
    /** The ids that a record has had since, the last one last. */
    since(kind: AnyKind, old: string): readonly string[] {
      const ids: string[] = [];
      for (let id = next.get(keyIn(kind, old)); id !== undefined && !ids.includes(id); id = next.get(keyIn(kind, id)))
        ids.push(id);
      return ids;
    },
    /** The copy of which an undo made this record; undefined if none did. */
    madeOf: (kind: AnyKind, id: string) => madeOf.get(keyIn(kind, id)),
    /** The row after which a record is if it was made again; undefined if that is known. */
    rowBefore: (kind: AnyKind, old: string) => doubts.get(keyIn(kind, old))?.since.lastRow,
    doubts: [...doubts.values()].map(({since}) => since),
    /** Writes down what a record in doubt has become. */
    settle(kind: AnyKind, old: string, id: string): void {
      const key = keyIn(kind, old);
      const doubt = doubts.get(key);
      if (doubt === undefined) return;
      const {step, about: there} = doubt;
      journal().note({kind: 'settled', step, there, absent: {items: []}, made: [[key, id]]});
      learn(copy, key, id);
    },
    /** Where the making of one record is written down. */
    journalOf: (kind: AnyKind, old: string): Pick<Journal, 'begin' | 'answer'> => ({
      begin: (does, _about, more) => journal().begin(does, {items: [{kind, key: old}]}, more),
      answer(step, as, {made = []} = {}) {
        const key = keyIn(kind, old);
        journal().answer(step, as, {made: made.map(([, id]) => [key, id])});
        for (const [, id] of made) learn(copy, key, String(id));
      },
    }),
    close: () => file?.close(),
  };
}

const placeOf = (host: Host, copy: string) => ({
  path: join(restoredFolder(host), `${copy}.jsonl`),
  again: 'run the same line again.',
  or: 'Or delete that file: emk then no longer knows what it has brought back of this copy.',
  ifDamaged: 'Delete that file. emk then no longer knows what it has brought back of this copy.',
});

/** The records of the account, each list read once, and what deleted ones are in it today. */
export type Today = Awaited<ReturnType<typeof readToday>>;

export async function readToday(context: Context, again: MadeAgain) {
  const earlier = await readEarlier(context);
  const read = new Map<string, Promise<readonly Loose[]>>();
  const live = (kind: AnyKind, utr?: string): Promise<readonly Loose[]> => {
    const name = `${kind} of ${utr}`;
    const input = utr === undefined ? {} : {utr};
    const records = read.get(name) ?? allRecords(listedRecords(context, collectionOf(kind), input), isNotDeleted);
    read.set(name, records);
    return records;
  };
  const before = (kind: KindName, id: unknown) => earlier.get(keyIn(kind, textOf(id)));
  return {
    /** The records of a kind; the emails of one automation. */
    live,
    /** Reads the records of a kind anew when they are needed again. */
    forget(kind: AnyKind): void {
      for (const name of read.keys()) if (name.startsWith(`${kind} of `)) read.delete(name);
    },
    earlierName: (kind: KindName, id: unknown) => before(kind, id)?.name,
    /** What a deleted record refers to: by its id if that lives, by what it became, or by the name that it had. */
    async find(kind: KindName, id: unknown): Promise<Loose | undefined> {
      const all = await live(kind);
      const was = before(kind, id);
      const keys = was ? again.since(kind, was.key) : [];
      return (
        all.find(one => textOf(one['id']) === textOf(id)) ??
        all.find(one => keys.includes(keyOf(kind, one))) ??
        all.findLast(one => was !== undefined && nameOf(kind, one) === was.name)
      );
    },
    /** A record that is gone, by the name that it had or its id, and the copy that has it. */
    goneInWords(kind: KindName, id: unknown): string {
      const was = before(kind, id);
      const {one} = kinds[kind].collection.noun;
      return was === undefined ? `the ${one} ${textOf(id)}` : `the ${one} "${was.name}" (its copy is ${was.copy})`;
    },
  };
}

/** What the records of all copies were called, without contacts, by kind and id. */
async function readEarlier(context: Context) {
  const earlier = new Map<string, {readonly name: string; readonly key: string; readonly copy: string}>();
  for (const copy of keptNames(context.host)) {
    try {
      for await (const {kind = '', record} of linesOfCopy(context, copy))
        if (record && isKindName(kind))
          earlier.set(keyIn(kind, textOf(record['id'])), {name: nameOf(kind, record), key: keyOf(kind, record), copy});
    } catch (error) {
      // Where the runs are listed, a copy that cannot be read is named.
      if (!(error instanceof EmkError)) throw error;
    }
  }
  return earlier;
}
