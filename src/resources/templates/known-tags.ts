import {readTags} from '../../checks/tags.js';
import type {Context} from '../../commands/command.js';
import {documentedTags} from '../../endpoints/templates.js';
import {ConfigError, UnreachableError} from '../../errors.js';

/**
The tags that a mail of this account can use. Where no account can be asked, as in a check of a file before it is committed,
they are those that every account has.
*/
export async function knownTags(context: Pick<Context, 'call' | 'notice'>): Promise<readonly string[]> {
  try {
    return await readTags(context);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnreachableError)) throw error;
    context.notice('The account could not be asked for its custom fields, so their tags count as unknown.');
    return documentedTags;
  }
}
