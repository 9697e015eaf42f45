import type {TypedValues} from '../commands/ask.js';
import type {Command, Context} from '../commands/command.js';
import {toInput} from '../commands/input.js';

/** Complains about wrong values, but not about missing ones, which a person is about to be asked for. */
export async function checkGiven(context: Context, command: Command, given: TypedValues): Promise<void> {
  const takes = Object.entries(command.takes).map(([key, {required, ...param}]) => [
    key,
    required ? {...param, blank: 'refused' as const} : param,
  ]);
  const input = toInput({...command, takes: Object.fromEntries(takes), asks: {}}, given);
  await command.checkFirst?.(context, input as never);
}
