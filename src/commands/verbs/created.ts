import type {Loose, Many, Operation, Params} from '../../api/schema.js';
import {trim} from '../../api/trim.js';
import type {Context} from '../command.js';
import {listedRecords} from './listed.js';

/** A list in which a new record will appear, and the values it is known by. */
export type Listed = {readonly list: Operation<Params, Many>; readonly input: Loose; readonly wanted: Loose};

/** The highest id before a creation: whatever is new afterwards has a higher one. */
export async function highestId(context: Context, listed: Listed): Promise<number> {
  let highest = 0;
  for await (const batch of listedRecords(context, listed.list, listed.input)) {
    for (const {id} of batch) highest = Math.max(highest, Number(id));
  }
  return highest;
}

/** The records with a higher id that carry the wanted values, as the service would have trimmed them. */
export async function newSince(context: Context, listed: Listed, before: number): Promise<Loose[]> {
  const found: Loose[] = [];
  for await (const batch of listedRecords(context, listed.list, listed.input)) {
    found.push(...batch.filter(record => Number(record['id']) > before && carries(record, listed.wanted)));
  }
  return found;
}

const carries = (record: Loose, wanted: Loose): boolean =>
  Object.entries(wanted).every(([name, value]) => value === undefined || sameText(record[name], value));

const sameText = (one: unknown, other: unknown): boolean => trim(String(one ?? '')) === trim(String(other ?? ''));
