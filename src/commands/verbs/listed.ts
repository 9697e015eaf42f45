import {unlessNotFound} from '../../api/record-sources.js';
import type {Loose, Many, Operation, Params} from '../../api/schema.js';
import type {Context} from '../command.js';

/** A list, and the field by which its records are addressed. */
export type Place = {readonly list: Operation<Params, Many>; readonly key: string};

/** Whether a record stands in a list: the one way to tell what "Record Not Found" is about. */
export async function isListed({stream}: Context, {list, key}: Place, id: unknown): Promise<boolean> {
  for await (const batch of stream(list)) {
    if ((batch as readonly Loose[]).some(record => String(record[key]) === String(id))) return true;
  }
  return false;
}

/** A list's records, batch by batch. Under a parent an empty list answers "not found": there is nothing in it then. */
export const listedRecords = (
  {stream}: Context,
  list: Operation<Params, Many>,
  input: Loose = {},
): AsyncIterable<readonly Loose[]> => unlessNotFound(stream(list, input), async () => {});
