import type {Begun, Id, Item, MadeIds, WorkRecord} from '../../work/record.js';
import {itemsIn} from '../../work/state.js';
import type {Made, MadeRecord} from '../folder/made.js';
import type {KindName} from '../kinds/shape.js';

/** A record of the account's files as an item of a journal. */
export const recordItem = (kind: KindName, name: string): Item => ({kind, key: name});

/** A person in a list, or an email of an automation. */
export const memberItem = (kind: KindName, name: string, value: string): Item => ({kind, within: name, key: value});

/** An import of contacts into a list, by the id of its run. */
export const importItem = (list: string, run: string): Item => ({kind: 'contacts', within: list, key: run});

/** What was made from a folder, after a record of its journal, which may be an answer to a step. */
export function afterRecord(made: Made, record: WorkRecord, stepOf: (step: number) => Begun | undefined): Made {
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
