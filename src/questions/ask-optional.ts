import {BACK} from '../commands/ask.js';
import type {Command} from '../commands/command.js';
import type {Step} from './ask-in-order.js';
import {titleOf} from './parameter-title.js';
import type {Tools} from './tools.js';

/** Offers once, in the end, what need not be given. Nothing where there is nothing of the kind. */
export function askOptional(
  {context}: Tools,
  {takes}: Command,
  optional: readonly string[],
  toStep: (key: string) => Step,
): readonly Step[] {
  if (optional.length === 0) return [];
  return [
    {
      async ask(soFar, canGoBack) {
        const from = optional.flatMap(key => {
          const param = takes[key];
          return param && soFar[key] === undefined ? [{name: titleOf(param), value: key}] : [];
        });
        const chosen = await context.ask.guided.several('Anything else?', {
          from,
          canGoBack,
          mayBeEmpty: true,
          help: 'Enter alone: no, that is all.',
        });
        return chosen === BACK ? BACK : {given: {}, followedBy: chosen.map(toStep)};
      },
    },
  ];
}
