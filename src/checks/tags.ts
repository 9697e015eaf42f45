import {emptyIfNotFound} from '../api/answers/record-sources.js';
import type {Context} from '../commands/command.js';
import {operations as fields} from '../endpoints/fields.js';
import {documentedTags, operations as templates} from '../endpoints/templates.js';

/** The tags that the service fills in mail of this account: those that it lists, and the account's own fields. */
export async function readTags({call}: Pick<Context, 'call'>): Promise<readonly string[]> {
  const listed = await call(templates.tags).catch(emptyIfNotFound);
  const own = await call(fields.custom).catch(emptyIfNotFound);
  return [...new Set([...(listed.length > 0 ? listed : documentedTags), ...own.map(({field_name}) => field_name)])];
}

/** The operations that `readTags` calls. */
export const tagReads = [templates.tags, fields.custom] as const;
