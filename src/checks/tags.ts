import type {Context} from '../commands/command.js';
import {operations as fields} from '../endpoints/fields.js';
import {documentedTags, operations as templates} from '../endpoints/templates.js';
import {NotFoundError} from '../errors.js';

/** The tags that the service fills in mail of this account: those that it lists, and the account's own fields. */
export async function readTags({call}: Pick<Context, 'call'>): Promise<readonly string[]> {
  const listed = await call(templates.tags).catch(noneIfNotFound);
  const own = await call(fields.custom).catch(noneIfNotFound);
  return [...new Set([...(listed.length > 0 ? listed : documentedTags), ...own.map(({field_name}) => field_name)])];
}

/** The operations that `readTags` calls. */
export const tagReads = [templates.tags, fields.custom] as const;

/** Returns an empty list if the service says "not found", which is how it reports one. */
function noneIfNotFound(error: unknown): [] {
  if (error instanceof NotFoundError) return [];
  throw error;
}
