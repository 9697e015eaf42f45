import {readTags} from '../../checks/look-up.js';
import type {Context} from '../../commands/command.js';
import {documentedTags} from '../../endpoints/templates.js';
import {ConfigError, UnreachableError} from '../../errors.js';

/** The tags that mail can use. Without an account, as in a check before a commit, those of every account. */
export async function knownTags(context: Pick<Context, 'call' | 'notice'>): Promise<readonly string[]> {
  try {
    return await readTags(context);
  } catch (error) {
    if (!(error instanceof ConfigError || error instanceof UnreachableError)) throw error;
    context.notice('emk could not read the custom fields of the account, so it reports their tags as unknown.');
    return documentedTags;
  }
}
