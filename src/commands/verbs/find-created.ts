import type {Loose, Source} from '../../api/schema.js';
import {trim} from '../../api/trim.js';
import type {Context} from '../command.js';
import {listedRecords} from './listed.js';

/** Where a new record will appear, the input that its list needs, and the values by which it is recognised. */
export type Expected = {readonly of: Source; readonly input: Loose; readonly wanted: Loose};

/** The highest id before a creation: a record that is new afterwards has a higher one. */
export async function highestId(context: Context, {of, input}: Expected): Promise<number> {
  let highest = 0;
  for await (const batch of listedRecords(context, of, input)) {
    for (const {id} of batch) highest = Math.max(highest, Number(id));
  }
  return highest;
}

/** The records with a higher id that carry the wanted values, as the service would have trimmed them. */
export async function newSince(context: Context, {of, input, wanted}: Expected, before: number): Promise<Loose[]> {
  const found: Loose[] = [];
  for await (const batch of listedRecords(context, of, input)) {
    found.push(...batch.filter(record => Number(record['id']) > before && carries(record, wanted)));
  }
  return found;
}

const carries = (record: Loose, wanted: Loose): boolean =>
  Object.entries(wanted).every(([name, value]) => value === undefined || sameText(record[name], value));

const sameText = (one: unknown, other: unknown): boolean => trim(String(one ?? '')) === trim(String(other ?? ''));
