import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {trim} from '../../records/fields/trim.js';
import type {Context} from '../command.js';
import {listedRecords} from './listed.js';

/** Where a new record will appear, how to read that list, and how to recognise the record. */
export type Expected = {
  readonly of: Source;
  readonly input: Loose;
  readonly wanted: Loose;
  /** Whether a record may be the new one, if values alone do not tell. */
  readonly mayBe?: ((record: Loose) => boolean) | undefined;
};

/** The values of a record with the same name, and whether case matters. */
type Duplicate = {readonly values: Loose; readonly exactly: boolean};

/** A list before a creation: its highest id, which a new record exceeds, and a record of the same name if asked for. */
export async function surveyList(
  context: Context,
  {of, input}: Expected,
  sameName: Duplicate | undefined,
): Promise<{readonly highest: number; readonly duplicate: Loose | undefined}> {
  let highest = 0;
  let same: Loose | undefined;
  let alike: Loose | undefined;
  await forEachRecord(listedRecords(context, of, input), record => {
    highest = Math.max(highest, Number(record['id']));
    if (!sameName || same || !isNotDeleted(record)) return;
    if (carries(record, sameName.values)) same = record;
    else if (!sameName.exactly && carriesAlike(record, sameName.values)) alike ??= record;
  });
  return {highest, duplicate: same ?? alike};
}

/** The records with a higher id and the wanted values, as the service would have trimmed them. */
export const newSince = (
  context: Context,
  {of, input, wanted, mayBe = () => true}: Expected,
  before: number,
): Promise<Loose[]> =>
  allRecords(
    listedRecords(context, of, input),
    record => Number(record['id']) > before && carries(record, wanted) && mayBe(record),
  );

const carries = (record: Loose, wanted: Loose): boolean =>
  Object.entries(wanted).every(([name, value]) => value === undefined || sameText(record[name], value));

const carriesAlike = (record: Loose, wanted: Loose): boolean =>
  Object.entries(wanted).every(([name, value]) => value === undefined || folded(record[name]) === folded(value));

const folded = (value: unknown): string => trim(String(value ?? '')).toLowerCase();

/** Whether two values are the same text to the service, which trims its input. */
export const sameText = (one: unknown, other: unknown): boolean =>
  trim(String(one ?? '')) === trim(String(other ?? ''));
