import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {orNoSuch} from '../../commands/not-found.js';
import singleSends, {operations} from '../../endpoints/single-sends.js';

/** Recognises copies of a mailing: they have its subject, and its name, perhaps with a word that the service added. */
export async function copiesOf({call}: Context, utr: string): Promise<(record: Loose) => boolean> {
  const original = await call(operations.details, {utr}).catch(orNoSuch(singleSends.noun, utr));
  return ({single_send_name: name, subject}) =>
    String(name).includes(original.single_send_name) && subject === original.subject;
}
