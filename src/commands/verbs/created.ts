import type {Operation} from '../../api/operation.js';
import type {Loose, Many, Params} from '../../api/schema.js';
import {NotFoundError} from '../../errors.js';
import type {Context} from '../command.js';
import {trim} from '../trim.js';

/** A list in which a new record will appear, and the values it is known by. */
export type Listed = {readonly list: Operation<Params, Many>; readonly input: Loose; readonly wanted: Loose};

/** The highest id before a creation: whatever is new afterwards has a higher one. */
export async function highestId(context: Context, listed: Listed): Promise<number> {
  let highest = 0;
  for await (const {id} of recordsOf(context, listed)) highest = Math.max(highest, Number(id));
  return highest;
}

/** The records with a higher id that carry the wanted values, as the service would have trimmed them. */
export async function newSince(context: Context, listed: Listed, before: number): Promise<Loose[]> {
  const found: Loose[] = [];
  for await (const record of recordsOf(context, listed)) {
    if (Number(record['id']) > before && carries(record, listed.wanted)) found.push(record);
  }
  return found;
}

/** An empty list under a parent answers "not found": there is nothing in it then. */
async function* recordsOf({stream}: Context, {list, input}: Listed): AsyncGenerator<Loose> {
  try {
    for await (const batch of stream(list, input)) yield* batch as readonly Loose[];
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
}

const carries = (record: Loose, wanted: Loose): boolean =>
  Object.entries(wanted).every(([name, value]) => value === undefined || sameText(record[name], value));

const sameText = (one: unknown, other: unknown): boolean => trim(String(one ?? '')) === trim(String(other ?? ''));
