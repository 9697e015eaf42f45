import type {TypedValues} from '../ask/terminal/ask.js';
import type {Command, Context} from './command.js';

/** The values of a line with those that follow from it, from the configuration or from the account. */
export async function withDerived(context: Context, {derives = {}}: Command, given: TypedValues): Promise<TypedValues> {
  let known = given;
  for (const [key, derive] of Object.entries(derives)) {
    const value = known[key] === undefined ? await derive(context, known) : undefined;
    if (value !== undefined) known = {...known, [key]: value};
  }
  return known;
}
