import {isObject} from '../api/answers/is-object.js';
import type {Loose} from '../api/describe/schema.js';
import {UsageError} from '../errors.js';
import {type ColumnKind, type CustomField, type TypedColumn, typedColumns} from '../records/fields/typed-columns.js';
import {closest} from '../words/closest.js';
import {andList} from '../words/sentence.js';
import type {Stream} from './streams.js';

/** A stream with the columns that are wanted of it. */
export type Table = {readonly stream: Stream; readonly columns: readonly TypedColumn[]};

export const tablesOf = (streams: readonly Stream[], custom: readonly CustomField[]): readonly Table[] =>
  streams.map(stream => ({stream, columns: typedColumns(stream, custom)}));

/** What Singer calls a catalog: every table, its columns, and which of them are optional. */
export const catalogOf = (tables: readonly Table[]): Loose => ({
  streams: tables.map(table => ({
    tap_stream_id: table.stream.name,
    ...{stream: table.stream.name, schema: schemaOf(table), key_properties: [table.stream.key]},
    metadata: [
      {
        breadcrumb: [],
        metadata: {
          ...{inclusion: 'available', 'selected-by-default': true},
          ...{'table-key-properties': [table.stream.key], 'forced-replication-method': 'FULL_TABLE'},
        },
      },
      ...table.columns.map(({name}) => ({
        breadcrumb: ['properties', name],
        metadata:
          name === table.stream.key ? {inclusion: 'automatic'} : {inclusion: 'available', 'selected-by-default': true},
      })),
    ],
  })),
});

/** The JSON Schema of a table's rows. Only the key is never null. */
export const schemaOf = ({stream, columns}: Table): Loose => ({
  type: 'object',
  properties: Object.fromEntries(
    columns.map(({name, kind}) => {
      const {type, ...more} = types[kind];
      return [name, {type: name === stream.key ? [type] : ['null', type], ...more}];
    }),
  ),
});

const types: Readonly<Record<ColumnKind, {readonly type: string; readonly format?: string}>> = {
  text: {type: 'string'},
  json: {type: 'string'},
  integer: {type: 'integer'},
  number: {type: 'number'},
  boolean: {type: 'boolean'},
  timestamp: {type: 'string', format: 'date-time'},
};

export function tablesNamed(tables: readonly Table[], names: readonly string[]): readonly Table[] {
  const known = tables.map(({stream}) => stream.name);
  for (const name of names) {
    if (known.includes(name)) continue;
    const near = closest(name, known);
    throw new UsageError(`There is no stream "${name}".`, {
      hint: near === undefined ? `The streams are ${andList(known)}.` : `Did you mean ${near}?`,
    });
  }
  return tables.filter(({stream}) => names.includes(stream.name));
}

/** What a catalog selects, which a person or a runner has edited: whole tables, and columns of them. */
export function tablesSelected(tables: readonly Table[], catalog: Loose): readonly Table[] {
  const entries = (Array.isArray(catalog['streams']) ? catalog['streams'] : []).filter(isObject);
  const wanted = new Map(
    entries
      .filter(entry => isSelected(entry, []))
      .map(entry => [String(entry['tap_stream_id'] ?? entry['stream']), entry] as const),
  );
  return tablesNamed(tables, [...wanted.keys()]).map(({stream, columns}) => ({
    stream,
    columns: columns.filter(
      ({name}) => name === stream.key || isSelected(wanted.get(stream.name) ?? {}, ['properties', name]),
    ),
  }));
}

/** Everything is selected unless the catalog says otherwise, as emk offers it. */
function isSelected({metadata}: Loose, breadcrumb: readonly string[]): boolean {
  const place = JSON.stringify(breadcrumb);
  const found = (Array.isArray(metadata) ? metadata : []).find(
    each => isObject(each) && JSON.stringify(each['breadcrumb']) === place,
  );
  const choice = isObject(found) && isObject(found['metadata']) ? found['metadata'] : {};
  return (choice['selected'] ?? choice['selected-by-default'] ?? true) === true;
}
