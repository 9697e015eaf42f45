import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';

/** A context without questions and notices: its changes are part of what was agreed to, and the report says the rest. */
export const withoutQuestions = (context: Context, permit: Permit): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  agree: async () => permit,
  notice: () => {},
});
