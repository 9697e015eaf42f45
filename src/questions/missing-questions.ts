import {BACK, type TypedValues} from '../commands/ask.js';
import type {Command, Either, ToldBy} from '../commands/command.js';
import {changesNothing, missingParameters} from '../commands/missing-parameters.js';
import type {Step} from './ask-in-order.js';
import {askOptional} from './ask-optional.js';
import {contentParameters} from './content-parameters.js';
import {fieldsToChange} from './fields-to-change.js';
import {withFollowUps} from './follow-up-questions.js';
import {ownQuestion, questionFor} from './question-for.js';
import type {Tools} from './tools.js';

/** The questions of a command whose line lacks something, in a natural order. */
export function missingQuestions(tools: Tools, command: Command, given: TypedValues): readonly Step[] {
  const {order = [], changes} = command.asks ?? {};
  const missing = missingParameters(command, given);
  const keys = [
    ...new Set([
      ...order.filter(key => given[key] === undefined),
      ...missing.filter((need): need is string => typeof need === 'string'),
    ]),
  ];
  // What a chosen record needs is then required, although the command has it as an option.
  const toNeeded = (key: string): Step =>
    withFollowUps(tools, command, key, questionFor(tools, needing(command, key), key), toNeeded);
  const toStep = (key: string, now?: readonly string[]): Step =>
    withFollowUps(tools, command, key, questionFor(tools, command, key, now), toNeeded);
  const known = new Set<string>();
  const toMain = (key: string): Step => {
    const toldBy = command.asks?.told?.[key];
    return toldBy ? unlessTold(tools, {key, toldBy, known}, toStep(key)) : toStep(key);
  };
  const choices = missing.filter((need): need is Either => typeof need !== 'string');
  const isSwitch = (key: string): boolean => command.takes[key]?.type === 'flag';
  const main = [...keys.map(toMain), ...choices.map(choice => askEither(tools, choice, isSwitch, toStep))];
  if (changes) return changesNothing(command, given) ? [...main, fieldsToChange(tools, command, changes)] : main;
  const optional = contentParameters(command).filter(key => given[key] === undefined && !keys.includes(key));
  return [...main, ...askOptional(tools, command, {optional, known}, toStep)];
}

const needing = (command: Command, key: string): Command => {
  const param = command.takes[key];
  return param ? {...command, takes: {...command.takes, [key]: {...param, required: true}}} : command;
};

/** Asks which of several parameters is meant, and then for its value; a switch needs no value. */
function askEither(
  tools: Tools,
  {question, either, own}: Either,
  isSwitch: (key: string) => boolean,
  toStep: (key: string) => Step,
): Step {
  if (own) return ownQuestion(tools, own);
  return {
    async ask(_, canGoBack) {
      const from = Object.entries(either).map(([key, name]) => ({name, value: key}));
      const key = await tools.context.ask.guided.pick(question, {from, canGoBack});
      if (key === BACK) return BACK;
      return isSwitch(key) ? {given: {[key]: true}} : {given: {}, followedBy: [toStep(key)]};
    },
  };
}

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
    if (told.says !== undefined && !known.has(key)) context.notice(told.says);
    if (told.says !== undefined) known.add(key);
    return {given: {[key]: told.value}, isTold: true};
  },
});
