import {recordName} from '../../api/describe/route.js';
import type {Param} from '../../api/describe/schema.js';
import {orBack, type TypedValues} from '../../change/ask.js';
import type {Context} from '../../change/context.js';
import type {Command, Either} from '../../commands/command.js';
import {toInput, wrongWith} from '../../commands/input.js';
import {missingParameters} from '../../commands/parameters.js';
import {resolveNames} from '../../commands/resolve-names.js';
import {askAudience, askRecord, parentOption, type Question, questionOf} from './ask-record.js';

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
  const known = async (given: TypedValues): Promise<boolean> =>
    given[key] !== undefined || (await command.derives?.[key]?.(context, given)) !== undefined;
  return async given => {
    if (await known(given)) return {given: {}, isKnown: true};
    const parent = await parentOption(command, key);
    if (parent === undefined || given[parent] !== undefined) return step(given);
    return {given: {}, isKnown: true, followedBy: [questionFor(context, command, parent), step]};
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

/** One question: it gets the line so far, and returns what it adds. */
type Step = (given: TypedValues) => Promise<Answer>;

type Answer = {
  readonly given: TypedValues;
  readonly followedBy?: readonly Step[];
  /** Nobody was asked, so there is nothing to go back to. */
  readonly isKnown?: true;
};

/** The question for a parameter, depending on its type. Asked again, it shows the earlier answer. */
function questionFor(context: Context, command: Command, key: string): Step {
  const own = command.asks?.own?.[key];
  let earlier: TypedValues = {};
  if (own)
    return async given => {
      earlier = await own(context, given, earlier);
      return {given: earlier};
    };
  const param = command.takes[key] as Param;
  let before: readonly string[] = [];
  return async given => {
    if (param.type === 'flag') return {given: {[key]: await context.ask.confirm(questionOf(param), {leadsBack: true})}};
    const words = await ask({context, command, key, param, given, before});
    before = words;
    return {given: {[key]: param.many ? (words.length > 0 ? words : undefined) : words[0]}};
  };
}

async function ask(question: Question): Promise<readonly string[]> {
  const {param} = question;
  if (param.choices) return [await askChoice(question, param.choices)];
  if (param.kinds) return askAudience(question, param.kinds);
  const from = param.from ?? param.offers;
  return from ? askRecord(question, from) : askText(question);
}

const askChoice = ({context, param, before}: Question, choices: readonly string[]): Promise<string> =>
  context.ask.pick(
    questionOf(param),
    choices.map(choice => ({name: choice, note: param.meanings?.[choice], value: choice})),
    {isNow: value => before.includes(value)},
  );

async function askText(question: Question): Promise<readonly string[]> {
  const {context, param, before} = question;
  const {ask} = context;
  const title = questionOf(param).replace(', or @FILE', '');
  const problem = (text: string) => wrongWith(param, text);
  if (param.format === 'people') return [await askPeople(context, title, problem)];
  if (param.type === 'file' || param.value === 'file') return [await ask.path(title, {initial: before[0]})];
  if (param.help.includes('@FILE')) return [`@${await ask.path(title)}`];
  const mayBeEmpty = param.required !== true && param.many !== true && param.blank !== 'refused';
  const text = await ask.text(title, {initial: before[0], problem, mayBeEmpty});
  // Empty without an earlier value is no answer; empty in place of a value empties it.
  return text.trim() === '' && before.length === 0 ? [] : [text.trim()];
}

/** Asks for people, who are typed or pasted line by line, again until they can be read. */
async function askPeople(
  {ask, warn}: Context,
  title: string,
  problem: (text: string) => string | undefined,
): Promise<string> {
  for (;;) {
    const text = await ask.pasted(`${title} One on each line; then press Ctrl-D.`);
    const people = text
      .split('\n')
      .filter(line => line.trim() !== '')
      .join('; ');
    const wrong = people === '' ? 'Type or paste somebody, or press Esc.' : problem(people);
    if (wrong === undefined) return people;
    warn(wrong);
  }
}

/** Complains about wrong values, but not about missing ones, which a person is about to be asked for. */
async function checkGiven(context: Context, command: Command, given: TypedValues): Promise<void> {
  const takes = Object.entries(command.takes).map(([key, {required, ...param}]) => [
    key,
    required ? {...param, blank: 'refused' as const} : param,
  ]);
  const input = toInput({...command, takes: Object.fromEntries(takes), asks: {}}, given);
  await command.checkFirst?.(context, input as never);
}
