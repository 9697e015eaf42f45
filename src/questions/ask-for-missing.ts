import {BACK, type TypedValues} from '../commands/ask.js';
import type {Command} from '../commands/command.js';
import {toInput} from '../commands/input.js';
import {askInOrder} from './ask-in-order.js';
import {missingQuestions} from './missing-questions.js';
import type {Tools} from './tools.js';

/** Asks for everything that a line lacks. What was typed is checked first: nobody should answer in vain. */
export async function askForMissing(
  {context, commandAt}: Pick<Tools, 'context' | 'commandAt'>,
  command: Command,
  given: TypedValues,
): Promise<TypedValues> {
  checkGiven(command, given);
  const tools: Tools = {context, commandAt, askFor: other => askInOrder(missingQuestions(tools, other, {}), {}, true)};
  const answers = await askInOrder(missingQuestions(tools, command, given), given, false);
  if (answers === BACK) throw new Error('Somebody went back from the first question.');
  return answers;
}

/** Complains about wrong values, but not about missing ones. */
function checkGiven(command: Command, given: TypedValues): void {
  const takes = Object.entries(command.takes).map(([key, {required, ...param}]) => [
    key,
    required ? {...param, blank: 'refused' as const} : param,
  ]);
  toInput({...command, takes: Object.fromEntries(takes)}, given);
}
