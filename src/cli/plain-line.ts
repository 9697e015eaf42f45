import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../ask/terminal/ask.js';
import type {Command} from '../commands/command.js';
import {globalOptions} from '../commands/globals.js';
import {isOptionOf, openPositions, optionName} from '../commands/parameter-name.js';

/** The parsed words after a command: the values of its parameters, and the global options. */
export type ParsedLine = {readonly values: TypedValues; readonly flags: Readonly<Record<string, unknown>>};

/** The global options of a command: those that are not parameters of its own. */
export const globalsOf = ({takes}: Pick<Command, 'takes'>): readonly (readonly [string, Param])[] =>
  Object.entries(globalOptions).filter(([name]) => !Object.hasOwn(takes, name));

/**
 * Parses a line whose options are written in full, each once. Every other line is undefined here: commander parses or
 * refuses it, but loading commander takes time that most lines can save.
 */
export function parsePlainLine(command: Command, words: readonly string[]): ParsedLine | undefined {
  const {takes} = command;
  const globals = globalsOf(command);
  const options = [...Object.entries(takes).filter(isOptionOf(command)), ...globals];
  const places = 'query' in takes ? [] : openPositions(command, words);
  const typed: Record<string, TypedValues[string]> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    const option = options.find(isWritten(word));
    const [key = '', param] = option ?? [places[0], takes[places.shift() ?? '']];
    const value = param?.type === 'flag' || (option ? words[++at] : word);
    if (!param || param.alone || key in typed || !isPlainValue(value) || (param.many && !option)) return undefined;
    typed[key] = param.many ? [String(value)] : value;
  }
  const of = (keys: readonly string[]): TypedValues => Object.fromEntries(keys.map(key => [key, typed[key]]));
  return {values: of(Object.keys(takes)), flags: of(globals.map(([name]) => name))};
}

/** Whether this is certainly a value: commander knows what else a dash can mean. */
const isPlainValue = (value: string | true | undefined): value is string | true =>
  value === true || (value !== undefined && !value.startsWith('-'));

/** Whether a word is an option: its long name, or its letter. */
const isWritten =
  (word: string) =>
  ([key, param]: readonly [string, Param]): boolean =>
    word === `--${optionName(key, param)}` || (param.short !== undefined && word === `-${param.short}`);
