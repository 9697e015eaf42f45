import {join} from 'node:path';
import {keptNames, keptPath, readEveryCopy, readKeptLines, restoredFolder} from '../../accounts/kept-deletions.js';
import {targetOf} from '../../accounts/target.js';
import {allRecords} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/operation.js';
import type {Loose} from '../../api/describe/schema.js';
import {identityOf} from '../../change/identity/identities.js';
import {type Begun, type Journal, openJournal, readJournal, VERSION} from '../../change/work/journal.js';
import {itemsIn, replay} from '../../change/work/state.js';
import type {Context} from '../../commands/command.js';
import type {KeptKind} from '../../commands/keeping/keeping.js';
import {listedRecords} from '../../commands/records.js';
import type {Host} from '../../core/system/host.js';
import schedules from '../../endpoints/automation-emails.js';
import {customValues, isNotDeleted} from '../../records/fields/path.js';
import {isKindName, type KindName} from '../account/keys.js';
import {kinds, textOf} from '../account/kinds.js';

/** What a copy holds, without the contacts themselves: they may be too many for memory. */
export type Copied = {
  readonly name: string;
  readonly path: string;
  readonly has: ReadonlySet<KeptKind>;
  recordsOf(kind: KeptKind): readonly Loose[];
  /** The highest row that there was of a kind when the copy was made: later rows were created since. */
  lastRowOf(kind: KeptKind): number;
  /** The lists of its contacts, each with the name that its contacts say. */
  readonly listsOfContacts: ReadonlyMap<number, string | undefined>;
  readonly customFields: ReadonlySet<string>;
};

/** Reads a copy, and refuses one that this emk knows only in part, before anything is changed. */
export async function readCopy(context: Context, name: string): Promise<Copied> {
  const path = keptPath(context.host, name);
  const has = new Set<KeptKind>();
  const records = new Map<KeptKind, Loose[]>();
  const lastRows = new Map<string, number>();
  const listsOfContacts = new Map<number, string | undefined>();
  const customFields = new Set<string>();
  const seeRow = (kind: string, row: unknown): void =>
    void lastRows.set(kind, Math.max(lastRows.get(kind) ?? 0, Number(row)));
  for await (const line of readKeptLines(context, path)) {
    if ('last_row' in line) {
      for (const [kind, row] of Object.entries(line.last_row)) seeRow(kind, row);
      continue;
    }
    const {kind, record} = line;
    has.add(kind);
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
  const counts = {
    recordsOf: (kind: KeptKind) => records.get(kind) ?? [],
    lastRowOf: (kind: KeptKind) => lastRows.get(kind) ?? 0,
  };
  return {name, path, has, ...counts, listsOfContacts, customFields};
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
export type MadeAgain = Pick<Journal, 'answer' | 'close'> & {
  /** The ids that a record has had since, the last one last. */
  since(kind: AnyKind, old: string): readonly string[];
  /** The copy of which an undo made this record; undefined if none did. */
  madeOf(kind: AnyKind, id: string): string | undefined;
  /** Since when nobody knows whether a record was made again: then it is in a later row. */
  inDoubt(kind: AnyKind, old: string): Since | undefined;
  readonly doubts: readonly Since[];
  /** Writes down that a record is about to be made again, and returns the number of the step. */
  begin(kind: AnyKind, old: string, lastRow: number): number;
  /** Writes down what it has become. */
  made(step: number, kind: AnyKind, old: string, id: string): void;
};

type Since = NonNullable<Begun['since']>;

const keyIn = (kind: AnyKind, id: string): string => `${kind} ${id}`;

/** Reads what all copies have become, and notes what becomes of one. */
export async function openMadeAgain({host, account}: Context, copy: string): Promise<MadeAgain> {
  const target = targetOf(await account());
  const next = new Map<string, string>();
  const madeOf = new Map<string, string>();
  const doubts = new Map<string, Since>();
  const learn = (of: string, key: string, id: string): void => {
    next.set(key, id);
    madeOf.set(keyIn(key.slice(0, key.lastIndexOf(' ')) as AnyKind, id), of);
  };
  for (const name of keptNames(host)) {
    const state = replay(readJournal(placeOf(host, name)).records);
    for (const [key, id] of state.made) learn(name, key, String(id));
    if (name !== copy) continue;
    for (const {about, since} of state.open.values())
      for (const {kind, key} of itemsIn(about)) if (since) doubts.set(keyIn(kind as AnyKind, key), since);
  }
  let file: Journal | undefined;
  const journal = (): Journal => {
    file ??= openJournal(placeOf(host, copy), {kind: 'header', version: VERSION, way: 'undo', ...target});
    return file;
  };
  return {
    since(kind, old) {
      const ids: string[] = [];
      for (let id = next.get(keyIn(kind, old)); id !== undefined && !ids.includes(id); id = next.get(keyIn(kind, id)))
        ids.push(id);
      return ids;
    },
    madeOf: (kind, id) => madeOf.get(keyIn(kind, id)),
    inDoubt: (kind, old) => doubts.get(keyIn(kind, old)),
    doubts: [...doubts.values()],
    begin: (kind, old, lastRow) =>
      journal().begin('creates', {items: [{kind, key: old}]}, {since: {lastRow, startedAt: host.now().getTime()}}),
    answer: (...answer) => journal().answer(...answer),
    made(step, kind, old, id) {
      journal().answer(step, 'acknowledged', {made: [[keyIn(kind, old), id]]});
      learn(copy, keyIn(kind, old), id);
    },
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
export type Today = {
  live(kind: KindName): Promise<Loose[]>;
  emails(automation: string): Promise<Loose[]>;
  /** What a deleted record refers to: by its id if that lives, by what it became, or by the name that it had. */
  find(kind: KindName, id: unknown): Promise<Loose | undefined>;
  earlierName(kind: KindName, id: unknown): string | undefined;
  /** A record that is gone, by the name that it had or its id, and the copy that has it. */
  goneInWords(kind: KindName, id: unknown): string;
};

export async function readToday(context: Context, again: Pick<MadeAgain, 'since'>): Promise<Today> {
  const earlier = new Map<string, {readonly name: string; readonly key: string; readonly copy: string}>();
  for await (const {copy, kind, record} of readEveryCopy(context))
    if (isKindName(kind))
      earlier.set(keyIn(kind, textOf(record['id'])), {name: nameOf(kind, record), key: keyOf(kind, record), copy});
  const read = new Map<string, Promise<Loose[]>>();
  const once = (name: string, of: Collection, input: Loose = {}): Promise<Loose[]> => {
    const found = read.get(name) ?? allRecords(listedRecords(context, of, input), isNotDeleted);
    read.set(name, found);
    return found;
  };
  const live = (kind: KindName) => once(kind, kinds[kind].collection);
  const before = (kind: KindName, id: unknown) => earlier.get(keyIn(kind, textOf(id)));
  return {
    live,
    emails: utr => once(`emails ${utr}`, schedules, {utr}),
    earlierName: (kind, id) => before(kind, id)?.name,
    async find(kind, id) {
      const all = await live(kind);
      const was = before(kind, id);
      const keys = was ? again.since(kind, was.key) : [];
      return (
        all.find(one => textOf(one['id']) === textOf(id)) ??
        all.find(one => keys.includes(keyOf(kind, one))) ??
        all.findLast(one => was !== undefined && nameOf(kind, one) === was.name)
      );
    },
    goneInWords(kind, id) {
      const was = before(kind, id);
      const {one} = kinds[kind].collection.noun;
      return was === undefined ? `the ${one} ${textOf(id)}` : `the ${one} "${was.name}" (its copy is ${was.copy})`;
    },
  };
}
