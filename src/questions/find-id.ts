import type {TypedValues} from '../commands/ask.js';
import type {Command, Context} from '../commands/command.js';
import {toInput} from '../commands/input.js';
import {resolveNames} from '../commands/resolve-names.js';

/** The id of the record that a parameter names, found as the command itself finds it. */
export async function findId(context: Context, command: Command, key: string, values: TypedValues): Promise<unknown> {
  const param = command.takes[key];
  const alone: Command = {...command, takes: param ? {[key]: param} : {}, asks: {}};
  const {input} = await resolveNames(context, alone, toInput(alone, {[key]: values[key]}));
  return input[key];
}
