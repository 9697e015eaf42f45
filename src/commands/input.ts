import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../change/ask.js';
import {UsageError} from '../core/errors.js';
import {daysIn} from '../core/words/calendar.js';
import {closest} from '../core/words/closest.js';
import {areMissing, capital, orList, reasonsWithMore} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {type Pasted, readPasted} from '../csv/columns/pasted-people.js';
import {notAnAddress} from '../records/fields/email-address.js';
import {trim} from '../records/fields/fold-address.js';
import type {Command} from './command.js';
import {parameterName} from './parameters.js';

/** Turns the typed values into a command's input, with all complaints in one error, before anything is sent. */
export function toInput(command: Command, typed: TypedValues): Record<string, unknown> {
  const complaints: string[] = [];
  const input: Record<string, unknown> = {};
  const missing = whatIsMissing(command, typed);
  let hint = addition(command, missing, typed) ?? `For example: ${exampleWith(command, missing.flat())}`;
  for (const [key, param] of Object.entries(command.takes)) {
    const value = typed[key];
    if (value === undefined) continue;
    const {read, wrong, suggestion} = Array.isArray(value)
      ? readAll(param, value)
      : readOne(param, value as string | boolean);
    if (wrong === undefined) input[key] = read;
    else complaints.push(capital(`${calledInWords(command, key)} ${wrong}`));
    const file = command.takes['file'] && [value].flat().find(each => /\.(csv|tsv|txt)$/i.test(String(each)));
    hint = suggestion ?? (file ? `To take people from a file: --file ${shellWord(String(file))}` : hint);
  }
  complaints.push(...missingInWords(command, missing));
  if (complaints.length === 0) return input;
  throw new UsageError(`${complaints.join('. ')}.`, {hint});
}

/** What the line lacks: required parameters, and those of which it needs one. */
function whatIsMissing(command: Command, typed: TypedValues): ReadonlyArray<readonly string[]> {
  const required = Object.keys(command.takes).filter(key => command.takes[key]?.required);
  const choices = (command.asks?.needs ?? []).flatMap(need =>
    typeof need !== 'string' && need.isRequired ? [Object.keys(need.either)] : [],
  );
  return [...required.map(key => [key]), ...choices].filter(keys => keys.every(key => typed[key] === undefined));
}

/** What a line that says something already lacks, as the examples have it: a whole other line might send at once. */
function addition(command: Command, missing: ReadonlyArray<readonly string[]>, typed: TypedValues): string | undefined {
  const keys = missing.flatMap(([key]) => key ?? []);
  const isBegun = Object.values(typed).some(value => value !== undefined);
  if (!isBegun || keys.length === 0 || keys.some(key => command.args.includes(key))) return undefined;
  const options = keys.map(key => {
    const option = parameterName(command, key);
    return new RegExp(` (${option}(?= |$)(?: (?!-)(?:"[^"]*"|'[^']*'|[^ ]+))?)`).exec(command.examples.join(' '))?.[1];
  });
  return options.includes(undefined) ? undefined : `For example, add: ${options.join(' ')}`;
}

/** The example of a command that shows most of the options. */
function exampleWith(command: Command, keys: readonly string[]): string | undefined {
  const options = keys.filter(key => !command.takes[key]?.byPosition && !command.args.includes(key));
  const shown = (example: string) => options.filter(key => example.includes(` ${parameterName(command, key)} `)).length;
  return [...command.examples].sort((one, other) => shown(other) - shown(one))[0];
}

/** One complaint about everything that the line lacks. */
function missingInWords(command: Command, missing: ReadonlyArray<readonly string[]>): readonly string[] {
  const names = missing.map(keys => orList(keys.map(key => calledInWords(command, key))));
  if (names.length === 0) return [];
  return [capital(areMissing(names, names.length > 1 || /^the .*[^s]s$/.test(names[0] ?? '')))];
}

/** A parameter in a sentence: its option, or what stands in its place on the line, such as `the list`. */
function calledInWords(command: Command, key: string): string {
  const {help = key, value = key} = command.takes[key] ?? {};
  const [, noun] = /^The ([a-z ]+)(?=,)/.exec(help) ?? [];
  return command.args.includes(key) ? `the ${noun ?? orList(value.split('|'))}` : parameterName(command, key);
}

/** What is wrong with a text as a parameter's value, for a question to show while it is typed. */
export function wrongWith(param: Param, text: string): string | undefined {
  const {wrong} = readOne(param, text);
  return wrong === undefined ? undefined : `This ${wrong}.`;
}

type ReadValue = {
  readonly read?: unknown;
  /** The problem, in words that follow the parameter's name. */
  readonly wrong?: string;
  /** What to do instead, as a sentence. */
  readonly suggestion?: string | undefined;
};

function readAll(param: Param, texts: readonly string[]): ReadValue {
  if (param.blank === 'empties' && texts.every(text => trim(text) === '')) return {read: []};
  const all = texts.map(text => readOne(param, text));
  return all.find(({wrong}) => wrong !== undefined) ?? {read: all.map(({read}) => read)};
}

function readOne(param: Param, value: string | boolean): ReadValue {
  if (typeof value === 'boolean' || param.verbatim) return {read: value};
  const text = trim(value);
  if (text === '' && mustNotBeBlank(param)) return {wrong: 'must not be blank'};
  if (param.choices) {
    const choice = param.choices.find(each => each.toLowerCase() === text.toLowerCase());
    return choice === undefined ? noChoice(param.choices, text) : readers[param.type](choice);
  }
  const wrong = text === '' ? undefined : beyondLimits(param, text);
  if (wrong !== undefined) return {wrong};
  // A name may replace an id; its record is looked up later.
  return param.from && !/^\d+$/.test(text) ? {read: text} : readers[param.format ?? param.type](text);
}

function noChoice(choices: readonly string[], text: string): ReadValue {
  const near = closest(text, choices);
  const all = choices.length > MOST_CHOICES ? `one of ${choices.length} words` : `one of ${choices.join(', ')}`;
  return {wrong: `must be ${all}, not "${text}"`, suggestion: near && `Did you mean ${near}?`};
}

const MOST_CHOICES = 20;

/** Whether a blank is refused: the service would refuse or misread it for these parameters. */
const mustNotBeBlank = ({required, many, blank, from}: Param): boolean =>
  required === true || many === true || blank === 'refused' || (from !== undefined && blank !== 'empties');

/** What is wrong with the length or the form of a text, in words that follow its name. */
export function beyondLimits({limits = {}}: Pick<Param, 'limits'>, text: string): string | undefined {
  const {min, max, pattern, says} = limits;
  const length = [...text].length;
  if (min !== undefined && length < min) return `must have at least ${min} characters`;
  if (max !== undefined && length > max) return `must have at most ${max} characters, not ${length}`;
  return pattern && !pattern.test(text) ? `${says ?? 'is not well formed'}, not "${text}"` : undefined;
}

const asTyped = (text: string): ReadValue => ({read: text});

const readers: Readonly<Record<Param['type'] | NonNullable<Param['format']>, (text: string) => ReadValue>> = {
  text: asTyped,
  file: asTyped,
  flag: text => ({read: text === '1' || text === 'true'}),
  integer: text => (/^\d{1,15}$/.test(text) ? {read: Number(text)} : {wrong: `must be a whole number, not "${text}"`}),
  date: text => (isDay(text) ? {read: text} : {wrong: `must be a day such as 2026-03-31, not "${text}"`}),
  time: text => {
    const [, hours, minutes, seconds = '00'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
    return hours === undefined
      ? {wrong: `must be a time such as 09:30, not "${text}"`}
      : {read: `${hours}:${minutes}:${seconds}`};
  },
  address: text => {
    if (text === '') return {read: text};
    const pasted = readPasted(text);
    const [only, ...others] = pasted.people;
    if (others.length === 0 || pasted.wrong.length > 0) return refusedPeople(pasted) ?? {read: only?.email};
    return {wrong: `must be one address, not ${others.length + 1}`};
  },
  people: text => refusedPeople(readPasted(text)) ?? {read: text},
  // Reading "tomorrow" needs the clock and the account's time zone, which the command knows.
  moment: asTyped,
};

function refusedPeople({people, wrong}: Pasted): ReadValue | undefined {
  if (wrong.length === 0 && people.length > 0) return undefined;
  const faults = wrong.map(({text, problem}) => notAnAddress(text, problem));
  return {
    wrong: `must be like ann@example.com${faults.length > 0 ? `: ${reasonsWithMore(faults, 5)}` : ''}`,
  };
}

/** Whether a text is a day of the calendar, which has no 31st of June. */
function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})$/.exec(text) ?? [];
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}
