import type {Context} from '../commands/command.js';
import {operations as fields} from '../endpoints/fields.js';
import {documentedTags, operations as templates} from '../endpoints/templates.js';
import {ConfigError, UnreachableError} from '../errors.js';

/**
The tags that a mail of this account can use: those that the service lists, and the account's own fields. Where no account
can be asked, as in a check of a file before it is committed, they are those that every account has.
*/
export async function knownTags({call, notice}: Pick<Context, 'call' | 'notice'>): Promise<readonly string[]> {
  try {
    const listed = await call(templates.tags);
    const own = (await call(fields.custom)).map(({field_name}) => field_name);
    return [...new Set([...(listed.length > 0 ? listed : documentedTags), ...own])];
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnreachableError)) throw error;
    notice('The account could not be asked for its custom fields, so their tags count as unknown.');
    return documentedTags;
  }
}

/** The operations that this reads. */
export const tagReads = [templates.tags, fields.custom] as const;
