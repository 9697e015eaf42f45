import type {Param} from '../../api/describe/schema.js';
import type {Command, Context} from '../../commands/command.js';
import {toInput, wrongWith} from '../../commands/input.js';
import {PreflightError, UsageError} from '../../errors.js';
import type {TypedValues} from '../terminal/ask.js';
import {askAudience, askRecord} from './ask-record.js';
import {type Answered, detailsOf, type Question, questionOf, titleOf} from './question.js';

/** One question: it gets the line so far, and returns what it adds. */
export type Step = (given: TypedValues) => Promise<Answer>;

type Answer = {
  readonly given: TypedValues;
  readonly followedBy?: readonly Step[];
  /** Nobody was asked, so there is nothing to go back to. */
  readonly isKnown?: true;
};

/** The question for a parameter, depending on its type. Asked again, it shows the earlier answer. */
export function questionFor(context: Context, command: Command, key: string): Step {
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
    if (param.type === 'flag') return {given: {[key]: await askSwitch(context, param)}};
    const {words, within} = await ask({context, command, key, param, given, before});
    before = words;
    return {given: {...within, [key]: param.many ? (words.length > 0 ? words : undefined) : words[0]}};
  };
}

async function ask(question: Question): Promise<Answered> {
  const {param} = question;
  if (param.choices) return {words: [await askChoice(question, param.choices)]};
  if (param.kinds) return {words: await askAudience(question, param.kinds)};
  const from = param.from ?? param.offers;
  if (from) return askRecord(question, from);
  return {words: await askText(question)};
}

const askSwitch = ({ask}: Context, param: Param): Promise<boolean> =>
  ask.pick(param.question ?? `${titleOf(param)}?`, [
    {name: 'Yes', value: true},
    {name: 'No', value: false},
  ]);

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
  if (param.type === 'file' || param.value === 'file') return [await askFile(question, title)];
  if (param.help.includes('@FILE')) return [`@${await ask.path(title)}`];
  const mayBeEmpty = param.required !== true && param.many !== true && param.blank !== 'refused';
  const text = await ask.text(title, {initial: before[0], help: detailsOf(param), problem, mayBeEmpty});
  // Empty without an earlier value is no answer; empty in place of a value empties it.
  return text.trim() === '' && before.length === 0 ? [] : [text.trim()];
}

/** Asks for a file, again if the command can tell at once that this one does not work. */
async function askFile({context, command, key, param, given, before}: Question, title: string): Promise<string> {
  for (let [initial] = before; ; ) {
    const path = await context.ask.path(title, {initial, problem: text => wrongWith(param, text)});
    try {
      await checkGiven(context, command, {...given, [key]: param.many ? [path] : path});
      return path;
    } catch (error) {
      if (!(error instanceof UsageError || error instanceof PreflightError)) throw error;
      context.warn([error.message, error.hint].filter(Boolean).join(' '));
      initial = path;
    }
  }
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
export async function checkGiven(context: Context, command: Command, given: TypedValues): Promise<void> {
  const takes = Object.entries(command.takes).map(([key, {required, ...param}]) => [
    key,
    required ? {...param, blank: 'refused' as const} : param,
  ]);
  const input = toInput({...command, takes: Object.fromEntries(takes), asks: {}}, given);
  await command.checkFirst?.(context, input as never);
}
