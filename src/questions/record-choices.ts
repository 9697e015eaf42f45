import type {Client} from '../api/client/client.js';
import type {Loose, Source} from '../api/describe/schema.js';
import type {OnlySome} from '../commands/command.js';
import {listedRecords} from '../commands/verbs/listed.js';
import {type ListedRecord, recordChoice} from '../commands/verbs/record-choice.js';
import {PreflightError} from '../errors.js';
import type {Choice} from '../prompts/choice.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';

/** The records of a list as choices, batch by batch; a list under a parent record gets the parent. */
export async function* recordChoices(
  client: Pick<Client, 'stream'>,
  source: Source,
  parent: Loose,
  only?: OnlySome,
): AsyncGenerator<readonly Choice<ListedRecord>[]> {
  let isNone = true;
  for await (const batch of listedRecords(client, source, parent)) {
    const choices = batch
      .filter(record => isNotDeleted(record) && (only?.fits(record) ?? true))
      .map(record => recordChoice(record, source));
    isNone &&= choices.length === 0;
    yield choices;
  }
  if (!isNone) return;
  if (only) throw new PreflightError(only.none);
  throw new PreflightError(`There is no ${source.noun.one} yet.`, {
    hint: `First: ${source.see.replace(/ list\b.*$/, '')} create`,
  });
}
