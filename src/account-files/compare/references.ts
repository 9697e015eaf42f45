import type {AccountRecord} from '../account/read-account.js';
import type {PlacedEntry} from '../folder/check-shape.js';
import type {Source} from '../folder/mistakes.js';
import type {AccountFiles} from '../folder/read-files.js';
import {kinds} from '../kinds/kinds.js';
import {type Key, type Keys, type KindName, textsOf} from '../kinds/shape.js';
import type {Change} from '../results.schema.js';

type Reference = {readonly text: string; readonly key: Key; readonly at: PlacedEntry['at']};

/** Every name in an entry that refers to another record. */
export const referencesIn = ({entry, at, places}: PlacedEntry, keys: Keys): readonly Reference[] =>
  textsOf(entry, keys).flatMap(({text, key, path}) => (key.refers ? [{text, key, at: places.get(path) ?? at}] : []));

/** The record that a text refers to; undefined if it is not an audience's name. */
export function targetOf(text: string, {refers}: Key): {readonly kind: KindName; readonly name: string} | undefined {
  if (refers !== undefined && refers !== 'audience') return {kind: refers, name: text};
  const [, word, name = ''] = /^(list|segment):(.+)$/s.exec(text) ?? [];
  return word === undefined ? undefined : {kind: word === 'segment' ? 'segments' : 'lists', name};
}

/** Who uses a record, in words, by the record's kind and name. */
export type UsedBy = Map<string, string>;

/** Notes that a record which stays needs everything it refers to. */
export function noteUses(kind: KindName, {name, entry}: AccountRecord, users: UsedBy): void {
  const nowhere = {line: 0, column: 0};
  for (const {text, key} of referencesIn({entry, at: nowhere, places: new Map()}, kinds[kind].keys)) {
    const target = targetOf(text, key);
    if (target) users.set(nameOf(target), `the ${kinds[kind].collection.noun.one} "${name}"`);
  }
}

/** A record by kind and name, as one text. */
export const nameOf = ({kind, name}: {readonly kind: KindName; readonly name: string}): string => `${kind}\n${name}`;

/** The entry of a change, and the keys of it that would be sent; undefined for a deletion. */
export function writtenBy(
  {action, kind, name, fields}: Change,
  files: AccountFiles,
): {readonly placed: PlacedEntry; readonly source: Source; readonly keys: Keys} | undefined {
  const file = files.get(kind);
  const placed = file?.entries.find(({entry}) => entry[kinds[kind].identity] === name);
  if (!file || !placed || action === 'delete') return undefined;
  const changed = new Set(fields.map(({key}) => key));
  const keys = Object.entries(kinds[kind].keys).filter(([key]) => action === 'create' || changed.has(key));
  return {placed, source: file.source, keys: Object.fromEntries(keys)};
}
