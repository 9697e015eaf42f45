import {emptyIfNotFound, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Loose, Many, Params, Read, RecordOf, Shape} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {operations as fields} from '../endpoints/fields.js';
import {documentedTags, operations as templates} from '../endpoints/templates.js';
import {isNotDeleted} from '../records/fields/path.js';

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

/** The tags that the service fills in mail of this account: those that it lists, and the account's own fields. */
export async function readTags({call}: Pick<Context, 'call'>): Promise<readonly string[]> {
  const listed = await call(templates.tags).catch(emptyIfNotFound);
  const own = await call(fields.custom).catch(emptyIfNotFound);
  return [...new Set([...(listed.length > 0 ? listed : documentedTags), ...own.map(({field_name}) => field_name)])];
}
