import {createHash} from 'node:crypto';
import {census, nameKey} from '../../change/identity/identities.js';
import {compareUnits} from '../../core/words/values.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import type {AccountRecord} from './entries.js';
import {addressIn, type Entry, type EntryValue, isEntry, type Key, type Keys, type KindName} from './keys.js';
import {kinds} from './kinds.js';
import type {FieldChange, RecordChange} from './shapes.js';

/** What of the things that are in no file is deleted: all with `--prune`, unsubscribes only with `--mail-again` too. */
export type Pruning = {readonly prune: boolean; readonly mail_again?: boolean | undefined};

/** A change with the entry that it makes true, and the record that is there. */
export type Step = RecordChange & {
  readonly entry: Entry;
  readonly there?: AccountRecord | undefined;
};

/** Compares records of a kind by name: the steps that make the account as wanted. */
export function compareByName(
  kind: KindName,
  entries: readonly Entry[],
  held: readonly AccountRecord[],
  pruning: Pruning,
): readonly Step[] {
  const {keys, identity} = kinds[kind];
  const left = new Map(held.map(one => [nameKey(kind, one.name), one]));
  const wanted = entries.flatMap((entry): readonly Step[] => {
    const name = String(entry[identity] ?? '');
    const there = left.get(nameKey(kind, name));
    left.delete(nameKey(kind, name));
    const fields = fieldChanges(keys, there?.entry ?? {}, entry, pruning).filter(({key}) => key !== identity);
    return there && fields.length === 0
      ? []
      : [{action: there ? 'update' : 'create', kind, name, fields, entry, there}];
  });
  const gone = prunes(pruning, keys[identity]) ? [...left.values()] : [];
  return [...wanted, ...gone.map(there => deletionStep(kind, there))];
}

export const deletionStep = (kind: KindName, there: AccountRecord): Step => ({
  ...{action: 'delete', kind, name: there.name, fields: [], entry: {}, there},
  ...(there.people !== undefined && {people: there.people}),
});

/** Whether what is in no file goes, for a list or for the records that a key identifies. */
const prunes = ({prune, mail_again}: Pruning, key: Key | undefined): boolean =>
  prune && (!key?.unsubscribes || mail_again === true);

/** The keys of a record that must change. People who are not in the file stay in a list unless pruned. */
export const fieldChanges = (keys: Keys, from: Entry, to: Entry, pruning: Pruning): readonly FieldChange[] =>
  Object.entries(keys).flatMap(([name, key]): readonly FieldChange[] => {
    const [before, after] = [from[name] ?? emptyOf(key), to[name] ?? emptyOf(key)];
    if (key.ignored || canonical(before, key) === canonical(after, key)) return [];
    if (key.body) return [{key: name, from: String(before).length, to: String(after).length}];
    if (!Array.isArray(before) || !Array.isArray(after) || !isUnordered(key))
      return [{key: name, from: before, to: after}];
    const added = without(after, before, key);
    const removed = prunes(pruning, key) || !isOfPeople(key) ? without(before, after, key) : [];
    return added.length + removed.length === 0 ? [] : [{key: name, added, removed}];
  });

/** Whether the order of a list does not matter: people, emails, and names of other records. */
const isUnordered = (key: Key): boolean => key.type === 'entries' || key.address === true || key.refers !== undefined;

/** A long text in the form for comparison: editors add a line end, and git changes line ends on some systems. */
const plainBody = (text: string): string => trim(text.replaceAll('\r\n', '\n'));

/** The values that one list has more often than the other. */
function without(some: readonly EntryValue[], others: readonly EntryValue[], key: Key): readonly EntryValue[] {
  const left = census(others, other => canonical(other, key));
  return some.filter(value => left.take(canonical(value, key)) === undefined);
}

/** The people whom a change removes from a list. */
export const removedPeople = ({fields}: Pick<RecordChange, 'fields'>): readonly EntryValue[] =>
  membersIn(fields, 'recipients').removed;

type Members = {readonly added: readonly EntryValue[]; readonly removed: readonly EntryValue[]};

/** What to add to the list of a record, and what to remove. */
export function membersIn(fields: readonly FieldChange[], key: string): Members {
  const field = fields.find(each => each.key === key);
  return field && 'added' in field ? field : {added: [], removed: []};
}

/** A list of people, which come and go by themselves. */
const isOfPeople = ({type, address, below, identity = ''}: Key): boolean =>
  (type === 'texts' && address === true) || below?.[identity]?.address === true;

/** A value as a text that is equal for all values that mean the same: a person is an address, whatever the name. */
function canonical(value: EntryValue, key: Key): string {
  if (isOfPeople(key) && !Array.isArray(value)) return foldAddress(addressIn(value));
  if (isEntry(value)) return canonicalText(key.below ?? {}, value);
  if (!Array.isArray(value)) {
    if (key.address) return foldAddress(String(value));
    return key.body ? plainBody(String(value)) : String(value);
  }
  const each = value.map(one => canonical(one, key));
  return JSON.stringify(isUnordered(key) ? each.sort(compareUnits) : each);
}

const canonicalText = (keys: Keys, entry: Entry): string =>
  JSON.stringify(Object.entries(keys).map(([name, key]) => [name, canonical(entry[name] ?? emptyOf(key), key)]));

export const emptyOf = ({type}: Key): EntryValue =>
  type === 'text' ? '' : type === 'integer' ? 0 : type === 'flag' ? false : [];

/** A short text that changes with everything that files say about a record. People on its lists come and go by themselves. */
export function printOf(kind: KindName, entry: Entry): string {
  const keys = Object.entries(kinds[kind].keys).filter(([, key]) => !key.ignored && !isOfPeople(key));
  return createHash('sha256')
    .update(canonicalText(Object.fromEntries(keys), entry))
    .digest('hex')
    .slice(0, 16);
}
