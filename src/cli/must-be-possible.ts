import {refuseReadOnly} from '../accounts/guard.js';
import {type Command, type Context, callsOf, mayChange} from '../commands/command.js';

/** Refuses a command that cannot work on its account, before the first question: nobody answers ten for nothing. */
export async function mustBePossible(
  command: Command,
  {account, globals}: Pick<Context, 'account' | 'globals'>,
): Promise<void> {
  if ((await callsOf(command)).length === 0) return;
  const found = await account();
  if (!globals.dryRun && (await mayChange(command))) refuseReadOnly(found);
}

/**
 * The same for a question that a command asks while it runs. A command that only reads may be about to find its
 * account, such as a login.
 */
export async function changesMustBePossible(
  command: Command,
  context: Pick<Context, 'account' | 'globals'>,
): Promise<void> {
  if (await mayChange(command)) await mustBePossible(command, context);
}
