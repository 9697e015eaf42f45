import type {Client} from '../api/client/client.js';
import type {Loose, Source} from '../api/describe/schema.js';
import type {OnlySome} from '../commands/command.js';
import {listedRecords} from '../commands/verbs/listed.js';
import {type ListedRecord, recordChoice} from '../commands/verbs/record-choice.js';
import {PreflightError} from '../errors.js';
import type {Choice} from '../prompts/choice.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';

/** The records of a list as choices, batch by batch; a list under a parent record gets the parent. Throws if there are none. */
export async function* recordChoices(
  client: Pick<Client, 'stream'>,
  source: Source,
  parent: Loose,
  only?: OnlySome,
): AsyncGenerator<readonly Choice<ListedRecord>[]> {
  let isNone = true;
  for await (const choices of anyChoices(client, source, parent, only)) {
    isNone &&= choices.length === 0;
    yield choices;
  }
  if (isNone) throw only ? new PreflightError(only.none) : noneYet(source);
}

/** The same of a list that may be empty. */
export async function* anyChoices(
  client: Pick<Client, 'stream'>,
  source: Source,
  parent: Loose,
  only?: OnlySome,
): AsyncGenerator<readonly Choice<ListedRecord>[]> {
  for await (const batch of listedRecords(client, source, parent)) {
    yield batch
      .filter(record => isNotDeleted(record) && (only?.fits(record) ?? true))
      .map(record => recordChoice(record, source));
  }
}

export const noneYet = ({noun, see}: Source): PreflightError =>
  new PreflightError(`There is no ${noun.one} yet.`, {hint: `First: ${see.replace(/ list\b.*$/, '')} create`});
