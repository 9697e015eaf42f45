import type {Context} from '../../commands/command.js';

/** A context without questions and notices: everything was agreed to, and the report says the rest. */
export const withoutQuestions = (context: Context): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  confirm: async () => {},
  notice: () => {},
});
