import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';

/** A context without questions and notices: its changes are part of what was agreed to, and the report says the rest. */
export const withoutQuestions = (context: Context, permit: Permit | undefined): Context => ({
  ...context,
  globals: {...context.globals, yes: true},
  ask: {...context.ask, possible: false},
  agree: async () => permitted(permit),
  notice: () => {},
});

/** The permit, which is missing only where nothing may be sent. */
export function permitted(permit: Permit | undefined): Permit {
  if (permit === undefined) throw new Error('A change without a permit.');
  return permit;
}
