import type {Loose} from '../../api/describe/schema.js';
import {UsageError} from '../../errors.js';
import {kindOf} from '../../records/fields/field.js';
import {toReader} from '../../records/fields/path.js';
import {type TypedColumn, typedColumns, typedColumnsAt} from '../../records/fields/typed-columns.js';
import {counted} from '../../words/sentence.js';
import {toColumned} from '../results/columns.js';
import type {Look} from '../results/render-options.js';
import {select} from '../results/rows.js';
import type {ResultOf, Writer} from '../results/writer.js';

/** A Parquet file: lists as columns with types, for databases. */
export const parquet: Writer = {
  async records(result, look, sink) {
    const {parquetBytes} = await import('../../parquet/parquet-bytes.js');
    const {columns, batches} = await toTyped(result, look);
    const misfit = (column: string, values: number): void =>
      sink.warn(`Column ${column}: ${counted(values, 'value')} of another type, written as null.`);
    for await (const bytes of parquetBytes(columns, batches, misfit)) await sink.write(bytes);
  },
  data: ({rows}, look, sink) => (rows ? parquet.records(rows, look, sink) : refuse()),
  record: refuse,
  done: refuse,
  items: refuse,
};

async function refuse(): Promise<never> {
  throw new UsageError('A Parquet file holds lists only.', {hint: 'Print this as json: -o json'});
}

/** The chosen columns of a list, or all fields of its records. Fields that are not documented are known from the first records. */
async function toTyped(
  result: ResultOf<'records'>,
  {customFields}: Look,
): Promise<{readonly columns: readonly TypedColumn[]; readonly batches: AsyncIterable<readonly Loose[]>}> {
  const {shape: record, view, key, records} = result;
  const custom = Object.values(record).some(field => kindOf(field) === 'custom') ? await customFields?.() : undefined;
  const isUnknown = Object.keys(record).length === 0;
  if (!view.chosen && !isUnknown)
    return {columns: typedColumns({record, key}, custom), batches: select(records, view, undefined)};
  const {columns, batches} = await toColumned(result);
  const readers = new Map(columns.map(({path, read}) => [path, read]));
  const readerOf = (path: string) => readers.get(path) ?? toReader(path);
  return {columns: typedColumnsAt([...readers.keys()], {record, readerOf}, custom), batches};
}
