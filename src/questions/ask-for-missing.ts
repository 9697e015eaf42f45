import {recordName} from '../api/describe/route.js';
import {BACK, type TypedValues} from '../commands/ask.js';
import type {Command, Context} from '../commands/command.js';
import {DeclinedError} from '../errors.js';
import {askInOrder} from './ask-in-order.js';
import {checkGiven} from './check-given.js';
import {findId} from './find-id.js';
import {missingQuestions} from './missing-questions.js';
import type {Tools} from './question.js';

/** Asks for everything that a line lacks. What was typed is checked first: nobody should answer in vain. */
export async function askForMissing({context}: Tools, command: Command, given: TypedValues): Promise<TypedValues> {
  await checkGiven(context, command, given);
  await findNamed(context, command, given);
  const answers = await askInOrder(missingQuestions({context}, command, given), given, true);
  if (answers === BACK) throw new DeclinedError('Cancelled.');
  return answers;
}

/** Looks up the records that the line names: one that does not exist is said before the first question. */
async function findNamed(context: Context, command: Command, given: TypedValues): Promise<void> {
  for (const [key, {kinds, from}] of Object.entries(command.takes)) {
    const names = [given[key] ?? []].flat();
    if (names.length === 0 || names.includes('-')) continue;
    // A record in another one's list can be found only once that is known.
    const isAlone = from && recordName((await from()).default.list) === undefined;
    if (kinds || isAlone) await findId(context, command, key, given);
  }
}
