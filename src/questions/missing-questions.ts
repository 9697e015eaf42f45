import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../commands/ask.js';
import {BACK} from '../commands/ask.js';
import type {Command, Either} from '../commands/command.js';
import {wrongWith} from '../commands/input.js';
import {missingParameters} from '../commands/missing-parameters.js';
import type {Step} from './ask-in-order.js';
import {pastedPeople} from './pasted-people.js';
import type {Tools} from './question.js';
import {ownQuestion, questionFor} from './question-for.js';

/** The questions of a command whose line lacks something, in a natural order. */
export function missingQuestions(tools: Tools, command: Command, given: TypedValues): readonly Step[] {
  const {order = []} = command.asks ?? {};
  const missing = missingParameters(command, given);
  const keys = new Set([
    ...order.filter(key => given[key] === undefined),
    ...missing.filter((need): need is string => typeof need === 'string'),
  ]);
  return [
    ...[...keys].map(key => unlessKnown(tools, command, key)),
    ...missing
      .filter((need): need is Either => typeof need !== 'string')
      .map(choice => askEither(tools, choice, command)),
  ];
}

/** The question for a parameter, unless an answer has given it, or it follows from the answers so far. */
function unlessKnown(tools: Tools, command: Command, key: string): Step {
  const step = questionFor(tools, command, key);
  return {
    async ask(so, canGoBack) {
      const isKnown = so[key] !== undefined || (await command.derives?.[key]?.(tools.context, so)) !== undefined;
      return isKnown ? {given: {}, isTold: true} : step.ask(so, canGoBack);
    },
  };
}

/** Asks which of several parameters is meant, and then for its value; a switch needs no value, and pasted people are one. */
function askEither(tools: Tools, {question, either, own}: Either, command: Command): Step {
  if (own) return ownQuestion(tools, own);
  const {takes} = command;
  const keys = Object.keys(either);
  const [only = '', ...others] = keys;
  if (others.length === 0) return questionFor(tools, command, only);
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
      if (text !== undefined) return pasted(tools, command, key, text);
      return takes[key]?.type === 'flag'
        ? {given: {[key]: true}}
        : {given: {}, followedBy: [questionFor(tools, command, key)]};
    },
  };
}

/** People pasted in place of an answer, which need no question of their own if they can be read. */
function pasted(tools: Tools, command: Command, key: string, text: string) {
  const problem = wrongWith(command.takes[key] as Param, text) ?? command.asks?.checks?.[key]?.(tools.context, text);
  return problem === undefined
    ? {given: {[key]: [text]}}
    : {given: {}, followedBy: [questionFor(tools, command, key, [text])]};
}
