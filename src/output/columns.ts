import type {Loose, Shape} from '../api/schema.js';
import {type Reader, toReader} from '../records/path.js';
import {peek} from './peek.js';
import {type Batches, select} from './rows.js';
import type {ResultOf} from './writer.js';

/** A column of a table or CSV file. */
export type Column = {readonly path: string; readonly read: Reader};

/** Columns, and the records to fill them. */
export type Columned = {readonly columns: readonly Column[]; readonly batches: Batches};

/** A list with its columns. Where fields that only the records know are columns too, the first records are read for them. */
export async function toColumned({records, view, key}: ResultOf<'records'>): Promise<Columned> {
  const batches = select(records, view, view.open ? undefined : view.columns);
  if (!view.open) return {columns: toColumns(view.columns), batches};
  const {first, all} = await peek(batches, 1);
  const names = [...new Set([...view.columns, ...first.flatMap(fieldsOf)])];
  return {columns: toColumns(names.length > 0 ? names : [key]), batches: all};
}

/** Every field of one record: first those that the shape lists, in its order. */
export const columnsOf = (record: object, shape: Shape): readonly Column[] =>
  toColumns([
    ...Object.keys(shape).filter(name => Object.hasOwn(record, name)),
    ...Object.keys(record).filter(name => !Object.hasOwn(shape, name)),
  ]);

const toColumns = (paths: readonly string[]): readonly Column[] => paths.map(path => ({path, read: toReader(path)}));

/** A plain word has no fields. */
const fieldsOf = (record: Loose): string[] =>
  typeof record === 'object' && record !== null ? Object.keys(record) : [];
