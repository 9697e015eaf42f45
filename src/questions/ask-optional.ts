import {BACK} from '../commands/ask.js';
import type {Command} from '../commands/command.js';
import type {Step} from './ask-in-order.js';
import {titleOf} from './parameter-title.js';
import type {Tools} from './tools.js';

/** What is offered at the end: optional parameters, and values that were filled in without a question. */
type Offered = {readonly optional: readonly string[]; readonly known: ReadonlySet<string>};

/** Offers the optional parameters once, at the end; no question if there are none. */
export function askOptional(
  {context}: Tools,
  {takes}: Command,
  {optional, known}: Offered,
  toStep: (key: string, now: readonly string[]) => Step,
): readonly Step[] {
  return [
    {
      async ask(so, canGoBack) {
        const nowOf = (key: string): readonly string[] => (known.has(key) ? [String(so[key])] : []);
        const from = [...optional.filter(key => so[key] === undefined), ...known].flatMap(key => {
          const param = takes[key];
          return param ? [{name: titleOf(param), note: nowOf(key)[0], value: key}] : [];
        });
        if (from.length === 0) return {given: {}, isTold: true};
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
