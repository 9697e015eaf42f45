import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {keptNames, restoredFolder} from '../../accounts/kept-deletions.js';
import {readEveryCopy, readKeptLines} from '../../accounts/read-kept-deletion.js';
import {allRecords} from '../../api/answers/record-sources.js';
import type {Collection} from '../../api/describe/collection.js';
import type {Loose} from '../../api/describe/schema.js';
import {identityOf} from '../../change/identity/identities.js';
import type {Context} from '../../commands/command.js';
import type {KeptKind} from '../../commands/keeping/keeping.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import type {Host} from '../../core/system/host.js';
import {
  createJournalFile,
  type JournalFile,
  readJournalFile,
  reopenJournalFile,
} from '../../core/system/journal-file.js';
import schedules from '../../endpoints/automation-emails.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {isKindName, type KindName} from '../account/keys.js';
import {kinds, textOf} from '../account/kinds.js';

/** What a copy holds, without the contacts themselves: they may be too many for memory. */
export type Copied = {
  readonly has: ReadonlySet<KeptKind>;
  recordsOf(kind: KeptKind): readonly Loose[];
  /** The highest row that there was of a kind when the copy was made: later rows were created since. */
  lastRowOf(kind: KeptKind): number;
};

/** Reads a copy, and refuses one that this emk knows only in part, before anything is changed. */
export async function readCopy(context: Context, path: string): Promise<Copied> {
  const has = new Set<KeptKind>();
  const records = new Map<KeptKind, Loose[]>();
  const lastRows = new Map<string, number>();
  const seeRow = (kind: string, row: unknown): void =>
    void lastRows.set(kind, Math.max(lastRows.get(kind) ?? 0, Number(row)));
  for await (const line of readKeptLines(context, path)) {
    if ('last_row' in line) {
      for (const [kind, row] of Object.entries(line.last_row)) seeRow(kind, row);
      continue;
    }
    const {kind, record} = line;
    has.add(kind);
    if (kind === 'contacts') continue;
    seeRow(kind, record['id']);
    const some = records.get(kind);
    if (some) some.push(record);
    else records.set(kind, [record]);
  }
  return {has, recordsOf: kind => records.get(kind) ?? [], lastRowOf: kind => lastRows.get(kind) ?? 0};
}

/** A copy as if it held only some of its kinds. */
export const onlyOf = (copied: Copied, isWanted: (kind: KeptKind) => boolean): Copied => ({
  ...copied,
  has: new Set([...copied.has].filter(isWanted)),
  recordsOf: kind => (isWanted(kind) ? copied.recordsOf(kind) : []),
});

/** The kinds whose records come back one by one, in this order. */
export const ownKinds = ['lists', 'fields', 'senders', 'automations', 'automations emails', 'notifications'] as const;

export type OwnKind = (typeof ownKinds)[number];

export const collectionOf = (kind: OwnKind | KindName): Collection =>
  kind === 'automations emails' ? schedules : kinds[kind].collection;

export const keyOf = (kind: OwnKind | KindName, record: Loose): string => textOf(record[collectionOf(kind).key]);

export const nameOf = (kind: OwnKind | KindName, record: Loose): string => textOf(record[identityOf(kind).field]);

/** A request that is about to bring a record back, and the record that it has become. */
type Line =
  | {readonly version: 1}
  | {readonly kind: OwnKind; readonly old: string; readonly row: number; readonly startedAt: number}
  | {readonly kind: OwnKind; readonly old: string; readonly id: string};

/** A request of which nobody knows what it made: a record in a later row than this. */
type Begun = {readonly row: number; readonly startedAt: number};

/** What became of the records of copies. It stays with the state of emk, so that the same line goes on and adds nothing twice. */
export type MadeAgain = {
  /** The ids that this record has had since, the last one last. */
  since(kind: OwnKind | KindName, old: string): readonly string[];
  /** Whether an undo made this record: of any copy, or of this one. */
  isMade(kind: OwnKind, id: string): boolean;
  isOurs(kind: OwnKind, id: string): boolean;
  begun(kind: OwnKind, old: string): Begun | undefined;
  readonly open: readonly Begun[];
  begin(kind: OwnKind, old: string, begun: Begun): void;
  made(kind: OwnKind, old: string, id: string): void;
  close(): void;
};

const pathIn = (host: Host, copy: string): string => join(restoredFolder(host), `${copy}.jsonl`);

/** Reads what all copies have become, and notes what becomes of one. */
export function openMadeAgain(host: Host, copy: string): MadeAgain {
  const next = new Map<string, string>();
  const [made, ours] = [new Set<string>(), new Set<string>()];
  const open = new Map<string, Begun>();
  const take = (line: Line, isOurs: boolean): void => {
    if ('version' in line) return;
    const key = `${line.kind} ${line.old}`;
    if ('id' in line) {
      next.set(key, line.id);
      made.add(`${line.kind} ${line.id}`);
      if (isOurs) ours.add(`${line.kind} ${line.id}`);
    }
    if (!isOurs) return;
    if ('id' in line) open.delete(key);
    else open.set(key, line);
  };
  for (const name of keptNames(host))
    for (const line of readJournalFile<Line>(pathIn(host, name)).records) take(line, name === copy);
  let file: JournalFile<Line> | undefined;
  const write = (line: Line): void => {
    const path = pathIn(host, copy);
    file ??= existsSync(path) ? reopenJournalFile<Line>(path) : createJournalFile<Line>(path, {version: 1});
    file.append(line);
    take(line, true);
  };
  return {
    since(kind, old) {
      const ids: string[] = [];
      for (let id = next.get(`${kind} ${old}`); id !== undefined && !ids.includes(id); id = next.get(`${kind} ${id}`))
        ids.push(id);
      return ids;
    },
    isMade: (kind, id) => made.has(`${kind} ${id}`),
    isOurs: (kind, id) => ours.has(`${kind} ${id}`),
    begun: (kind, old) => open.get(`${kind} ${old}`),
    get open() {
      return [...open.values()];
    },
    begin: (kind, old, begun) => write({kind, old, ...begun}),
    made: (kind, old, id) => write({kind, old, id}),
    close: () => file?.close(),
  };
}

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

export async function readToday(context: Context, copied: Copied, again: MadeAgain): Promise<Today> {
  const earlier = new Map<string, {readonly name: string; readonly key: string; readonly copy?: string}>();
  const see = (kind: KeptKind, record: Loose, copy?: string): void => {
    if (!isKindName(kind)) return;
    const at = `${kind} ${textOf(record['id'])}`;
    earlier.set(at, {...earlier.get(at), name: nameOf(kind, record), key: keyOf(kind, record), ...(copy && {copy})});
  };
  for await (const {copy, kind, record} of readEveryCopy(context)) see(kind, record, copy);
  for (const kind of copied.has) for (const record of copied.recordsOf(kind)) see(kind, record);
  const read = new Map<string, Promise<Loose[]>>();
  const once = (name: string, of: Collection, input: Loose = {}): Promise<Loose[]> => {
    const found = read.get(name) ?? allRecords(listedRecords(context, of, input), isNotDeleted);
    read.set(name, found);
    return found;
  };
  const live = (kind: KindName) => once(kind, kinds[kind].collection);
  const before = (kind: KindName, id: unknown) => earlier.get(`${kind} ${textOf(id)}`);
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
      const words = `the ${kinds[kind].collection.noun.one} ${was === undefined ? textOf(id) : `"${was.name}"`}`;
      return was?.copy === undefined ? words : `${words} (its copy is ${was.copy})`;
    },
  };
}
