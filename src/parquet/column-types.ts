import {microseconds} from '../records/dates/microseconds.js';
import type {ColumnKind, TypedColumn} from '../records/fields/typed-columns.js';

/** The columns of a file, all of which may be null. */
export const schemaOf = (columns: ReadonlyArray<Pick<TypedColumn, 'name' | 'kind'>>) => [
  {name: 'emk', num_children: columns.length},
  ...columns.map(({name, kind}) => ({name, repetition_type: 'OPTIONAL' as const, ...types[kind]})),
];

/** Makes what the writer takes for a column of a kind, of what `TypedColumn.read` gives. */
export function toValue(kind: ColumnKind, cell: string | number | boolean): string | number | boolean | bigint {
  if (kind === 'integer') return BigInt(cell);
  return kind === 'timestamp' ? sinceEpoch(String(cell)) : cell;
}

const types = {
  text: {type: 'BYTE_ARRAY', converted_type: 'UTF8', logical_type: {type: 'STRING'}},
  json: {type: 'BYTE_ARRAY', converted_type: 'JSON', logical_type: {type: 'JSON'}},
  integer: {type: 'INT64'},
  number: {type: 'DOUBLE'},
  boolean: {type: 'BOOLEAN'},
  timestamp: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MICROS',
    logical_type: {type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS'},
  },
} as const satisfies Readonly<Record<ColumnKind, object>>;

/** `2026-03-04T12:00:00.000000Z` in microseconds. */
const sinceEpoch = (moment: string): bigint =>
  BigInt(Date.parse(`${moment.slice(0, 19)}Z`)) * 1000n + BigInt(microseconds(moment.slice(20, -1)));
