import {noneIfNotFound} from '../../api/answers/record-sources.js';
import type {Loose, Source} from '../../api/describe/schema.js';
import type {Context} from '../command.js';
import {noSuch} from '../not-found.js';

/** Whether a record is in its list: the only way to tell what "Record Not Found" refers to. */
export async function isListed({stream}: Context, {list, key, under}: Source, id: unknown): Promise<boolean> {
  for await (const batch of stream(list, {}, under)) {
    if ((batch as readonly Loose[]).some(record => String(record[key]) === String(id))) return true;
  }
  return false;
}

/** Throws if a record is not in its list, so that an empty answer about it is not read as "it has none". */
export async function mustBeListed(context: Context, source: Source, id: unknown): Promise<void> {
  if (!(await isListed(context, source, id))) throw noSuch(source.noun, id);
}

/** A list's records, batch by batch. For an empty list under a parent, the service answers "not found". */
export const listedRecords = (
  {stream}: Pick<Context, 'stream'>,
  {list, under}: Pick<Source, 'list' | 'under'>,
  input: Loose = {},
): AsyncIterable<readonly Loose[]> => noneIfNotFound(stream(list, input, under));
