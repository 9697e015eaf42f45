import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../change/ask.js';
import {UsageError} from '../core/errors.js';
import {daysIn} from '../core/words/calendar.js';
import {closest} from '../core/words/closest.js';
import {areMissing, capital, orList} from '../core/words/sentence.js';
import {type Pasted, readPasted} from '../csv/columns/pasted-people.js';
import {notAnAddress} from '../records/fields/email-address.js';
import {trim} from '../records/fields/fold-address.js';
import type {Command} from './command.js';
import {parameterName} from './parameters.js';

/** Turns the typed values into a command's input, with all complaints in one error, before anything is sent. */
export function toInput(command: Command, typed: TypedValues): Record<string, unknown> {
  const complaints: string[] = [];
  const hints: string[] = [];
  const input: Record<string, unknown> = {};
  for (const [key, param] of Object.entries(command.takes)) {
    const value = typed[key];
    if (value === undefined) continue;
    const {read, wrong, suggestion, fits, isSentence} = Array.isArray(value)
      ? readAll(param, value)
      : readOne(param, value as string | boolean);
    if (wrong === undefined) {
      input[key] = read;
      continue;
    }
    const name = parameterName(command, key);
    complaints.push(isSentence ? wrong : capital(`${calledInWords(command, key)} ${wrong}`));
    const example = fits !== undefined && name.startsWith('--') ? `${name} ${fits}` : command.examples[0];
    hints.push(suggestion ?? `For example: ${example}`);
  }
  const missing = whatIsMissing(command, typed);
  if (missing) {
    complaints.push(missing.says);
    hints.push(missing.hint);
  }
  if (complaints.length === 0) return input;
  throw new UsageError(`${complaints.join('. ')}.`, {hint: [...new Set(hints)].join('\n')});
}

/** One complaint about everything that the line lacks: required parameters, and those of which it needs one. */
function whatIsMissing(
  command: Command,
  typed: TypedValues,
): {readonly says: string; readonly hint: string} | undefined {
  const isOpen = (key: string): boolean => typed[key] === undefined;
  const required = Object.keys(command.takes).filter(key => command.takes[key]?.required && isOpen(key));
  const choices = (command.asks?.needs ?? []).flatMap(need =>
    typeof need !== 'string' && need.isRequired ? [Object.keys(need.either)] : [],
  );
  const missing = [...required.map(key => [key]), ...choices.filter(keys => keys.every(isOpen))];
  if (missing.length === 0) return undefined;
  const firsts = missing.flatMap(([key]) => key ?? []);
  const names = missing.map(keys => orList(keys.map(key => waysToGive(command, key))));
  return {
    says: capital(areMissing(names, names.length > 1 || /^the .*[^s]s$/.test(names[0] ?? ''))),
    hint: addition(command, firsts, typed) ?? `For example: ${command.examples[0]}`,
  };
}

/** What to add to a line that has something already: the missing options alone, as the command's examples have them. */
function addition(command: Command, missing: readonly string[], typed: TypedValues): string | undefined {
  if (Object.values(typed).every(value => value === undefined)) return undefined;
  const examples = command.examples.join(' ');
  if (missing.some(key => command.args.includes(key))) return undefined;
  const options = missing.map(key => {
    const option = parameterName(command, key);
    return new RegExp(` (${option}(?= |$)(?: (?!-)(?:"[^"]*"|'[^']*'|[^ ]+))?)`).exec(examples)?.[1];
  });
  return options.includes(undefined) ? undefined : `For example, add: ${options.join(' ')}`;
}

/** How to give a parameter; a switch that can be turned off has two options. */
function waysToGive(command: Command, key: string): string {
  const name = calledInWords(command, key);
  return command.takes[key]?.negatable ? `${name} or --no-${name.slice('--'.length)}` : name;
}

/** A parameter in a sentence: its option, or what stands in its place on the line, such as `the list`. */
function calledInWords(command: Command, key: string): string {
  const {help = key, value = key} = command.takes[key] ?? {};
  const [, noun] = /^The ([a-z ]+)(?=,)/.exec(help) ?? [];
  return command.args.includes(key) ? `the ${noun ?? orList(value.split('|'))}` : parameterName(command, key);
}

/** What is wrong with a text as a parameter's value, for a question to show while it is typed. */
export function wrongWith(param: Param, text: string): string | undefined {
  const {wrong, isSentence} = readOne(param, text);
  return wrong === undefined ? undefined : `${isSentence ? wrong : `This ${wrong}`}.`;
}

type Reading = {
  readonly read?: unknown;
  /** The problem: words that follow the parameter's name, or a whole sentence. */
  readonly wrong?: string;
  readonly isSentence?: true;
  /** What to do instead, as a sentence. */
  readonly suggestion?: string | undefined;
  /** A value that fits, for an example. */
  readonly fits?: string | undefined;
};

function readAll(param: Param, texts: readonly string[]): Reading {
  if (param.blank === 'empties' && texts.every(text => trim(text) === '')) return {read: []};
  const all = texts.map(text => readOne(param, text));
  return all.find(({wrong}) => wrong !== undefined) ?? {read: all.map(({read}) => read)};
}

function readOne(param: Param, value: string | boolean): Reading {
  if (typeof value === 'boolean' || param.verbatim) return {read: value};
  const text = trim(value);
  if (text === '' && mustNotBeBlank(param)) return {wrong: 'must not be blank', fits: param.choices?.[0]};
  if (param.choices) {
    const choice = param.choices.find(each => each.toLowerCase() === text.toLowerCase());
    return choice === undefined ? noChoice(param.choices, text) : readers[param.type](choice);
  }
  const wrong = text === '' ? undefined : beyondLimits(param, text);
  if (wrong !== undefined) return {wrong, suggestion: withUnderscores(param, text)};
  // A name may replace an id; its record is looked up later.
  return param.from && !/^\d+$/.test(text) ? {read: text} : readers[param.format ?? param.type](text);
}

function noChoice(choices: readonly string[], text: string): Reading {
  const isLong = choices.length > MOST_CHOICES;
  // A part of a word is not similar to it, but in long lists a part is what people remember.
  const near = closest(text, choices) ?? (isLong ? choices.find(each => each.includes(text.toLowerCase())) : undefined);
  const all = choices.map(each => (/^\w/.test(each) ? each : `"${each}"`)).join(', ');
  return {
    wrong: isLong && near !== undefined ? `knows no "${text}"` : `must be one of ${all}, not "${text}"`,
    suggestion: near && `Did you mean ${near}?`,
    fits: choices[0],
  };
}

const MOST_CHOICES = 20;

/** The same name in the signs that the service allows. */
function withUnderscores({limits}: Param, text: string): string | undefined {
  const allowed = text.replaceAll(/[\s-]+/g, '_');
  return limits?.pattern?.test(allowed) ? `Did you mean ${allowed}?` : undefined;
}

/** Whether a blank is refused: the service would refuse or misread it for these parameters. */
const mustNotBeBlank = ({required, many, blank, from}: Param): boolean =>
  required === true || many === true || blank === 'refused' || (from !== undefined && blank !== 'empties');

function beyondLimits({limits = {}}: Param, text: string): string | undefined {
  const {min, max, pattern, says} = limits;
  const length = [...text].length;
  if (min !== undefined && length < min) return `must have at least ${min} characters`;
  if (max !== undefined && length > max) return `must have at most ${max} characters, not ${length}`;
  return pattern && !pattern.test(text) ? `${says ?? 'is not well formed'}, not "${text}"` : undefined;
}

const asTyped = (text: string): Reading => ({read: text});

const readers: Readonly<Record<Param['type'] | NonNullable<Param['format']>, (text: string) => Reading>> = {
  text: asTyped,
  file: asTyped,
  flag: text => ({read: text === '1' || text === 'true'}),
  integer: text =>
    /^\d{1,15}$/.test(text) ? {read: Number(text)} : {wrong: `must be a whole number, not "${text}"`, fits: '10'},
  date: text =>
    isDay(text) ? {read: text} : {wrong: `must be a day such as 2026-03-31, not "${text}"`, fits: '2030-03-31'},
  time: text => {
    const [, hours, minutes, seconds = '00'] = /^([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?$/.exec(text) ?? [];
    return hours === undefined
      ? {wrong: `must be a time such as 09:30, not "${text}"`, fits: '09:30'}
      : {read: `${hours}:${minutes}:${seconds}`};
  },
  address: text => {
    if (text === '') return {read: text};
    const pasted = readPasted(text);
    const [only, ...others] = pasted.people;
    if (others.length === 0 || pasted.wrong.length > 0) return refusedPeople(pasted, text) ?? {read: only?.email};
    const count = `${others.length + 1} addresses`;
    return {wrong: `"${text}" has ${count}, but only one fits here`, isSentence: true, suggestion: 'Give one of them.'};
  },
  people: text => refusedPeople(readPasted(text), text) ?? {read: text},
  // Reading "tomorrow" needs the clock and the account's time zone, which the command knows.
  moment: asTyped,
};

function refusedPeople({people, wrong}: Pasted, text: string): Reading | undefined {
  if (wrong.length === 0 && people.length > 0) return undefined;
  const faults = wrong.slice(0, MOST_FAULTS).map(each => notAnAddress(each.text, each.problem));
  const more = wrong.length > MOST_FAULTS ? [`${wrong.length - MOST_FAULTS} more are not addresses either`] : [];
  return {
    wrong: [...(faults.length > 0 ? faults : [`"${text}" holds no address`]), ...more].join('. '),
    isSentence: true,
    suggestion: 'Write addresses like ann@example.com.',
  };
}

const MOST_FAULTS = 5;

/** Whether a text is a day of the calendar, which has no 31st of June. */
function isDay(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(0[1-9]|1[0-2])-(\d{2})$/.exec(text) ?? [];
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}
