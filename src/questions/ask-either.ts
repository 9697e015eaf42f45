import {BACK} from '../commands/ask.js';
import type {Either} from '../commands/command.js';
import type {Step} from './ask-in-order.js';
import type {Tools} from './tools.js';

/** Asks which of several parameters is meant, and then for that one; a switch is meant by being chosen. */
export const askEither = (
  {context}: Tools,
  {question, either}: Either,
  isSwitch: (key: string) => boolean,
  toStep: (key: string) => Step,
): Step => ({
  async ask(_, canGoBack) {
    const from = Object.entries(either).map(([key, name]) => ({name, value: key}));
    const key = await context.ask.guided.pick(question, {from, canGoBack});
    if (key === BACK) return BACK;
    return isSwitch(key) ? {given: {[key]: true}} : {given: {}, followedBy: [toStep(key)]};
  },
});
