import type {ToldBy} from '../commands/command.js';
import type {Step} from './ask-in-order.js';
import type {Tools} from './tools.js';

/**
 * The question for a parameter, unless its value is known by then: a sentence says so instead, and `known` gets the
 * parameter, so that it is offered at the end.
 */
export const unlessTold = (
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
