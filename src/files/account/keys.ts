import type {Limits, Operation, Param} from '../../api/describe/schema.js';
import {optionName} from '../../commands/parameters.js';

/** A value in a file. An omitted key means the empty value. */
export type EntryValue = string | number | boolean | readonly EntryValue[] | Entry;

/** One record in a file: without ids, and with other records by name. */
export type Entry = {readonly [key: string]: EntryValue};

/** Whether a value is an entry with its own keys. */
export const isEntry = (value: EntryValue | undefined): value is Entry =>
  typeof value === 'object' && !Array.isArray(value);

/** Whether a value is empty, like an omitted key. */
export const isEmptyValue = (value: EntryValue): boolean =>
  value === '' || (Array.isArray(value) && value.length === 0);

/** One key of an entry: what it may contain, and what it means to the plan. */
export type Key = {
  readonly type: 'text' | 'integer' | 'flag' | 'texts' | 'entries';
  readonly help: string;
  /** The parameter that writes it, if a form of the service has one. */
  readonly param?: string;
  readonly required?: boolean;
  readonly choices?: readonly string[];
  readonly limits?: Limits;
  readonly address?: boolean;
  /** Its addresses get no mail while they are listed, so that only --mail-again deletes any. */
  readonly unsubscribes?: true;
  /** The list of places that it names one of; the place's id is sent. */
  readonly place?: 'countries' | 'states' | 'cities';
  /** The kind of record that it refers to; an audience is `list:<name>` or `segment:<name>`. */
  readonly refers?: KindName | 'audience';
  /** Its text is long, so it is in a separate file and the key has the path. */
  readonly body?: 'html' | 'json';
  /** Shown to people and used for creating, but never compared. */
  readonly ignored?: true;
  /** The keys of each entry below it, and the key that identifies those entries. */
  readonly below?: Keys;
  readonly identity?: string;
};

export type Keys = {readonly [name: string]: Key};

/** The address of a person on a list: the whole value, or that of an entry. */
export const addressIn = (value: EntryValue): string => String(isEntry(value) ? (value['email'] ?? '') : value);

/** What a key has besides its parameter: its own name, if the option's name has another meaning here. */
type More = Partial<Key> & {readonly as?: string};

/** The keys of some parameters, named like their options: people who know the commands know the files. */
export function keysFrom({params}: Operation, names: {readonly [parameter: string]: More}): Keys {
  return Object.fromEntries(
    Object.entries(names).map(([name, {as, ...more}]) => {
      const param = params[name];
      if (param === undefined) throw new Error(`There is no parameter ${name}.`);
      return [as ?? optionName(name, param), {...keyOf(param), param: name, ...more}];
    }),
  );
}

function keyOf({type, help, many, required, choices, limits, format, kinds}: Param): Key {
  const singleType = type === 'integer' || type === 'flag' ? type : 'text';
  return {
    type: many ? 'texts' : singleType,
    help,
    ...(required && {required}),
    ...(choices && {choices}),
    ...(limits && !kinds && {limits}),
    ...(format === 'address' && {address: true}),
    ...(kinds && {refers: 'audience'}),
  };
}

/** The kinds of record in files, in the order of their dependencies: the names of files, lists and commands. */
export const kindNames = [
  'lists',
  'fields',
  'groups',
  'unsubscribes',
  'senders',
  'templates',
  'segments',
  'automations',
  'mailings',
  'notifications',
] as const;

export type KindName = (typeof kindNames)[number];

export const isKindName = (name: string): name is KindName => (kindNames as readonly string[]).includes(name);

/** One text of an entry: its key, and its path in the entry, as `emails.0.subject`. */
export type TextAt = {readonly text: string; readonly key: Key; readonly path: string};

/** An entry with each of its texts changed, including those of nested entries. */
export const mapTexts = (entry: Entry, keys: Keys, change: (one: TextAt) => string, path = ''): Entry =>
  Object.fromEntries(
    Object.entries(entry).map(([name, value]) => [name, mapValue(value, keys[name], change, `${path}${name}`)]),
  );

function mapValue(value: EntryValue, key: Key | undefined, change: (one: TextAt) => string, path: string): EntryValue {
  if (key === undefined) return value;
  if (typeof value === 'string') return change({text: value, key, path});
  if (!Array.isArray(value)) return value;
  return value.map((one: EntryValue, at) =>
    isEntry(one)
      ? mapTexts(one, key.below ?? {}, change, `${path}.${at}.`)
      : mapValue(one, key, change, `${path}.${at}`),
  );
}

/** Every text of an entry. */
export function textsOfEntry(entry: Entry, keys: Keys): readonly TextAt[] {
  const texts: TextAt[] = [];
  mapTexts(entry, keys, one => {
    texts.push(one);
    return one.text;
  });
  return texts;
}
