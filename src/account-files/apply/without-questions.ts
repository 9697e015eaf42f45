import type {Context} from '../../commands/command.js';

/** A context without questions and notices: everything was agreed to already, and the report has the last word. */
export const withoutQuestions = (context: Context): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  confirm: async () => {},
  notice: () => {},
});
