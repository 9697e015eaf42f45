import {noneIfNotFound} from '../api/answers/record-sources.js';
import type {Loose, Many, Params, Read, RecordOf, Shape} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';

/** The record with this id in a list; undefined if it is missing or deleted. Reading stops at the record. */
export async function recordOfList<S extends Shape>(
  {stream}: Pick<Context, 'stream'>,
  list: Read<Params, Many<S>>,
  id: number,
): Promise<RecordOf<S> | undefined> {
  for await (const batch of noneIfNotFound(stream(list))) {
    const found = (batch as ReadonlyArray<RecordOf<S> & Loose>).find(
      record => Number(record['id']) === id && isNotDeleted(record),
    );
    if (found) return found;
  }
  return undefined;
}
