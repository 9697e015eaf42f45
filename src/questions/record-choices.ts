import type {Client} from '../api/client/client.js';
import type {Loose, Source} from '../api/describe/schema.js';
import {listedRecords} from '../commands/verbs/listed.js';
import type {Choice} from '../prompts/choice.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';

/** A record as a choice: its id and name. */
export type ListedRecord = {readonly id: string; readonly name: string};

/** The records of a list as choices, batch by batch; a list under a parent record gets the parent. */
export async function* recordChoices(
  client: Pick<Client, 'stream'>,
  source: Source,
  parent: Loose,
): AsyncGenerator<readonly Choice<ListedRecord>[]> {
  const {key, label, noun} = source;
  for await (const batch of listedRecords(client, source, parent)) {
    yield batch.filter(isNotDeleted).map(record => {
      const id = String(record[key]);
      const name = String(record[label] ?? '') || `${noun.one} without a name`;
      return {name, note: noteOf(id), value: {id, name}};
    });
  }
}

/** The note for an id: numbers are short; of a utr, the beginning is enough. */
export const noteOf = (id: string): string => (/^\d+$/.test(id) ? `#${id}` : id.slice(0, 8));
