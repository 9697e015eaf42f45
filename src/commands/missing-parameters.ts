import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from './ask.js';
import type {Command, Either} from './command.js';

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
  return {...command, takes: Object.fromEntries(optional), asks: {...asks, order: [], told: {}}};
}

/** The command with what a new record needs, if the line begins one: a person is asked for the rest of it. */
export function forNewRecord(command: Command, given: TypedValues): Command {
  const {takes, asks} = command;
  const {fresh} = asks ?? {};
  const isBegun = fresh && given[fresh.unless] === undefined && fresh.of.some(key => given[key] !== undefined);
  if (!isBegun) return command;
  const needed = fresh.needs.flatMap(key => (takes[key] ? [[key, {...takes[key], required: true}] as const] : []));
  return {...command, takes: {...takes, ...Object.fromEntries(needed)}, asks: {...asks, order: fresh.needs, needs: []}};
}

/** Whether a line names the record to change but no change. */
export const changesNothing = ({asks}: Command, given: TypedValues): boolean =>
  asks?.changes !== undefined &&
  Object.entries(given).every(([key, value]) => key === asks.changes?.key || value === undefined);

/** Whether a question can ask for a parameter. Texts that are passed on literally have no question. */
const canBeAsked = (param: Param | undefined): boolean => param !== undefined && !(param.verbatim && param.many);

const partsOf = (need: string | Either): string[] => (typeof need === 'string' ? [need] : Object.keys(need.either));
