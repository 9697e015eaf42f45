import type {Param} from '../api/describe/schema.js';
import {BACK, type TypedValues} from '../commands/ask.js';
import type {Command, Either, ToldBy} from '../commands/command.js';
import {wrongWith} from '../commands/input.js';
import {changesNothing, missingParameters} from '../commands/missing-parameters.js';
import type {Step} from './ask-in-order.js';
import {contentParameters} from './content-parameters.js';
import {fieldsToChange} from './fields-to-change.js';
import {findId} from './find-id.js';
import {foundationsFirst} from './foundations.js';
import {titleOf, valuesInWords} from './parameter-title.js';
import {pastedPeople} from './pasted-people.js';
import type {Tools} from './question.js';
import {ownQuestion, questionFor} from './question-for.js';

/** The questions of a command whose line lacks something, in a natural order. */
export function missingQuestions(tools: Tools, command: Command, given: TypedValues, isBrief = false): readonly Step[] {
  const {order = [], changes} = command.asks ?? {};
  const missing = missingParameters(command, given);
  const keys = [
    ...new Set([
      ...order.filter(key => given[key] === undefined),
      ...missing.filter((need): need is string => typeof need === 'string'),
    ]),
  ];
  const known = new Set<string>();
  const unlessKnown = (key: string, step: Step): Step => {
    const toldBy = command.asks?.told?.[key];
    return unlessGiven(key, toldBy ? unlessTold(tools, {key, toldBy, known}, step) : step);
  };
  // What a chosen record needs is then required, although the command has it as an option.
  const toNeeded = (key: string): Step =>
    unlessKnown(key, withFollowUps(tools, command, key, questionFor(tools, needing(command, key), key), toNeeded));
  const toStep = (key: string, now?: readonly string[]): Step =>
    withFollowUps(tools, command, key, questionFor(tools, command, key, now), toNeeded);
  let endsThere = isBrief;
  const foundations = foundationsFirst(tools, command, () => {
    endsThere = true;
  });
  const choices = missing.filter((need): need is Either => typeof need !== 'string');
  const toPasted = (key: string, text: string): Step => {
    const step = pasted(command, key, text);
    return step ? withFollowUps(tools, command, key, step, toNeeded) : toStep(key, [text]);
  };
  const main = [
    foundations,
    ...keys.map(key => unlessKnown(key, toStep(key))),
    ...choices.map(choice => askEither(tools, choice, command, {toStep, toPasted})),
  ];
  if (changes) return changesNothing(command, given) ? [...main, fieldsToChange(tools, command, changes)] : main;
  const optional = contentParameters(command).filter(key => given[key] === undefined && !keys.includes(key));
  return [...main, ...askOptional(tools, command, {optional, known, isLeft: () => endsThere}, toStep)];
}

const needing = (command: Command, key: string): Command => {
  const param = command.takes[key];
  return param ? {...command, takes: {...command.takes, [key]: {...param, required: true}}} : command;
};

/** Asks which of several parameters is meant, and then for its value; a switch needs no value, and pasted people are one. */
function askEither(
  tools: Tools,
  {question, either, own}: Either,
  {takes}: Command,
  {toStep, toPasted}: {toStep(key: string): Step; toPasted(key: string, text: string): Step},
): Step {
  if (own) return ownQuestion(tools, own);
  const keys = Object.keys(either);
  const forPeople = keys.find(key => takes[key]?.format === 'people');
  return {
    async ask(_, canGoBack) {
      const answer = await tools.context.ask.guided.pick<{readonly key: string; readonly text?: string}>(question, {
        from: keys.map(key => ({name: either[key] ?? key, value: {key}})),
        pastes: pastedPeople,
        typed: text => (forPeople !== undefined && text.includes('@') ? {key: forPeople, text} : undefined),
        canGoBack,
      });
      if (answer === BACK) return BACK;
      const {key, text} = answer;
      if (text !== undefined) return {given: {}, followedBy: [toPasted(key, text)]};
      return takes[key]?.type === 'flag' ? {given: {[key]: true}} : {given: {}, followedBy: [toStep(key)]};
    },
  };
}

/** People pasted in place of an answer, which need no question of their own if they can be read. */
const pasted = ({takes}: Command, key: string, text: string): Step | undefined =>
  wrongWith(takes[key] as Param, text) === undefined
    ? {ask: async () => ({given: {[key]: [text]}, isTold: true})}
    : undefined;

/** The question for a parameter that has no value from what was made on the way. */
const unlessGiven = (key: string, step: Step): Step => ({
  ask: async (so, canGoBack) => (so[key] === undefined ? step.ask(so, canGoBack) : {given: {}, isTold: true}),
});

/** The question for a parameter, unless its value is known: then a sentence says so, and it is offered at the end. */
const unlessTold = (
  {context}: Tools,
  {key, toldBy, known}: {readonly key: string; readonly toldBy: ToldBy; readonly known: Set<string>},
  step: Step,
): Step => ({
  async ask(so, canGoBack) {
    const told = await toldBy(context, so);
    if (!told) {
      known.delete(key);
      return step.ask(so, canGoBack);
    }
    if (told.says !== undefined) {
      context.notice(told.says);
      known.add(key);
    }
    return {given: {[key]: told.value}, isTold: true};
  },
});

/** A question for a parameter, followed by those that the chosen record makes necessary. */
const withFollowUps = (
  {context}: Tools,
  command: Command,
  key: string,
  step: Step,
  toStep: (key: string) => Step,
): Step => {
  const follows = command.asks?.follows?.[key];
  if (!follows) return step;
  return {
    async ask(soFar, canGoBack) {
      const answer = await step.ask(soFar, canGoBack);
      if (answer === BACK) return BACK;
      const id = await findId(context, command, key, answer.given);
      const needed = (await follows(context, id)).filter(each => soFar[each] === undefined);
      return {...answer, followedBy: needed.map(toStep)};
    },
  };
};

/** A value as the question for it knows the current one: a switch is 1 or 0. */
const textsOf = (value: TypedValues[string]): readonly string[] =>
  [value ?? []].flat().map(each => String(typeof each === 'boolean' ? Number(each) : each));

/** What is offered at the end: optional parameters, and values that were filled in without a question. */
type Offered = {
  readonly optional: readonly string[];
  readonly known: ReadonlySet<string>;
  /** Whether nothing is offered after all: the first mailing of an account has had enough questions. */
  isLeft(): boolean;
};

/** Offers the optional parameters once, at the end; no question if there are none. */
function askOptional(
  {context}: Tools,
  {takes}: Command,
  {optional, known, isLeft}: Offered,
  toStep: (key: string, now: readonly string[]) => Step,
): readonly Step[] {
  return [
    {
      async ask(so, canGoBack) {
        const nowOf = (key: string): readonly string[] => (known.has(key) ? textsOf(so[key]) : []);
        const from = [...optional.filter(key => so[key] === undefined), ...known].flatMap(key => {
          const param = takes[key];
          return param ? [{name: titleOf(param), note: valuesInWords(param, nowOf(key)), value: key}] : [];
        });
        if (from.length === 0 || isLeft()) return {given: {}, isTold: true};
        const chosen = await context.ask.guided.several('Anything else?', {
          from,
          canGoBack,
          mayBeEmpty: true,
          help: 'Enter for no.',
        });
        return chosen === BACK ? BACK : {given: {}, followedBy: chosen.map(key => toStep(key, nowOf(key)))};
      },
    },
  ];
}
