import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from './ask.js';
import type {Command, Either} from './command.js';

/** The parameters that a line lacks, and the choices between some. None where one of them cannot be asked for. */
export function missingParameters({takes, asks = {}}: Command, given: TypedValues): ReadonlyArray<string | Either> {
  const required = Object.keys(takes).filter(key => takes[key]?.required && given[key] === undefined);
  if (required.some(key => !canBeAsked(takes[key]))) return [];
  const needed = (asks.needs ?? []).filter(need => partsOf(need).every(key => given[key] === undefined));
  return [...required, ...needed];
}

/** The command as a line needs it: nothing else is required where the line gives the parameter that stands for all of it. */
export function requiredOf(command: Command, given: TypedValues): Command {
  const {asks, takes} = command;
  if (asks?.instead === undefined || given[asks.instead] === undefined) return command;
  const optional = Object.entries(takes).map(([key, {required: _, ...param}]) => [key, param]);
  return {...command, takes: Object.fromEntries(optional), asks: {...asks, order: [], told: {}}};
}

/** Whether a line names the record to change, and nothing to change in it. */
export const changesNothing = ({asks}: Command, given: TypedValues): boolean =>
  asks?.changes !== undefined &&
  Object.entries(given).every(([key, value]) => key === asks.changes?.key || value === undefined);

/** A text that is taken letter by letter, such as a program's arguments, has no form that a question could have. */
const canBeAsked = (param: Param | undefined): boolean => param !== undefined && !(param.verbatim && param.many);

const partsOf = (need: string | Either): string[] => (typeof need === 'string' ? [need] : Object.keys(need.either));
