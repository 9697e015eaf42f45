import {keyNamed} from '../../commands/command-names.js';
import {closest} from '../../core/words/closest.js';
import {withMore} from '../../core/words/sentence.js';
import {lookUp} from '../../core/words/values.js';
import {todaysAudience} from '../../endpoints/audience.js';
import type {TextPlace} from '../../records/fields/finding.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {type Entry, type EntryValue, isEmptyValue, type Key, type Keys, kindNames} from './keys.js';
import {kinds} from './kinds.js';
import type {Note} from './mistakes.js';
import type {YamlNode} from './yaml.js';

/** An entry with the places of its values, by path: `emails.0.from`. */
export type PlacedEntry = {
  readonly entry: Entry;
  readonly at: TextPlace;
  readonly places: ReadonlyMap<string, TextPlace>;
};

export type ListShape = {
  readonly keys: Keys;
  readonly identity: string;
  /** Whether an entry may lack that key: the account may have an email without a subject. */
  readonly maybeNameless?: boolean;
};

/** Reads a list of entries from a file, and notes every invalid key and value, and two entries with one name. */
export function readEntries(node: YamlNode, shape: ListShape, note: Note): readonly PlacedEntry[] {
  if (node.is === 'nothing') return [];
  if (node.is !== 'list') {
    note(node.at, `This must be a list, not ${kindOf(node)}.`, 'Start each entry with "- ".');
    return [];
  }
  const {keys, identity} = shape;
  const met = new Map<string, TextPlace>();
  return node.items.flatMap((item): PlacedEntry[] => {
    const places = new Map<string, TextPlace>();
    const entry = readEntry(item, shape, {note, places, path: ''});
    if (entry === undefined) return [];
    const at = places.get(identity) ?? item.at;
    const called = String(entry[identity] ?? '');
    const folded = keys[identity]?.address ? foldAddress(called) : called;
    const first = met.get(folded);
    if (first && called !== '') {
      const says = `Line ${first.line} has the ${identity} "${called}" already.`;
      note(at, says, 'Change or remove one of the two. emk tells records apart by this value.');
    }
    met.set(folded, first ?? at);
    return [{entry, at, places}];
  });
}

/** Where a value of an entry is; where the entry is, if the value has no place of its own. */
export const whereIs = ({places, at}: PlacedEntry, path: string): TextPlace => places.get(path) ?? at;

type ReadingEntry = {readonly note: Note; readonly places: Map<string, TextPlace>; readonly path: string};

function readEntry(
  node: YamlNode,
  {keys, identity, maybeNameless}: ListShape,
  reading: ReadingEntry,
): Entry | undefined {
  const {note} = reading;
  if (node.is !== 'map') {
    note(node.at, `This must be keys with values, not ${kindOf(node)}.`, `For example: - ${identity}: …`);
    return undefined;
  }
  const found: [string, EntryValue][] = [];
  for (const {key: typed, at, value} of node.pairs) {
    const name = keyNamed(typed, keys);
    const key = lookUp(keys, name);
    if (key === undefined) {
      note(at, `There is no key "${typed}" here.`, keyHint(typed, Object.keys(keys)));
      continue;
    }
    const path = `${reading.path}${name}`;
    reading.places.set(path, value.is === 'nothing' ? at : value.at);
    const read = value.is === 'nothing' ? undefined : readValue(value, key, name, {...reading, path});
    if (read !== undefined && !isEmptyValue(read)) found.push([name, read]);
  }
  const entry = Object.fromEntries(found);
  if (entry[identity] === undefined && !maybeNameless) note(node.at, `The key ${identity} is missing here.`);
  return entry;
}

/** What a value of each type is called in files and in their schema, and how one that is written as a text is read. */
const types: Readonly<
  Record<
    Key['type'],
    {readonly called: string; readonly schema: string; read?(text: string, key: Key): EntryValue | undefined}
  >
> = {
  text: {called: 'a text', schema: 'string', read: (text, {refers}) => textIn(text, refers)},
  integer: {
    ...{called: 'a whole number', schema: 'integer'},
    read: text => (/^-?\d{1,15}$/.test(text) ? Number(text) : undefined),
  },
  flag: {
    ...{called: 'true or false', schema: 'boolean'},
    read: text => (/^(?:true|false)$/.test(text) ? text === 'true' : undefined),
  },
  texts: {called: 'a list of texts', schema: 'array'},
  entries: {called: 'a list', schema: 'array'},
};

function readValue(node: YamlNode, key: Key, name: string, reading: ReadingEntry): EntryValue | undefined {
  const {called, read} = types[key.type];
  if (key.type === 'texts' && node.is === 'list') return readTexts(node.items, key, name, reading);
  if (key.type === 'entries' && node.is === 'list') {
    const {below = {}, identity = ''} = key;
    const shape = {keys: below, identity, maybeNameless: !below[identity]?.address};
    return node.items.flatMap(
      (item, index) => readEntry(item, shape, {...reading, path: `${reading.path}.${index}.`}) ?? [],
    );
  }
  const value = node.is === 'scalar' ? read?.(node.text, key) : undefined;
  if (value === undefined) reading.note(node.at, `${name} is ${called}, not ${kindOf(node)}.`);
  return value;
}

function readTexts(items: readonly YamlNode[], key: Key, name: string, {note, places, path}: ReadingEntry): string[] {
  const met = new Set<string>();
  return items.flatMap((item, index) => {
    if (item.is !== 'scalar') {
      note(item.at, `${name} is a list of texts, but this is ${kindOf(item)}.`);
      return [];
    }
    const text = textIn(item.text, key.refers);
    const folded = key.address ? foldAddress(text) : text;
    if (met.has(folded) && (key.address || key.refers)) {
      note(item.at, `"${text}" is in ${name} twice.`, `Name "${text}" once.`);
    }
    met.add(folded);
    places.set(`${path}.${index}`, item.at);
    return [text];
  });
}

/** A text as files have it today. */
const textIn = (text: string, refers: Key['refers']): string =>
  refers === 'audience' ? todaysAudience(trim(text)) : trim(text);

/** The key that was most likely meant, or all keys. */
export function keyHint(name: string, names: readonly string[]): string {
  const guess = closest(name, names);
  return guess === undefined ? `There are: ${withMore(names, names.length, 20)}.` : `Did you mean "${guess}"?`;
}

function kindOf(node: YamlNode): string {
  if (node.is === 'scalar') return node.text.length > 40 ? 'a long text' : `"${node.text}"`;
  return {map: 'keys with values', list: 'a list', nothing: 'nothing'}[node.is];
}

export type EntriesSchema = {readonly [keyword: string]: unknown};

/** The schema of every file of an account, made from the keys that emk reads. One schema serves all files. */
export const accountSchema = (): EntriesSchema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'The files of an account, as emk reads and writes them',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    kindNames.map(kind => {
      const {keys, identity} = kinds[kind];
      return [kind, schemaOfList(keys, identity)];
    }),
  ),
});

/** A list of entries with these keys. The account's own records may lack all but the identifying one. */
export const schemaOfList = (keys: Keys, identity: string | undefined): EntriesSchema => ({
  type: ['array', 'null'],
  items: {
    type: 'object',
    additionalProperties: false,
    required: identity === undefined ? [] : [identity],
    properties: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, ofKey(key)])),
  },
});

function ofKey({help: description, type, choices, below = {}, identity = ''}: Key): EntriesSchema {
  if (type === 'entries') return {description, ...schemaOfList(below, below[identity]?.address ? identity : undefined)};
  if (type === 'texts') return {description, type: 'array', items: {type: 'string'}};
  return {description, type: types[type].schema, ...(choices && {enum: choices})};
}
