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
import {
  type Journal,
  type MadeIds,
  openJournal,
  readJournal,
  VERSION,
  type WorkRecord,
} from '../../change/work/journal.js';
import {itemsIn, replay} from '../../change/work/state.js';
import {ConfigError, EmkError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import schedules from '../../endpoints/automation-emails.js';
import {customValues, isNotDeleted} from '../../records/fields/path.js';
import {isKindName, type KindName, kindNames} from '../account/keys.js';
import {kinds, textOfValue} from '../account/kinds.js';
import {type Doubt, doubtsIn} from '../account/made.js';

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

/** A kind of which a copy may have a record, and the account one that it has become. */
export type AnyKind = KindName | 'automations emails';

/** The kinds whose records come back one by one, in this order; mailings come back by their own gate. */
export const ownKinds: readonly AnyKind[] = kindNames
  .filter(kind => kinds[kind].create !== undefined && kinds[kind].can.delete === true)
  .flatMap(kind => (kind === 'automations' ? [kind, 'automations emails' as const] : [kind]));

export const collectionOf = (kind: AnyKind): Collection =>
  kind === 'automations emails' ? schedules : kinds[kind].collection;

export const keyOfRecord = (kind: AnyKind, record: Loose): string => textOfValue(record[collectionOf(kind).key]);

export const nameOfRecord = (kind: AnyKind, record: Loose): string => textOfValue(record[identityOf(kind).field]);

export const keyIn = (kind: AnyKind, id: string): string => `${kind} ${id}`;

/** What became of the records of copies. It stays with the state of emk, so that the same line goes on and adds nothing twice. */
export type MadeAgain = Awaited<ReturnType<typeof openMadeAgain>>;

/** Reads what all copies have become, and notes what becomes of one. */
export async function openMadeAgain({host, account}: Context, copy: string) {
  const header = {kind: 'header', version: VERSION, way: 'undo', ...targetOf(await account())} as const;
  const next = new Map<string, string>();
  const copies = new Map<string, string>();
  const learn = (of: string, made: MadeIds): void => {
    for (const [key, id] of made) {
      next.set(key, String(id));
      copies.set(keyIn(key.slice(0, key.lastIndexOf(' ')) as AnyKind, String(id)), of);
    }
  };
  const doubts = new Map<string, Doubt>();
  for (const name of keptNames(host)) {
    const {made, open} = replay(readJournal(placeOf(host, name)).records);
    learn(name, [...made]);
    for (const step of name === copy ? doubtsIn(open) : [])
      for (const {key} of itemsIn(step.about)) doubts.set(key, step);
  }
  let file: Journal | undefined;
  const seen = (record: WorkRecord): void => learn(copy, 'made' in record ? (record.made ?? []) : []);
  const journal = (): Journal => {
    file ??= openJournal(placeOf(host, copy), header, {seen});
    return file;
  };
  return {
    /** The id of a record and those that it has had since, the last one last. */
    idsOf(kind: AnyKind, old: string): readonly string[] {
      const ids = [old];
      for (let id = next.get(keyIn(kind, old)); id !== undefined && !ids.includes(id); id = next.get(keyIn(kind, id)))
        ids.push(id);
      return ids;
    },
    /** The copy of which an undo made this record; undefined if none did. */
    copyOf: (kind: AnyKind, id: string) => copies.get(keyIn(kind, id)),
    /** The creations of which nobody knows whether they happened, by record. */
    doubts,
    /** Writes down what a record in doubt has become. */
    settle(kind: AnyKind, old: string, id: string): void {
      const {step, about: there} = doubts.get(keyIn(kind, old)) ?? {};
      if (step !== undefined && there !== undefined)
        journal().note({kind: 'settled', step, there, absent: {items: []}, made: [[keyIn(kind, old), id]]});
    },
    begin: (...step: Parameters<Journal['begin']>) => journal().begin(...step),
    answer: (...answer: Parameters<Journal['answer']>) => journal().answer(...answer),
    close: () => file?.close(),
  };
}

const placeOf = (host: Host, copy: string) => ({
  path: join(restoredFolder(host), `${copy}.jsonl`),
  again: 'run the same line again.',
  or: 'Or delete that file: emk then no longer knows what it has brought back of this copy.',
  ifDamaged: 'Delete that file. emk then no longer knows what it has brought back of this copy.',
});

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
  return {
    /** The records of a kind; the emails of one automation. */
    live,
    /** Reads the records of a kind anew when they are needed again. */
    forget(kind: AnyKind): void {
      for (const name of read.keys()) if (name.startsWith(`${kind} of `)) read.delete(name);
    },
    /** What a record was called when it was deleted, and the copy that has it; undefined if none does. */
    earlier: (kind: KindName, id: unknown) => earlier.get(keyIn(kind, textOfValue(id))),
    /** What a deleted record refers to: by its id if that lives, by what it became, or by the name that it had. */
    async find(kind: KindName, id: unknown): Promise<Loose | undefined> {
      const all = await live(kind);
      const was = earlier.get(keyIn(kind, textOfValue(id)));
      const keys = was ? again.idsOf(kind, was.key) : [];
      return (
        all.find(one => textOfValue(one['id']) === textOfValue(id)) ??
        all.find(one => keys.includes(keyOfRecord(kind, one))) ??
        all.findLast(one => was !== undefined && nameOfRecord(kind, one) === was.name)
      );
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
          earlier.set(keyIn(kind, textOfValue(record['id'])), {
            name: nameOfRecord(kind, record),
            key: keyOfRecord(kind, record),
            copy,
          });
    } catch (error) {
      // Where the runs are read, a copy that cannot be is named.
      if (!(error instanceof EmkError)) throw error;
    }
  }
  return earlier;
}
