import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {orNoSuch} from '../../commands/not-found.js';
import singleSends, {operations} from '../../endpoints/single-sends.js';

/**
Tells the copies of a send from sends that somebody else made meanwhile: they have its subject, and its name, to which the
service may add a word.
*/
export async function copiesOf({call}: Context, utr: string): Promise<(record: Loose) => boolean> {
  const original = await call(operations.details, {utr}).catch(orNoSuch(singleSends.noun, utr));
  return ({single_send_name: name, subject}) =>
    String(name).includes(original.single_send_name) && subject === original.subject;
}
