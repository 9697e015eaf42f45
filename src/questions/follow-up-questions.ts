import {BACK} from '../commands/ask.js';
import type {Command} from '../commands/command.js';
import type {Step} from './ask-in-order.js';
import {findId} from './find-id.js';
import type {Tools} from './tools.js';

/** A question for a parameter, followed by those that the chosen record makes necessary. */
export const withFollowUps = (
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
