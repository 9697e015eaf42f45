import type {Context} from '../../commands/command.js';

/** A context that asks nothing any more, since everything was agreed to, and leaves the last word to the report. */
export const withoutQuestions = (context: Context): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  confirm: async () => {},
  notice: () => {},
});
