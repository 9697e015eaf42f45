import type {Limits, Operation, Param} from '../../api/describe/schema.js';
import {optionName} from '../../commands/parameter-name.js';
import type {KindName} from './kind-names.js';

/** A value as it is in a file. A key that is left out has its empty value. */
export type Value = string | number | boolean | readonly Value[] | Entry;

/** One record as a file holds it: no ids, other records by their names. */
export type Entry = {readonly [key: string]: Value};

/** Whether a value is an entry with keys of its own. */
export const isEntry = (value: Value | undefined): value is Entry => typeof value === 'object' && !Array.isArray(value);

/** Whether a value says nothing: the same as its key left out. */
export const isEmptyValue = (value: Value): boolean => value === '' || (Array.isArray(value) && value.length === 0);

/** One key of an entry: what it may hold, and what it means to the plan. */
export type Key = {
  readonly type: 'text' | 'integer' | 'flag' | 'texts' | 'entries';
  readonly help: string;
  /** The parameter that writes it, where a form of the service does. */
  readonly param?: string;
  /** Whether a record cannot be created without it. */
  readonly required?: boolean;
  readonly choices?: readonly string[];
  readonly limits?: Limits;
  readonly address?: boolean;
  /** The list of places that it names one of, whose id is written. */
  readonly place?: 'countries' | 'states' | 'cities';
  /** The kind of record that it names; an audience is `type:<name>` or `segment:<name>`. */
  readonly refers?: KindName | 'audience';
  /** Its text is long, so it is in a file of its own and the key holds the path. */
  readonly body?: 'html' | 'json';
  /** Shown to people and used for creating, but never a difference between file and account. */
  readonly ignored?: true;
  /** The keys of each entry below it, and the one that tells them apart. */
  readonly below?: Keys;
  readonly identity?: string;
};

export type Keys = {readonly [name: string]: Key};

/** The key that tells the entries of a list apart, by the key under which the list stands. */
export type Identity = (listKey: string) => string | undefined;

/** What stands for an identity where the order of a list means something. */
export const IN_ORDER = 'in order';

/** Whether the order of a list means nothing: people, emails, and names of other records. */
export const isUnordered = (key: Key): boolean =>
  key.type === 'entries' || key.address === true || key.refers !== undefined;

/** What a key has beside its parameter: a name of its own, where the option's is taken by another meaning. */
type More = Partial<Key> & {readonly as?: string};

/**
The keys of some parameters, each under the name of its option: what is typed as `--reply-to` is written as `reply-to`. So the
files follow the endpoints' table in their limits and choices, and whoever knows the commands knows the files.
*/
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
  const plain = type === 'integer' || type === 'flag' ? type : 'text';
  return {
    type: many ? 'texts' : plain,
    help,
    ...(required && {required}),
    ...(choices && {choices}),
    ...(limits && !kinds && {limits}),
    ...(format === 'address' && {address: true}),
    ...(kinds && {refers: 'audience'}),
  };
}
