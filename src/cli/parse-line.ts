import {Argument, Command as Commander, CommanderError, Option} from 'commander';
import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../ask/terminal/ask.js';
import type {Command} from '../commands/command.js';
import {
  argumentName,
  isOptionOf,
  openPositions,
  optionName,
  optionTerm,
  placeholder,
} from '../commands/parameter-name.js';
import {UsageError} from '../errors.js';
import {globalsOf, type ParsedLine} from './plain-line.js';
import {lineOf, toUsageError} from './suggest.js';

type Taking = Pick<Command, 'takes' | 'args'>;

/** The global options of a line that has nothing else. */
export function parseOptions(words: readonly string[]): ParsedLine['flags'] {
  const line = parse([], {takes: {}, args: []}, words);
  return 'flags' in line ? line.flags : {};
}

/** Parses the words after a command, unless they ask for help. */
export function parse(
  path: readonly string[],
  command: Taking,
  words: readonly string[],
): ParsedLine | {readonly help: true} {
  const name = lineOf(path);
  const places = openPositions(command, words);
  const commander = declared(name, command, places);
  const globals = globalsOf(command);
  for (const [name, param] of globals) commander.addOption(toOption(name, param));
  const line = withLoneOptions(command, queryApart(command, words));
  refuseMissingValues(line, commander.options);
  try {
    commander.parse(line, {from: 'user'});
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return {help: true};
    throw toUsageError({
      path,
      name,
      code: error.code,
      message: error.message,
      options: commander.options.flatMap(({long, short}) => [long, short].filter(word => typeof word === 'string')),
      places: places.map(key => placeholder(key, command)),
      given: commander.args,
    });
  }
  const options = commander.opts<Record<string, unknown>>();
  const typed = (name: string): unknown => fromOption(name, options);
  return {
    values: Object.fromEntries(
      Object.entries(command.takes).map(([key, param]) => {
        const position = places.indexOf(key);
        const placed = position >= 0 ? commander.processedArgs[position] : undefined;
        const value = command.args.includes(key) ? placed : oneOf(placed, typed(optionName(key, param)), key, param);
        return [key, Array.isArray(value) && value.length === 0 ? undefined : value];
      }),
    ) as TypedValues,
    flags: Object.fromEntries(globals.map(([name]) => [name, typed(name)])),
  };
}

/** The value of a parameter that can be given by position or by option, but not both. */
function oneOf(placed: unknown, optional: unknown, key: string, param: Param): unknown {
  if (Array.isArray(placed)) return [...placed, ...(Array.isArray(optional) ? optional : [])];
  if (placed === undefined || optional === undefined || placed === optional) return placed ?? optional;
  const name = optionName(key, param);
  throw new UsageError(`The ${name} is given twice: "${placed}" and --${name} "${optional}".`, {
    hint: `Give one ${name} only.`,
  });
}

/** `-q` means `--quiet`, but if a command takes a query, `-q name=value` is part of the query. */
const queryApart = ({takes}: Taking, words: readonly string[]): string[] =>
  words.map((word, at) => ('query' in takes && word === '-q' && words[at + 1]?.includes('=') ? '--query' : word));

/** Fills in the value of an option that stands alone: `--env seed.yaml` takes the usual form. */
function withLoneOptions({takes}: Taking, words: readonly string[]): readonly string[] {
  const lone = Object.entries(takes).flatMap(([key, {alone, limits}]) =>
    alone === undefined ? [] : [{word: `--${optionName(key, takes[key] as Param)}`, alone, pattern: limits?.pattern}],
  );
  const end = words.indexOf('--');
  return words.map((word, at) => {
    const option = end >= 0 && at > end ? undefined : lone.find(each => each.word === word);
    const next = words[at + 1];
    if (!option || (next !== undefined && !next.startsWith('-') && option.pattern?.test(next))) return word;
    return `${word}=${option.alone}`;
  });
}

/** The command for commander, which only reads the line: emk writes its own help. */
function declared(name: string, command: Taking, places: readonly string[]): Commander {
  const commander = new Commander(name)
    .helpOption('-h, --help')
    .helpCommand(false)
    .configureHelp({formatHelp: () => ''})
    .configureOutput({writeOut: () => {}, writeErr: () => {}})
    .exitOverride();
  for (const key of places) commander.addArgument(toArgument(key, command.takes[key] as Param));
  for (const [key, param] of Object.entries(command.takes).filter(isOptionOf(command))) {
    for (const option of toOptions(optionName(key, param), param)) commander.addOption(option);
  }
  return commander;
}

/** An argument for commander, always optional: `toInput` reports everything that is missing in one error. */
const toArgument = (key: string, param: Param): Argument => new Argument(`[${argumentName(key, param)}]`);

/** The options of a parameter: one, or two for a switch that can also be turned off. */
const toOptions = (name: string, param: Param): Option[] =>
  param.negatable ? [toOption(name, param), new Option(`--no-${name}`)] : [toOption(name, param)];

function toOption(name: string, param: Param): Option {
  const option = new Option(optionTerm(name, param));
  return param.many ? option.argParser(collect) : option;
}

const collect = (text: string, earlier: unknown): string[] => [...(Array.isArray(earlier) ? earlier : []), text];

/** Reads an option's value. Commander reads `--no-x` as `x` being false; here it is an option of its own. */
function fromOption(name: string, options: Readonly<Record<string, unknown>>): unknown {
  if (!name.startsWith('no-')) return options[camelCase(name)];
  return options[camelCase(name.slice('no-'.length))] === false ? true : undefined;
}

const camelCase = (text: string): string => text.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

type DeclaredOption = {
  readonly long?: string | undefined;
  readonly short?: string | undefined;
  readonly required: boolean;
};

/** Refuses an option in place of another's value: `--dry-run` would be the text of a preheader, and be sent. */
function refuseMissingValues(words: readonly string[], options: readonly DeclaredOption[]): void {
  const known = new Set(['--', '--help', '-h', ...options.flatMap(({long, short}) => [long, short])]);
  const valued = new Map(
    options.filter(({required}) => required).flatMap(({long, short}) => [long, short].map(word => [word, long])),
  );
  for (let at = 0; at < words.length && words[at] !== '--'; at++) {
    const word = words[at] ?? '';
    if (!valued.has(word)) continue;
    const next = words[++at];
    if (next === undefined || !known.has(nameIn(next))) continue;
    throw new UsageError(`${word} needs a value, but ${next} follows it.`, {
      hint: `If ${next} is the value, write ${valued.get(word)}=${next}`,
    });
  }
}

/** The option's name: `--output` in `--output=json`. */
const nameIn = (word: string): string => (word.startsWith('--') ? word.replace(/=.*$/s, '') : word);
