import {BACK} from '../commands/ask.js';
import type {Command} from '../commands/command.js';
import {idOf} from './id-of.js';
import type {Means} from './means.js';
import type {Step} from './walk.js';

/** A question for a parameter, and after it those that the chosen record calls for and the line does not answer. */
export const withWhatFollows = (
  {context}: Means,
  command: Command,
  key: string,
  step: Step,
  toStep: (key: string) => Step,
): Step => {
  const follows = command.asks?.follows?.[key];
  if (!follows) return step;
  return {
    async ask(so, canGoBack) {
      const answer = await step.ask(so, canGoBack);
      if (answer === BACK) return BACK;
      const id = await idOf(context, command, key, answer.given);
      const needed = (await follows(context, id)).filter(each => so[each] === undefined);
      return {...answer, followedBy: needed.map(toStep)};
    },
  };
};
