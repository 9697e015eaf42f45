import type {Loose, Shape} from '../../api/describe/schema.js';
import {type Computed, computedAt, fieldsFor} from '../../records/fields/computed.js';
import {fieldAt, isRefers} from '../../records/fields/field.js';
import {customValues, type FieldReader, toReader} from '../../records/fields/path.js';
import type {ResultOf} from './result.js';
import {type Batches, peek, select} from './rows.js';

export type Column = {
  readonly path: string;
  readonly read: FieldReader;
  /** How it is computed, if it combines several fields. */
  readonly computed?: Computed;
};

export type Columned = {
  readonly columns: readonly Column[];
  readonly batches: Batches;
};

/**
 * A list with its columns. If fields that only the records know become columns, the first records are read for them.
 */
export async function toColumned({records, shape, view, key}: ResultOf<'records'>): Promise<Columned> {
  const kept = view.open ? undefined : withKinds(fieldsFor(view.columns, view.computed), shape);
  const batches = select(records, view, kept);
  if (!view.open) return {columns: toColumns(view.columns, view.computed), batches};
  const {first, all} = await peek(batches, 1);
  const names = [...new Set([...view.columns, ...first.flatMap(fieldsOf)])];
  return {columns: toColumns(names.length > 0 ? names : [key], view.computed), batches: all};
}

export const recordColumns = ({record, shape, fields}: ResultOf<'record'>): readonly Column[] =>
  fields?.chosen ? toColumns(fields.columns, fields.computed) : columnsOf(record, shape);

/** The fields of one record for people: by default its short sheet, without the ids and codes that only scripts need. */
export function sheetColumns(result: ResultOf<'record'>): readonly Column[] {
  const {record, key, fields} = result;
  if (!fields || fields.chosen) return recordColumns(result);
  const {columns, computed} = fields;
  const isShown = (path: string): boolean =>
    ![key, 'id'].includes(path) && (Object.hasOwn(record, path) || computedAt(path, computed) !== undefined);
  const own = customValues((record as Loose)['custom_field']).map(([name]) => `custom_field.${name}`);
  return toColumns(
    columns.filter(isShown).flatMap(path => (path === 'custom_field' ? own : [path])),
    computed,
  );
}

/** Every field of one record: first those of the shape, in its order. */
const columnsOf = (record: object, shape: Shape): readonly Column[] =>
  toColumns([
    ...Object.keys(shape).filter(name => Object.hasOwn(record, name)),
    ...Object.keys(record).filter(name => !Object.hasOwn(shape, name)),
  ]);

const toColumns = (paths: readonly string[], computed: readonly Computed[] = []): readonly Column[] =>
  paths.map(path => {
    const made = computedAt(path, computed);
    return made ? {path, read: record => made.read(record as Loose), computed: made} : {path, read: toReader(path)};
  });

/** The fields to keep of a record, including those that say what kind of record an id belongs to. */
const withKinds = (paths: readonly string[], shape: Shape): readonly string[] =>
  paths.flatMap(path => {
    const field = fieldAt(shape, path);
    return isRefers(field) && field.beside !== undefined ? [path, field.beside] : [path];
  });

/** The names of a record's fields; a plain word has none. */
const fieldsOf = (record: Loose): string[] =>
  typeof record === 'object' && record !== null ? Object.keys(record) : [];
