import type {Loose} from '../../api/describe/schema.js';
import {isObject, lookUp} from '../../core/words/values.js';

export type FieldReader = (record: unknown) => unknown;

/**
 * Compiles a field's path, such as `contact_type.name`, into a fast reader: long lists read a path a million times. The
 * path `custom_field.age` gives the value of that custom field. A path through an array gives the values of all its
 * elements. A record that is a plain word is its own only field.
 */
export function toReader(path: string): FieldReader {
  const [first = '', ...rest] = path.split('.');
  const field = ownReader(first);
  const read: FieldReader = rest.length === 0 ? field : record => rest.reduce<unknown>(step, field(record));
  const compiled: FieldReader = rest.length === 0 ? read : record => unwrapped(read(record));
  return record => (typeof record === 'object' && record !== null ? compiled(record) : record);
}

/** Checks for own fields only if the name is one that every object inherits. */
const ownReader = (name: string): FieldReader =>
  name in Object.prototype ? record => own(record, name) : record => (record as Loose)[name];

const step = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? value.map(item => own(item, name)).filter(item => item !== undefined) : own(value, name);

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Loose)[name] : undefined;

/** The value of one custom field of what a contact has in `custom_field`; undefined if it has no such field. */
export const customValue = (held: unknown, name: string): unknown =>
  isObject(held) ? unwrapped(lookUp(held, name)) : undefined;

/** All custom fields of a contact with their values. The service sends null or an empty list if there are none. */
export const customValues = (held: unknown): ReadonlyArray<readonly [name: string, value: unknown]> =>
  isObject(held) ? Object.entries(held).map(([name, one]) => [name, unwrapped(one)] as const) : [];

/** What a custom field holds: the service sends `{"field_name": "age", "field_value": "36"}`, and older copies "36". */
export const unwrapped = (held: unknown): unknown =>
  isObject(held) && Object.hasOwn(held, 'field_value') ? held['field_value'] : held;

/** Whether a record exists: lists still return records that were deleted. */
export const isNotDeleted = ({deleted_at}: {readonly deleted_at?: unknown}): boolean => (deleted_at ?? null) === null;

/** Reads the values of a record as texts; missing ones are empty. */
export const readerOfTexts =
  (record: {readonly [name: string]: unknown}) =>
  (name: string): string =>
    String(record[name] ?? '');

type PathTree = Map<string, PathTree | undefined>;

/** Compiles paths into a function that keeps only those fields of a record, nested as they were. */
export function toPicker(paths: readonly string[]): (record: Loose) => Loose {
  const tree: PathTree = new Map();
  for (const path of paths) grow(tree, path.split('.'));
  return record => pick(record, tree) as Loose;
}

function grow(tree: PathTree, [first = '', ...rest]: readonly string[]): void {
  if (rest.length === 0) tree.set(first, undefined);
  else if (!tree.has(first)) tree.set(first, new Map());
  const below = tree.get(first);
  if (below) grow(below, rest);
}

function pick(value: unknown, tree: PathTree): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(item => pick(item, tree));
  const fields = [...tree].filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(
    fields.map(([name, below]) => [name, below ? pick((value as Loose)[name], below) : (value as Loose)[name]]),
  );
}
