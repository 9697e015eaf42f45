import type {Loose} from '../../api/describe/schema.js';
import {unwrapped} from './custom-fields.js';

export type Reader = (record: unknown) => unknown;

/**
 * Compiles a field's path, such as `contact_type.name`, into a fast reader: long lists read a path a million times. The
 * path `custom_field.age` gives the value of that custom field. A path through an array gives the values of all its
 * elements. A record that is a plain word is its own only field.
 */
export function toReader(path: string): Reader {
  const [first = '', ...rest] = path.split('.');
  const field = ownReader(first);
  const read: Reader = rest.length === 0 ? field : record => rest.reduce<unknown>(step, field(record));
  const compiled: Reader = rest.length === 0 ? read : record => unwrapped(read(record));
  return record => (typeof record === 'object' && record !== null ? compiled(record) : record);
}

/** Checks for own fields only if the name is one that every object inherits. */
const ownReader = (name: string): Reader =>
  name in Object.prototype ? record => own(record, name) : record => (record as Loose)[name];

const step = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? value.map(item => own(item, name)).filter(item => item !== undefined) : own(value, name);

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Loose)[name] : undefined;
