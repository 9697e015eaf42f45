import {keyNamed} from '../../commands/command-names.js';
import {closest} from '../../core/words/closest.js';
import {capital} from '../../core/words/sentence.js';
import {lookUp} from '../../core/words/values.js';
import {todaysAudience} from '../../endpoints/audience.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import {type Entry, isEmptyValue, type Key, type Keys, kindNames, type Value} from './keys.js';
import {kinds} from './kinds.js';
import type {Note, Place} from './mistakes.js';
import type {YamlNode} from './yaml.js';

/** An entry with the places of its values, by path: `emails.0.from`. */
export type PlacedEntry = {readonly entry: Entry; readonly at: Place; readonly places: ReadonlyMap<string, Place>};

export type ListShape = {
  readonly keys: Keys;
  readonly identity: string;
  readonly one: string;
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
  const {keys, identity, one} = shape;
  const met = new Map<string, Place>();
  return node.items.flatMap((item): PlacedEntry[] => {
    const places = new Map<string, Place>();
    const entry = readEntry(item, shape, {note, places, path: ''});
    if (entry === undefined) return [];
    const at = places.get(identity) ?? item.at;
    const called = String(entry[identity] ?? '');
    const folded = keys[identity]?.address ? foldAddress(called) : called;
    const first = met.get(folded);
    if (first && called !== '') {
      const says = `Line ${first.line} has ${article(one)} with the ${identity} "${called}" already.`;
      note(at, says, 'Change or remove one of the two. emk tells records apart by this value.');
    }
    met.set(folded, first ?? at);
    return [{entry, at, places}];
  });
}

/** Where a value of an entry is; where the entry is, if the value has no place of its own. */
export const whereIs = ({places, at}: PlacedEntry, path: string): Place => places.get(path) ?? at;

type Reading = {readonly note: Note; readonly places: Map<string, Place>; readonly path: string};

function readEntry(
  node: YamlNode,
  {keys, identity, one, maybeNameless}: ListShape,
  reading: Reading,
): Entry | undefined {
  const {note} = reading;
  if (node.is !== 'map') {
    note(node.at, `This must be ${article(one)}, not ${kindOf(node)}.`, `For example: - ${identity}: …`);
    return undefined;
  }
  const found: [string, Value][] = [];
  for (const {key: typed, at, value} of node.pairs) {
    const name = keyNamed(typed, keys);
    const key = lookUp(keys, name);
    if (key === undefined) {
      note(at, `${capital(article(one))} has no key "${typed}".`, keyHint(typed, Object.keys(keys)));
      continue;
    }
    const path = `${reading.path}${name}`;
    reading.places.set(path, value.is === 'nothing' ? at : value.at);
    const read = readValue(value, key, name, {...reading, path});
    if (read !== undefined && !isEmptyValue(read)) found.push([name, read]);
  }
  const entry = Object.fromEntries(found);
  if (entry[identity] === undefined && !maybeNameless) {
    note(node.at, `This ${one} has no ${identity}.`, `Give it one: ${identity}: …`);
  }
  return entry;
}

function readValue(node: YamlNode, key: Key, name: string, reading: Reading): Value | undefined {
  const wrong = (wanted: string): undefined => {
    reading.note(node.at, `${name} is ${wanted}, not ${kindOf(node)}.`);
  };
  if (node.is === 'nothing') return undefined;
  switch (key.type) {
    case 'text':
      return node.is === 'scalar' ? textIn(node.text, key) : wrong('a text');
    case 'integer':
      return node.is === 'scalar' && !node.quoted && /^-?\d{1,15}$/.test(node.text)
        ? Number(node.text)
        : wrong('a whole number');
    case 'flag':
      return node.is === 'scalar' && !node.quoted && /^(?:true|false)$/.test(node.text)
        ? node.text === 'true'
        : wrong('true or false');
    case 'texts':
      return readTexts(node, key, name, reading) ?? wrong('a list of texts');
    case 'entries': {
      if (node.is !== 'list') return wrong('a list');
      const {below = {}, identity = ''} = key;
      const shape = {keys: below, identity, one: name.replace(/s$/, ''), maybeNameless: !below[identity]?.address};
      return node.items.flatMap((item, index) => {
        const entry = readEntry(item, shape, {...reading, path: `${reading.path}.${index}.`});
        return entry ? [entry] : [];
      });
    }
  }
}

function readTexts(node: YamlNode, key: Key, name: string, {note, places, path}: Reading): string[] | undefined {
  const items = node.is === 'list' ? node.items : undefined;
  const met = new Set<string>();
  return items?.flatMap((item, index) => {
    if (item.is !== 'scalar') {
      note(item.at, `${name} is a list of texts, but this is ${kindOf(item)}.`);
      return [];
    }
    const text = textIn(item.text, key);
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
const textIn = (text: string, {refers}: Key): string =>
  refers === 'audience' ? todaysAudience(trim(text)) : trim(text);

/** The key that was most likely meant, or all keys. */
export function keyHint(name: string, names: readonly string[]): string {
  const guess = closest(name, names);
  return guess === undefined ? `There are: ${names.join(', ')}.` : `Did you mean "${guess}"?`;
}

function kindOf(node: YamlNode): string {
  if (node.is === 'scalar') return node.text.length > 40 ? 'a long text' : `"${node.text}"`;
  return {map: 'keys with values', list: 'a list', nothing: 'nothing'}[node.is];
}

const article = (noun: string): string => `${/^[aeiou]/.test(noun) && !noun.startsWith('unique') ? 'an' : 'a'} ${noun}`;

export type Schema = {readonly [keyword: string]: unknown};

/** The schema of every file of an account, made from the keys that emk reads. One schema serves all files. */
export const accountSchema = (): Schema => ({
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'The files of an account, as emk reads and writes them',
  type: 'object',
  additionalProperties: false,
  properties: Object.fromEntries(
    kindNames.map(kind => {
      const {about: description, keys, identity} = kinds[kind];
      return [kind, {description, ...listOf(keys, identity)}];
    }),
  ),
});

/** A list of entries with these keys. The account's own records may lack all but the identifying one. */
export const listOf = (keys: Keys, identity: string | undefined): Schema => ({
  type: ['array', 'null'],
  items: {
    type: 'object',
    additionalProperties: false,
    required: identity === undefined ? [] : [identity],
    properties: Object.fromEntries(Object.entries(keys).map(([name, key]) => [name, ofKey(key)])),
  },
});

function ofKey(key: Key): Schema {
  const {help: description, type, below = {}, identity = ''} = key;
  const types = {
    text: {type: 'string', ...limitsOf(key)},
    integer: {type: 'integer'},
    flag: {type: 'boolean'},
    texts: {type: 'array', items: {type: 'string', ...limitsOf(key)}},
    entries: listOf(below, below[identity]?.address ? identity : undefined),
  };
  return {description, ...types[type]};
}

function limitsOf({choices, limits, refers, body}: Key): Schema {
  if (refers === 'audience') return {pattern: '^(?:list|segment):'};
  if (body) return {pattern: `\\.${body}$`};
  return {
    ...(choices && {enum: choices}),
    ...(limits?.min !== undefined && {minLength: limits.min}),
    ...(limits?.max !== undefined && {maxLength: limits.max}),
    ...(limits?.pattern && {pattern: limits.pattern.source}),
  };
}
