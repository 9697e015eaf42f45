import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../ask/terminal/ask.js';
import type {Command, Context, Either} from './command.js';

/** The parameters that a line lacks, and the choices between some. Empty if one of them cannot be asked for. */
export function missingParameters({takes, asks = {}}: Command, given: TypedValues): ReadonlyArray<string | Either> {
  const required = Object.keys(takes).filter(key => takes[key]?.required && given[key] === undefined);
  if (required.some(key => !canBeAsked(takes[key]))) return [];
  const needed = (asks.needs ?? []).filter(need => partsOf(need).every(key => given[key] === undefined));
  return [...required, ...needed];
}

/** The command with what the line still requires, unless it gives the parameter that replaces everything else. */
export function requiredOf(command: Command, given: TypedValues): Command {
  const {asks, takes} = command;
  if (asks?.instead === undefined || given[asks.instead] === undefined) return command;
  const optional = Object.entries(takes).map(([key, {required: _, ...param}]) => [key, param]);
  return {...command, takes: Object.fromEntries(optional), derives: {}, asks: {...asks, order: []}};
}

/** Whether a question can ask for a parameter. Texts that are passed on literally have no question. */
const canBeAsked = (param: Param | undefined): boolean => param !== undefined && !(param.verbatim && param.many);

const partsOf = (need: string | Either): string[] =>
  typeof need === 'string' ? [need] : [...Object.keys(need.either), ...(need.unless ?? [])];

/** The values of a line with those that follow from it, from the configuration or from the account. */
export async function withDerived(context: Context, {derives = {}}: Command, given: TypedValues): Promise<TypedValues> {
  let known = given;
  for (const [key, derive] of Object.entries(derives)) {
    const value = known[key] === undefined ? await derive(context, known) : undefined;
    if (value !== undefined) known = {...known, [key]: value};
  }
  return known;
}
