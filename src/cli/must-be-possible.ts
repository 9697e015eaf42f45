import {refuseReadOnly} from '../accounts/guard.js';
import type {Operation} from '../api/describe/schema.js';
import type {Command, Context} from '../commands/command.js';

/** Refuses a command that cannot work on its account, before the first question: nobody answers ten for nothing. */
export async function mustBePossible(
  command: Command,
  {account, globals}: Pick<Context, 'account' | 'globals'>,
): Promise<void> {
  const operations = await callsOf(command);
  if (operations.length === 0) return;
  const found = await account();
  if (operations.some(changes) && !globals.dryRun) refuseReadOnly(found);
}

/**
 * The same for a question that a command asks while it runs. A command that only reads may be about to find its
 * account, such as a login.
 */
export async function changesMustBePossible(
  command: Command,
  context: Pick<Context, 'account' | 'globals'>,
): Promise<void> {
  if ((await callsOf(command)).some(changes)) await mustBePossible(command, context);
}

const callsOf = async ({calls}: Command): Promise<readonly Operation[]> =>
  typeof calls === 'function' ? calls() : calls;

const changes = ({effect}: Operation): boolean => effect !== 'reads';
