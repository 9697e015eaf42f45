import type {Loose} from '../../api/describe/schema.js';

/** Reads a value from a record of any kind. */
export type Reader = (record: unknown) => unknown;

/**
Compiles the path of a field, `contact_type.name` included, into its reader: a path is read a million times in a long
list. A custom field is an object that holds its name and value; the path `custom_field.age` gives the value. A path
through an array gives the values of all its elements. A record that is a plain word is its own only field.
*/
export function toReader(path: string): Reader {
  const [first = '', ...rest] = path.split('.');
  const field = ownReader(first);
  const read: Reader = rest.length === 0 ? field : record => rest.reduce<unknown>(step, field(record));
  const unwrapped: Reader = rest.length === 0 ? read : record => customValue(read(record));
  return record => (typeof record === 'object' && record !== null ? unwrapped(record) : record);
}

/** Only for names that every object inherits could direct access give something other than the record's field. */
const ownReader = (name: string): Reader =>
  name in Object.prototype ? record => own(record, name) : record => (record as Loose)[name];

const step = (value: unknown, name: string): unknown =>
  Array.isArray(value) ? value.map(item => own(item, name)).filter(item => item !== undefined) : own(value, name);

const customValue = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, 'field_value')
    ? (value as Loose)['field_value']
    : value;

const own = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? (value as Loose)[name] : undefined;
