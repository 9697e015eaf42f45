import type {Field, Loose, Shape} from '../api/describe/schema.js';
import {isRefers, kindOf, wordsOf} from '../records/fields/field.js';
import {isNever} from '../records/fields/readable.js';

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

/** A custom field as the service lists it. */
type CustomField = {readonly field_name: string; readonly field_type: string};

/**
The columns of a kind of record. With the account's custom fields, each of these is a column of its own, `custom_age`, sorted by
name; without, all of them stand in `custom_field` as JSON, which is how `-o jsonl` prints them.
*/
export const typedColumns = (
  {record, key}: {readonly record: Shape; readonly key: string},
  customFields?: readonly CustomField[],
): readonly TypedColumn[] =>
  Object.entries(record).flatMap(([name, field]) => {
    if (customFields !== undefined && kindOf(field) === 'custom')
      return [...customFields].sort(byName).map(each => customColumn(name, each));
    const kind = kindOfColumn(field);
    return [{name, kind, nullable: name !== key, read: one => toCell(one[name], kind)}];
  });

const byName = (one: CustomField, other: CustomField): number => (one.field_name < other.field_name ? -1 : 1);

function customColumn(path: string, {field_name: name, field_type: type}: CustomField): TypedColumn {
  const kind = type === 'number' ? 'number' : 'text';
  const read = (record: Loose) => {
    const held = (record[path] as Loose | null | undefined)?.[name];
    return toCell(typeof held === 'object' && held !== null && 'field_value' in held ? held.field_value : held, kind);
  };
  return {name: `custom_${name}`, kind, nullable: true, read};
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
  boolean: value => (typeof value === 'boolean' ? value : {0: false, 1: true}[String(value)]),
  timestamp: value => {
    if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value)) return undefined;
    return isNever(value) ? null : value;
  },
  json: value => JSON.stringify(value),
};

/** Some services send their numbers as text; an empty one is none. */
function toNumber(value: unknown): number | null | undefined {
  if (typeof value === 'string' && value.trim() === '') return null;
  const number = typeof value === 'string' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}
