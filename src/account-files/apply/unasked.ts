import type {Context} from '../../commands/command.js';

/** A context in which nobody is asked any more: whoever applies files has agreed to all of it at once. */
export const unasked = (context: Context): Context => ({
  ...context,
  ask: {...context.ask, possible: false},
  confirm: async () => {},
});
