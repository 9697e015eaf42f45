import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../change/ask.js';
import type {Context} from '../change/context.js';
import {isCode, lookUp} from '../core/words/values.js';
import type {Command, Either} from './command.js';

/** The option of a parameter: `contact_type_id` gives `contact-type-id`, unless the parameter has its own. */
export const optionName = (key: string, {option}: Param): string => option ?? key.replaceAll('_', '-');

export const isOptionOf =
  ({args}: Pick<Command, 'args'>) =>
  ([key]: readonly [string, unknown]): boolean =>
    !args.includes(key);

/** A parameter's name in messages, as it is typed: `--list` or `<contact>`. */
export function parameterName({takes, args}: Pick<Command, 'takes' | 'args'>, key: string): string {
  const param = lookUp(takes, key);
  if (!param) return key;
  return args.includes(key) ? `<${param.value ?? optionName(key, param)}>` : `--${optionName(key, param)}`;
}

/** The parameters that can be given by position: first the required ones, then those that also have an option. */
export const positions = ({takes, args}: Pick<Command, 'takes' | 'args'>): string[] => [
  ...args,
  ...Object.keys(takes).filter(key => takes[key]?.byPosition && !args.includes(key)),
];

/** A parameter given by position, as usage shows it: `<file>`, or `[file]` if it is optional. */
export function placeholder(key: string, {takes, args}: Pick<Command, 'takes' | 'args'>): string {
  const name = argumentName(key, takes[key]);
  return takes[key]?.required && args.includes(key) ? `<${name}>` : `[${name}]`;
}

/** The name of a parameter given by position: `file`, or `ids...` for several. */
export const argumentName = (key: string, param: Param | undefined): string =>
  param ? `${param.value ?? optionName(key, param)}${param.many ? '...' : ''}` : key;

/** An option as it is declared and explained: `-f, --field <name=value>`. */
export function optionTerm(name: string, {type, short, value, choices, alone}: Param): string {
  const word = value ?? (choices ? 'choice' : type);
  const after = type === 'flag' ? '' : alone === undefined ? ` <${word}>` : ` [${word}]`;
  return `${short ? `-${short}, ` : ''}--${name}${after}`;
}

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

/** What a text itself says about the record that it means. */
type RecordReference = {readonly by: 'id' | 'name' | 'either'; readonly text: string};

/** `id:12` is an id and `name:12` a name, whatever it looks like; without a prefix it can be either. */
export function parseReference(given: string): RecordReference {
  const [, by, text = ''] = /^(id|name):\s*(\S.*)$/s.exec(given) ?? [];
  return by === 'id' || by === 'name' ? {by, text} : {by: 'either', text: given};
}

/** The id that a text is, without any lookup: digits if ids are numbers, else a whole code. */
export function idOfText(given: string, areNumbers: boolean): string | undefined {
  const {by, text} = parseReference(given);
  return by !== 'name' && (areNumbers ? isNumber : isCode)(text) ? text : undefined;
}

/** Whether a text is a number of at most 15 digits: no id is longer, and JavaScript would change it. */
export const isNumber = (text: string): boolean => /^\d{1,15}$/.test(text);
