import type {Field, Loose, Shape} from '../../api/describe/schema.js';
import {lookUp} from '../../words/look-up.js';
import {customValue, customValues} from './custom-fields.js';
import {fieldAt, isRefers, kindOf, wordsOf} from './field.js';
import {isNever} from './readable.js';

/** The types that a column can have. A `timestamp` is a moment in UTC, and `json` is JSON as text. */
export type ColumnKind = 'text' | 'integer' | 'number' | 'boolean' | 'timestamp' | 'json';

/** A record as one column with a type. An empty list has the same columns as a full one. */
export type TypedColumn = {
  readonly name: string;
  readonly kind: ColumnKind;
  /** Only the key is never null: the service may send null although its documentation shows a value. */
  readonly nullable: boolean;
  /** The value of a record: a text for a timestamp and for json. Undefined where the service sent what is not of this kind. */
  readonly read: (record: Loose) => Cell | undefined;
};

type Cell = string | number | boolean | null;

export type CustomField = {readonly field_name: string; readonly field_type: string};

/**
 * The columns of a kind of record. With the account's custom fields, each of these is a column, `custom_age`, sorted by
 * name, after one for the values of all others; without them, `custom_field` holds all as JSON, as in `-o jsonl`.
 */
export const typedColumns = (
  {record, key}: {readonly record: Shape; readonly key: string},
  customFields?: readonly CustomField[],
): readonly TypedColumn[] =>
  distinct(
    Object.entries(record).flatMap(([name, field]) => {
      if (customFields !== undefined && kindOf(field) === 'custom')
        return [
          unlistedColumn(name, customFields),
          ...[...customFields].sort(byName).map(each => customColumn(name, each)),
        ];
      return [typedColumn(name, field, {nullable: name !== key, read: one => one[name]})];
    }),
  );

/** The columns for some paths of a record, such as `contact_type.name` or `custom_field.age`. */
export const typedColumnsAt = (
  paths: readonly string[],
  {record, readerOf}: {readonly record: Shape; readonly readerOf: (path: string) => (one: Loose) => unknown},
  customFields: readonly CustomField[] = [],
): readonly TypedColumn[] =>
  distinct(
    paths.map(path => {
      const [first = '', ...rest] = path.split('.');
      const custom = customFields.find(({field_name}) => field_name === rest.join('.'));
      if (custom !== undefined && kindOf(record[first]) === 'custom') return customColumn(first, custom);
      return typedColumn(path, fieldAt(record, path) ?? 'text', {nullable: true, read: readerOf(path)});
    }),
  );

type Reading = Omit<TypedColumn, 'name' | 'kind' | 'read'> & {readonly read: (record: Loose) => unknown};

function typedColumn(name: string, type: Field, {read, ...about}: Reading): TypedColumn {
  const kind = kindOfColumn(type);
  return {name, kind, ...about, read: record => toCell(read(record), kind)};
}

/** Databases take letters, digits and underscores, and do not tell small letters from capital ones. */
function distinct(columns: readonly TypedColumn[]): readonly TypedColumn[] {
  const taken = new Set<string>();
  return columns.map(column => {
    const written = column.name.replace(/[^\p{L}\p{N}_]/gu, '_');
    let name = written;
    for (let number = 2; taken.has(name.toLowerCase()); number++) name = `${written}_${number}`;
    taken.add(name.toLowerCase());
    return {...column, name};
  });
}

const byName = (one: CustomField, other: CustomField): number => (one.field_name < other.field_name ? -1 : 1);

function customColumn(path: string, {field_name: name, field_type: type}: CustomField): TypedColumn {
  const field = type === 'number' ? 'rate' : 'text';
  const read = (record: Loose) => customValue(record[path], name);
  return typedColumn(`custom_${name}`, field, {nullable: true, read});
}

/** What a record has in custom fields that the account does not list, such as a deleted one: `{"shoe_size":"42"}`. */
export function unlistedColumn(path: string, customFields: readonly CustomField[]): TypedColumn {
  const listed = new Set(customFields.map(({field_name}) => field_name));
  const read = ({[path]: held}: Loose) => {
    const others = customValues(held).filter(([name, value]) => !listed.has(name) && (value ?? null) !== null);
    return others.length === 0 ? null : Object.fromEntries(others);
  };
  return typedColumn('custom_unlisted', 'json', {nullable: true, read});
}

/** Days, times and moments without a zone are texts: the service writes some of them in zeros. */
function kindOfColumn(field: Field): ColumnKind {
  if (isRefers(field)) return kindOfColumn(field.holds);
  if (typeof field !== 'string') return wordsOf(field) ? 'integer' : 'json';
  return kinds[kindOf(field) ?? ''] ?? 'text';
}

const kinds: {readonly [kind: string]: ColumnKind} = {
  integer: 'integer',
  flag: 'boolean',
  boolean: 'boolean',
  rate: 'number',
  timestamp: 'timestamp',
  custom: 'json',
  json: 'json',
};

function toCell(value: unknown, kind: ColumnKind): Cell | undefined {
  if (value === null || value === undefined) return null;
  return readers[kind](value);
}

const readers: {readonly [K in ColumnKind]: (value: unknown) => Cell | undefined} = {
  text: value => (typeof value === 'object' ? JSON.stringify(value) : String(value)),
  integer: value => {
    const number = toNumber(value);
    return Number.isSafeInteger(number) ? number : number === null ? null : undefined;
  },
  number: value => toNumber(value),
  boolean: value => (typeof value === 'boolean' ? value : lookUp({0: false, 1: true}, String(value))),
  timestamp: value => {
    if (typeof value !== 'string') return undefined;
    return moment.test(value) ? value : isNever(value) ? null : undefined;
  },
  json: value => JSON.stringify(value),
};

const moment = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/** Some services send their numbers as text; an empty one is none. */
function toNumber(value: unknown): number | null | undefined {
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
