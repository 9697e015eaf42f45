import type {Param} from '../../api/describe/schema.js';
import type {Command, Context} from '../../commands/command.js';
import {wrongWith} from '../../commands/input.js';
import type {TypedValues} from '../terminal/ask.js';
import {askAudience, askRecord} from './ask-record.js';

/** One question: it gets the line so far, and returns what it adds. */
export type Step = (given: TypedValues) => Promise<Answer>;

type Answer = {
  readonly given: TypedValues;
  readonly followedBy?: readonly Step[];
  /** Nobody was asked, so there is nothing to go back to. */
  readonly isKnown?: true;
};

export type Question = {
  readonly context: Context;
  readonly command: Command;
  readonly key: string;
  readonly param: Param;
  /** The line so far, including answers. */
  readonly given: TypedValues;
  /** The words of the earlier answer, if a person went back to this question. */
  readonly before: readonly string[];
};

/** The question for a parameter, depending on its type. Asked again, it shows the earlier answer. */
export function questionFor(context: Context, command: Command, key: string): Step {
  const own = command.asks?.own?.[key];
  if (own) return async given => ({given: await own(context, given)});
  const param = command.takes[key] as Param;
  let before: readonly string[] = [];
  return async given => {
    if (param.type === 'flag') return {given: {[key]: await askSwitch(context, param)}};
    const {words, within} = await ask({context, command, key, param, given, before});
    before = words;
    return {given: {...within, [key]: param.many ? (words.length > 0 ? words : undefined) : words[0]}};
  };
}

/** The words that a person would type, and an option that says in which record they are looked up. */
export type Answered = {readonly words: readonly string[]; readonly within?: TypedValues};

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

async function askText({context, param, before}: Question): Promise<readonly string[]> {
  const {ask} = context;
  const title = questionOf(param).replace(', or @FILE', '');
  const problem = (text: string) => wrongWith(param, text);
  if (param.format === 'people') return [await askPeople(context, title, problem)];
  if (param.type === 'file' || param.value === 'file') return [await ask.path(title, {initial: before[0], problem})];
  if (param.help.includes('@FILE')) return [`@${await ask.path(title)}`];
  const mayBeEmpty = param.required !== true && param.many !== true && param.blank !== 'refused';
  const text = await ask.text(title, {initial: before[0], help: detailsOf(param), problem, mayBeEmpty});
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

/** A parameter in a few words: its help up to the first colon, semicolon, default or end of a sentence. */
const titleOf = ({help}: Param): string => help.split(/[:;]|\. | \(default/)[0] ?? help;

/** The part of the help that the title omits. */
function detailsOf(param: Param): string | undefined {
  const more = param.help.slice(titleOf(param).length + 1).trim();
  return more === '' || param.question !== undefined ? undefined : more;
}

export const questionOf = (param: Param): string => param.question ?? `${titleOf(param)}:`;
