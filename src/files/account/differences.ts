import {createHash} from 'node:crypto';
import {census} from '../../change/identity/census.js';
import {nameKey} from '../../change/identity/identities.js';
import {compareUnits} from '../../core/words/values.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {AccountRecord} from './entries.js';
import {
  addressIn,
  type Entry,
  isEntry,
  isUnordered,
  type Key,
  type Keys,
  type KindName,
  plainBody,
  sameBody,
  type Value,
} from './keys.js';
import {kinds} from './kinds.js';
import type {Change, FieldChange} from './shapes.js';

/** What of the things that are in no file is deleted: all with `--prune`, unsubscribes only with `--mail-again` too. */
export type Pruning = {readonly prune: boolean; readonly mailAgain?: boolean | undefined};

/** Whether what is in no file goes, for a list or for the records that a key identifies. */
const prunes = ({prune, mailAgain}: Pruning, key: Key | undefined): boolean =>
  prune && (!key?.unsubscribes || mailAgain === true);

/** The keys of a record that must change. People who are not in the file stay in a list unless pruned. */
export const changesOf = (keys: Keys, from: Entry, to: Entry, pruning: Pruning): readonly FieldChange[] =>
  Object.entries(keys).flatMap(([name, key]) => changeOf(name, key, from[name], to[name], pruning));

function changeOf(
  name: string,
  key: Key,
  from: Value | undefined,
  to: Value | undefined,
  pruning: Pruning,
): FieldChange[] {
  if (key.ignored) return [];
  const [before, after] = [from ?? emptyOf(key), to ?? emptyOf(key)];
  if (key.body) {
    const [old, young] = [String(before), String(after)];
    return sameBody(old, young) ? [] : [{key: name, body: {from: old.length, to: young.length}}];
  }
  if (Array.isArray(before) && Array.isArray(after) && isUnordered(key)) {
    const removes = prunes(pruning, key) || !isOfPeople(key);
    return changeOfSet(name, key, before, after, removes);
  }
  return canonical(before, key) === canonical(after, key) ? [] : [{key: name, from: before, to: after}];
}

function changeOfSet(
  key: string,
  of: Key,
  before: readonly Value[],
  after: readonly Value[],
  removes: boolean,
): FieldChange[] {
  const added = without(after, before, of);
  const gone = without(before, after, of);
  // A person whose entry changed is replaced, so the old entry goes in any case.
  const replaced = new Set(added.map(value => identityOf(value, of)));
  const removed = removes ? gone : gone.filter(value => replaced.has(identityOf(value, of)));
  return added.length + removed.length === 0 ? [] : [{key, added, removed}];
}

/** The people whom a change removes from a list, except those whom it adds again with another name. */
export function removedPeople({fields}: {readonly fields: readonly FieldChange[]}): readonly Value[] {
  return fields.flatMap(field => {
    if (field.key !== 'recipients' || !('removed' in field)) return [];
    const added = new Set(field.added.map(nameIn));
    return field.removed.filter(value => !added.has(nameIn(value)));
  });
}

const nameIn = (value: Value): string => foldAddress(addressIn(value));

/** An entry as one text, equal for all that mean the same. People on its lists come and go by themselves. */
export const canonicalText = (keys: Keys, entry: Entry): string =>
  JSON.stringify(
    Object.entries(keys)
      .filter(([, key]) => !key.ignored && !isOfPeople(key))
      .map(([name, key]) => {
        const value = entry[name] ?? emptyOf(key);
        const many = Array.isArray(value) && isUnordered(key);
        return [name, many ? value.map(each => canonical(each, key)).sort(compareUnits) : canonical(value, key)];
      }),
  );

/** The values that one list has more often than the other. */
function without(some: readonly Value[], others: readonly Value[], key: Key): readonly Value[] {
  const left = census(others, other => canonical(other, key));
  return some.filter(value => left.take(canonical(value, key)) === undefined);
}

/** A list of people, which come and go by themselves. */
const isOfPeople = ({type, address, below, identity = ''}: Key): boolean =>
  (type === 'texts' && address === true) || below?.[identity]?.address === true;

const identityOf = (value: Value, key: Key): string =>
  key.identity === undefined || !isEntry(value)
    ? canonical(value, key)
    : foldAddress(String(value[key.identity] ?? ''));

/** A value in a form that is equal for all values that mean the same. */
function canonical(value: Value, key: Key): string {
  if (isEntry(value)) {
    const pairs = Object.entries(value)
      .filter(
        ([name, each]) => canonical(each, keyIn(key, name)) !== canonical(emptyOf(keyIn(key, name)), keyIn(key, name)),
      )
      .map(([name, each]) => [name, canonical(each, keyIn(key, name))] as const);
    return JSON.stringify(pairs.sort(([one], [other]) => compareUnits(one, other)));
  }
  if (Array.isArray(value)) return JSON.stringify(value.map(each => canonical(each, key)));
  return key.address ? foldAddress(String(value)) : key.body ? plainBody(String(value)) : String(value);
}

const keyIn = (key: Key, name: string): Key => key.below?.[name] ?? {type: 'text', help: ''};

const emptyOf = ({type}: Key): Value => (type === 'text' ? '' : type === 'integer' ? 0 : type === 'flag' ? false : []);

/** Compares records of a kind by name: the changes that make the account as wanted, each with its entry, and how many stay. */
export function compareByName(
  kind: KindName,
  entries: readonly Entry[],
  held: readonly AccountRecord[],
  pruning: Pruning,
): {readonly found: ReadonlyArray<{readonly change: Change; readonly entry: Entry}>; readonly left: number} {
  const {keys, identity} = kinds[kind];
  const left = new Map(held.map(one => [nameKey(kind, one.name), one]));
  const wanted = entries.flatMap(entry => {
    const name = String(entry[identity] ?? '');
    const there = left.get(nameKey(kind, name));
    left.delete(nameKey(kind, name));
    const fields = changesOf(keys, there?.entry ?? {}, entry, pruning).filter(({key}) => key !== identity);
    const action = there ? 'update' : 'create';
    return there && fields.length === 0 ? [] : [{change: {action, kind, name, fields} as const, entry}];
  });
  if (!prunes(pruning, keys[identity])) return {found: wanted, left: left.size};
  const gone = [...left.values()].map(({name}) => ({action: 'delete', kind, name, fields: []}) as const);
  return {found: [...wanted, ...gone.map(change => ({change, entry: {}}))], left: 0};
}

/** A short text that changes with everything that files say about a record. */
export const printOf = (kind: KindName, entry: Entry): string =>
  createHash('sha256').update(canonicalText(kinds[kind].keys, entry)).digest('hex').slice(0, 16);

/** The fingerprint of a record right after its creation: its emails are added later, and it is not live yet. */
export const createdPrint = (kind: KindName, {emails: _, live: __, ...entry}: Entry): string => printOf(kind, entry);
