import type {Loose} from '../../api/describe/schema.js';
import {type Computed, computedAt, fieldsFor, prepare} from '../../records/fields/computed.js';
import {toPicker} from '../../records/fields/path.js';
import type {View} from '../../records/view/select.js';
import type {DoneDocument} from '../results/done.schema.js';
import {type Batches, select} from '../results/rows.js';
import type {ResultOf} from '../results/writer.js';

/** Whether a list is printed exactly as the service sent it, so that long ids keep all their digits. */
export const isUntouched = ({keep, order, chosen}: View): boolean => !keep && !order && !chosen;

/** A record as it was read, or only the requested fields. Programs get all of it even if people see a short sheet. */
export const recordValue = ({record, fields}: ResultOf<'record'>): object =>
  fields?.chosen ? toPicked(fields)(record as Loose) : record;

/** The records of a list as they were read, or only the requested fields. */
export function recordValues({records, view}: ResultOf<'records'>): Batches {
  if (!view.chosen) return select(records, view, undefined);
  return picked(select(records, view, fieldsFor(view.columns, view.computed)), view);
}

async function* picked(batches: Batches, view: View): Batches {
  await prepare(view.columns, view.computed);
  const toRecord = toPicked(view);
  for await (const batch of batches) yield batch.map(toRecord);
}

function toPicked({columns, computed}: Pick<View, 'columns' | 'computed'>): (record: Loose) => Loose {
  const made = computed.filter(({path}) => columns.includes(path));
  const pick = toPicker(columns.filter(path => !computedAt(path, computed)));
  return made.length === 0 ? pick : record => ({...pick(record), ...computedOf(record, made)});
}

const computedOf = (record: Loose, made: readonly Computed[]): Loose =>
  Object.fromEntries(made.map(({path, read}) => [path, read(record)]));

/** The outcome of work on several records, for programs: the ids, and each failure with its reason. */
export const doneValue = ({done, failed, absent, sum, mailAgain, skipped}: ResultOf<'done'>): DoneDocument => ({
  done,
  failed: failed.map(({id, error: {code, message}}) => ({id, error: {code, message}})),
  ...(absent === undefined ? {} : {absent}),
  ...(sum && {sum}),
  ...(skipped && {skipped}),
  ...(mailAgain && {mail_again: mailAgain}),
});

/** The items for programs. */
export async function* itemValues({items}: ResultOf<'items'>): Batches {
  for await (const batch of items) yield batch.map(({data}) => data as Loose);
}
