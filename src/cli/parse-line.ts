import {Argument, Command as Commander, CommanderError, Option} from 'commander';
import type {Param} from '../api/schema.js';
import type {Command} from '../commands/command.js';
import {globalOptions} from '../commands/globals.js';
import type {Given} from '../commands/input.js';
import {optionName} from '../commands/option-name.js';
import {UsageError} from '../errors.js';
import {refuseMissingValues} from './missing-values.js';

/** What a person typed after a command: its parameters, and the options that every command has. */
export type Typed = {readonly given: Given; readonly flags: Readonly<Record<string, unknown>>};

/** Reads the words after a command, or gives the help text that they ask for. */
export function parse(
  path: readonly string[],
  command: Command,
  words: readonly string[],
  width: number,
): Typed | {readonly help: string} {
  let help = '';
  const name = `emk ${path.join(' ')}`;
  const commander = described(name, command, width)
    .exitOverride()
    .configureOutput({writeOut: text => (help += text), writeErr: () => {}, getOutHelpWidth: () => width});
  for (const [name, param] of Object.entries(globalOptions)) commander.addOption(toOption(name, param).hideHelp());
  const line = queryApart(command, words);
  refuseMissingValues(line, commander.options);
  try {
    commander.parse(line, {from: 'user'});
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return {help};
    throw usage(error, name);
  }
  const options = commander.opts<Record<string, unknown>>();
  const typed = (name: string): unknown => fromOption(name, options);
  return {
    given: Object.fromEntries(
      Object.entries(command.takes).map(([key, param]) => {
        const position = positions(command).indexOf(key);
        const placed = position >= 0 ? commander.processedArgs[position] : undefined;
        const value = command.args.includes(key) ? placed : oneOf(placed, typed(optionName(key, param)), key, param);
        return [key, Array.isArray(value) && value.length === 0 ? undefined : value];
      }),
    ) as Given,
    flags: Object.fromEntries(Object.keys(globalOptions).map(name => [name, typed(name)])),
  };
}

/** What may stand by position: what must, and then what may stand behind its option instead. */
const positions = ({takes, args}: Command): string[] => [
  ...args,
  ...Object.keys(takes).filter(key => takes[key]?.byPosition && !args.includes(key)),
];

/** A value that may be given in either of two ways, and once. */
function oneOf(placed: unknown, optional: unknown, key: string, param: Param): unknown {
  if (placed === undefined || optional === undefined || placed === optional) return placed ?? optional;
  const name = optionName(key, param);
  throw new UsageError(`The ${name} is given twice: "${placed}" and --${name} "${optional}".`, {
    hint: 'Give one of them.',
  });
}

/** `-q` is `--quiet` everywhere; where a command takes a query, `-q name=value` is a part of that. */
const queryApart = ({takes}: Command, words: readonly string[]): string[] =>
  words.map((word, at) => ('query' in takes && word === '-q' && words[at + 1]?.includes('=') ? '--query' : word));

function described(line: string, command: Command, width: number): Commander {
  const commander = new Commander(line)
    .usage(
      ['[options]', ...positions(command).map(key => placeholder(key, command, command.takes[key] as Param))].join(' '),
    )
    .description([`${command.summary}.`, command.details].filter(Boolean).join('\n\n'))
    .helpOption('-h, --help', 'Show this help')
    .helpCommand(false)
    .addHelpText('after', after(command, line));
  commander.configureHelp({helpWidth: width, sortOptions: false});
  const isOption = ([key]: readonly [string, Param]) => !command.args.includes(key);
  for (const key of positions(command)) commander.addArgument(toArgument(key, command.takes[key] as Param));
  for (const [key, param] of Object.entries(command.takes).filter(isOption)) {
    for (const option of toOptions(optionName(key, param), param)) commander.addOption(option);
  }
  return commander;
}

function after({examples, nested = {}}: Command, line: string): string {
  const below = Object.entries(nested).map(([name, {summary}]) => `  ${line} ${name}: ${summary}`);
  return [
    ...(below.length > 0 ? ['', 'Commands:', ...below] : []),
    '',
    'Examples:',
    ...examples.map(example => `  $ ${example}`),
    '',
    'Options that every command has, such as -o json or --dry-run: emk --help',
  ].join('\n');
}

/** Whether it is there is checked with everything else, so that one error names all that is missing. */
const toArgument = (key: string, param: Param): Argument => new Argument(`[${argumentName(key, param)}]`, param.help);

const argumentName = (key: string, param: Param): string =>
  `${param.value ?? optionName(key, param)}${param.many ? '...' : ''}`;

const placeholder = (key: string, {args}: Command, param: Param): string =>
  param.required && args.includes(key) ? `<${argumentName(key, param)}>` : `[${argumentName(key, param)}]`;

/** A parameter's options: one, or two for a switch that can be turned off by name. */
const toOptions = (name: string, param: Param): Option[] =>
  param.negatable
    ? [toOption(name, param), new Option(`--no-${name}`, `Do not: ${lowerFirst(param.help)}`)]
    : [toOption(name, param)];

function toOption(name: string, param: Param): Option {
  const value = param.type === 'flag' ? '' : ` <${param.value ?? (param.choices ? 'choice' : param.type)}>`;
  const notes = [param.choices?.join(', '), param.required && 'required', param.many && 'may be repeated'].filter(
    Boolean,
  );
  const help = notes.length > 0 ? `${param.help} (${notes.join('; ')})` : param.help;
  const option = new Option(`${param.short ? `-${param.short}, ` : ''}--${name}${value}`, help);
  return param.many ? option.argParser(collect) : option;
}

const collect = (text: string, earlier: unknown): string[] => [...(Array.isArray(earlier) ? earlier : []), text];

/** Commander reads `--no-x` as x being false; here it is an option of its own unless x can be turned off. */
function fromOption(name: string, options: Readonly<Record<string, unknown>>): unknown {
  if (!name.startsWith('no-')) return options[camelCase(name)];
  return options[camelCase(name.slice('no-'.length))] === false ? true : undefined;
}

function usage({message}: CommanderError, line: string): UsageError {
  const [what = '', suggestion] = message.replace(/^error: /, '').split('\n');
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1).replace(/\.$/, '')}.`;
  const meant = suggestion && /\(Did you mean (.*)\?\)/.exec(suggestion)?.[1];
  return new UsageError(sentence, {
    hint: meant ? `Did you mean ${meant}?` : `Run "${line} --help" to see what it takes.`,
  });
}

const camelCase = (text: string): string => text.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
