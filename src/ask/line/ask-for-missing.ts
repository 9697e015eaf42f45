import {recordName} from '../../api/describe/route.js';
import type {Command, Context, Either} from '../../commands/command.js';
import {toInput} from '../../commands/input.js';
import {missingParameters} from '../../commands/missing-parameters.js';
import {resolveNames} from '../../commands/resolve-names.js';
import {orBack, type TypedValues} from '../terminal/ask.js';
import {checkGiven, questionFor, type Step} from './question-for.js';

/** Asks for everything that a line lacks. What was typed is checked first: nobody should answer in vain. */
export async function askForMissing(context: Context, command: Command, given: TypedValues): Promise<TypedValues> {
  await checkGiven(context, command, given);
  await findNamed(context, command, given);
  return askInOrder(missingQuestions(context, command, given), given);
}

/** Asks questions in order. Esc goes back to the one before, and from the first out of them. */
async function askInOrder(steps: readonly Step[], begin: TypedValues): Promise<TypedValues> {
  const before: Array<{readonly given: TypedValues; readonly left: readonly Step[]}> = [];
  let [given, left] = [begin, steps];
  for (let [step, ...rest] = left; step; [step, ...rest] = left) {
    const answer = await orBack(
      () => step(given),
      error => {
        const last = before.pop();
        if (!last) throw error;
        return {last};
      },
    );
    if ('last' in answer) ({given, left} = answer.last);
    else {
      if (!answer.isKnown) before.push({given, left});
      given = {...given, ...answer.given};
      left = [...(answer.followedBy ?? []), ...rest];
    }
  }
  return given;
}

/** The questions of a command whose line lacks something, in a natural order. */
function missingQuestions(context: Context, command: Command, given: TypedValues): readonly Step[] {
  const missing = missingParameters(command, given);
  const keys = new Set([
    ...(command.asks?.order ?? []).filter(key => given[key] === undefined),
    ...missing.filter((need): need is string => typeof need === 'string'),
  ]);
  return [
    ...[...keys].map(key => unlessKnown(context, command, key)),
    ...missing
      .filter((need): need is Either => typeof need !== 'string')
      .map(choice => askEither(context, command, choice)),
  ];
}

/** The question for a parameter, unless an answer has given it, or it follows from the answers so far. */
function unlessKnown(context: Context, command: Command, key: string): Step {
  const step = questionFor(context, command, key);
  return async given => {
    const isKnown = given[key] !== undefined || (await command.derives?.[key]?.(context, given)) !== undefined;
    return isKnown ? {given: {}, isKnown: true} : step(given);
  };
}

/** Asks which of several parameters is meant, and then for its value; a switch needs no value. */
function askEither(context: Context, command: Command, {question, either, own}: Either): Step {
  if (own) return async given => ({given: await own(context, given, {})});
  const [only = '', ...others] = Object.keys(either);
  if (others.length === 0) return questionFor(context, command, only);
  return async () => {
    const key = await context.ask.pick(
      question,
      Object.entries(either).map(([value, name]) => ({name, value})),
    );
    const isSwitch = command.takes[key]?.type === 'flag';
    return isSwitch ? {given: {[key]: true}} : {given: {}, followedBy: [questionFor(context, command, key)]};
  };
}

/** Looks up the records that the line names: one that does not exist is said before the first question. */
async function findNamed(context: Context, command: Command, given: TypedValues): Promise<void> {
  for (const [key, param] of Object.entries(command.takes)) {
    const {kinds, from} = param;
    const names = [given[key] ?? []].flat();
    if (names.length === 0 || names.includes('-')) continue;
    // A record in another one's list can be found only once that is known.
    if (!kinds && (!from || recordName((await from()).default.list) !== undefined)) continue;
    const alone: Command = {...command, takes: {[key]: param}, asks: {}};
    await resolveNames(context, alone, toInput(alone, {[key]: given[key]}));
  }
}
