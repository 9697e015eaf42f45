import {BACK} from '../commands/ask.js';
import type {Either} from '../commands/command.js';
import type {Step} from './ask-in-order.js';
import {ownQuestion} from './question-for.js';
import type {Tools} from './tools.js';

/** Asks which of several parameters is meant, and then for its value; a switch needs no value. */
export function askEither(
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
