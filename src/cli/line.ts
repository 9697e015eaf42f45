import {Argument, Command as Commander, CommanderError, Option} from 'commander';
import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../change/ask.js';
import {type Command, type Group, isCommand} from '../commands/command.js';
import {withPage} from '../commands/command-formats.js';
import {commandNamed, inTodaysWords, topWords} from '../commands/command-names.js';
import {globalOptions} from '../commands/globals.js';
import {argumentName, isOptionOf, optionName, optionTerm, placeholder, positions} from '../commands/parameters.js';
import {isForPrograms, isGlobal, isHelp, isVersion, optionsIn, wordsTaken} from '../commands/scan-globals.js';
import {UsageError} from '../core/errors.js';
import {isLetterFile} from '../core/words/values.js';
import type {UnknownWord} from './suggest.js';
import {tree} from './tree.js';

/** Where a command line leads: to a command, to a group, or to neither. */
export type Routed = {
  readonly path: readonly string[];
  readonly target: Command | Group | undefined;
  /** The options before the command, and all words after it. */
  readonly rest: readonly string[];
};

/** The parsed words after a command: the values of its parameters, and the global options. */
type ParsedLine = {readonly values: TypedValues; readonly flags: Readonly<Record<string, unknown>>};

/** Follows the words of a command line down the tree, and loads only the named branch. */
export async function route(argv: readonly string[]): Promise<Routed> {
  const before: string[] = [];
  const path: string[] = [];
  let target: Command | Group | undefined;
  for (let at = 0; at < argv.length; at++) {
    const word = spelledOut(argv[at] ?? '', path);
    // The version was asked for, and no command after it matters.
    if (!target && isVersion(word)) return {path: [], target, rest: [...before, ...argv.slice(at)]};
    if (word.startsWith('-')) {
      if (isOfBare(word, target)) return end(path, target, [...before, ...argv.slice(at)]);
      before.push(word, ...argv.slice(at + 1, at + wordsTaken(word)));
      at += wordsTaken(word) - 1;
      continue;
    }
    const step = await descend(target, {path, before, word});
    if (!step) return {path, target, rest: [...before, ...argv.slice(at)]};
    path.push(...step.place);
    target = step.target;
    if (isCommand(target) && !target.nested) return {path, target, rest: [...before, ...argv.slice(at + 1)]};
  }
  return end(path, target, [...before, ...helpAlone(target, before, argv.at(-1) === path.at(-1))]);
}

/** A word that alone means its help. An option after it means that more was wanted: a script whose file is missing fails. */
function helpAlone(target: Command | Group | undefined, before: readonly string[], isLast: boolean): string[] {
  const isAlone = isLast && optionsIn(before).every(isGlobal) && !isForPrograms(before);
  return isAlone && target && isCommand(target) && target.helpsAlone ? ['--help'] : [];
}

/** Where a line leads that names no more words of the tree: a group means its list, unless help is asked for. */
function end(path: readonly string[], target: Command | Group | undefined, rest: readonly string[]): Routed {
  const alone = rest.some(isHelp) ? undefined : bareOf(target);
  return alone ? {path: [...path, alone.name], target: alone.command, rest} : {path, target, rest};
}

/** The word help below a group asks for the same as --help, before or after the name of a command. */
const spelledOut = (word: string, path: readonly string[]): string =>
  word === 'help' && path.length > 0 ? '--help' : word;

/** Whether an option is one of the command that a group means alone: `emk lists --limit 3`. */
const isOfBare = (word: string, target: Command | Group | undefined): boolean =>
  !isGlobal(word) && bareOf(target) !== undefined;

/** What a group means without a command: `emk lists` lists. */
function bareOf(target: Command | Group | undefined): {readonly name: string; readonly command: Command} | undefined {
  if (!target || isCommand(target)) return undefined;
  const name = target.bare ?? 'list';
  const command = target.commands[name];
  return command && {name, command};
}

type LineStep = {readonly place: readonly string[]; readonly target: Command | Group};

/** Goes one word further; undefined if the word is a command's first argument. */
async function descend(
  from: Command | Group | undefined,
  around: Omit<UnknownWord, 'names'>,
): Promise<LineStep | undefined> {
  if (!from) {
    const words = topWords(tree);
    const place = words.get(commandNamed(around.word, [...words.keys()]) ?? '');
    if (!place) throw await noSuchCommand({...around, names: [...words.keys()]});
    return {place, target: await loaded(place)};
  }
  const below: {readonly [name: string]: Command | Group} = isCommand(from)
    ? (from.nested ?? {})
    : {...from.commands, ...from.nested};
  const name = commandNamed(around.word, Object.keys(below));
  const target = name === undefined ? undefined : below[name];
  if (name !== undefined && target) return {place: [name], target};
  if (isCommand(from) && !(await isGone(around))) return undefined;
  throw await noSuchCommand({...around, names: Object.keys(below)});
}

/** Loads a branch of the tree, or the one command of it that is a job of a day. */
async function loaded([name = '', job]: readonly string[]): Promise<Command | Group> {
  const branch = (await tree[name]?.load())?.default;
  const target = job === undefined || !branch || isCommand(branch) ? branch : branch.commands[job];
  if (!target) throw new TypeError(`The tree has no place "${name} ${job}".`);
  return target;
}

/** Whether the word after a command is one that it had below it once, instead of an argument. */
const isGone = async ({path, word}: Pick<UnknownWord, 'path' | 'word'>): Promise<boolean> =>
  /^[a-z]+$/.test(word) && [...path, word].join(' ') in (await import('../help/gone.js')).gone;

/** The error for an unknown word. The synonyms of other tools are loaded only for a mistake. */
const noSuchCommand = async (unknown: UnknownWord): Promise<Error> =>
  (await import('./suggest.js')).noSuchCommand(unknown);

/** Reads the words after a command, or says that they ask for help. A letter in place of a mailing's name is a new mailing. */
export async function readLine(
  path: readonly string[],
  command: Command,
  typed: readonly string[],
): Promise<ParsedLine | {readonly help: true}> {
  const line = await parse(path, command, inTodaysWords(command, typed));
  if ('help' in line) return line;
  const {utr, template_html: html} = line.values;
  const isLetter =
    'template_html' in command.takes && html === undefined && typeof utr === 'string' && isLetterFile(utr);
  return withPage(command, isLetter ? {...line, values: {...line.values, utr: undefined, template_html: utr}} : line);
}

type Taking = Pick<Command, 'takes' | 'args'>;

/** The global options of a line that has nothing else. */
export async function parseOptions(words: readonly string[]): Promise<ParsedLine['flags']> {
  const line = await parse([], {takes: {}, args: []}, words);
  return 'flags' in line ? line.flags : {};
}

/** Parses the words after a command, unless they ask for help. */
export async function parse(
  path: readonly string[],
  command: Taking,
  words: readonly string[],
): Promise<ParsedLine | {readonly help: true}> {
  const places = openPositions(command, words);
  const globals = Object.entries<Param>(globalOptions).filter(([name]) => !Object.hasOwn(command.takes, name));
  const commander = declared(command, places, globals);
  const line = withLoneOptions(command, words);
  refuseMissingValues(line, commander.options);
  try {
    commander.parse(line, {from: 'user'});
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.code === 'commander.helpDisplayed') return {help: true};
    throw (await import('./suggest.js')).toUsageError({
      path,
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

/** Fills in the value of an option that stands alone: `--update people.csv` changes all fields. */
function withLoneOptions({takes}: Taking, words: readonly string[]): readonly string[] {
  const lone = Object.entries(takes).filter(([, {alone}]) => alone !== undefined);
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  return words.map((word, at) => {
    const [, param] = lone.find(([key, param]) => at < end && word === `--${optionName(key, param)}`) ?? [];
    const next = words[at + 1] ?? '-';
    const isValue = !next.startsWith('-') && param?.limits?.pattern?.test(next);
    return !param || isValue ? word : `${word}=${param.alone}`;
  });
}

/** The command for commander, which only reads the line: emk writes its own help. */
function declared(
  command: Taking,
  places: readonly string[],
  globals: ReadonlyArray<readonly [string, Param]>,
): Commander {
  const commander = new Commander()
    .helpOption('-h, --help')
    .helpCommand(false)
    .configureHelp({formatHelp: () => ''})
    .configureOutput({writeOut: () => {}, writeErr: () => {}})
    .exitOverride();
  // Always optional: `toInput` reports everything that is missing in one error.
  for (const key of places) commander.addArgument(new Argument(`[${argumentName(key, command.takes[key])}]`));
  const options = Object.entries(command.takes).filter(isOptionOf(command));
  for (const [key, param] of options) {
    commander.addOption(toOption(optionName(key, param), param));
    if (param.negatable) commander.addOption(new Option(`--no-${optionName(key, param)}`));
  }
  for (const [name, param] of globals) commander.addOption(toOption(name, param));
  return commander;
}

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

/** Refuses an option in place of another's value: `--dry-run` would be the text of a preheader, and be sent. */
function refuseMissingValues(words: readonly string[], options: readonly Option[]): void {
  const known = new Set(['--', '--help', '-h', ...options.flatMap(({long, short}) => [long, short])]);
  const valued = new Map(
    options.filter(({required}) => required).flatMap(({long, short}) => [long, short].map(word => [word, long])),
  );
  for (let at = 0; at < words.length && words[at] !== '--'; at++) {
    const word = words[at] ?? '';
    if (!valued.has(word)) continue;
    const next = words[++at];
    if (next === undefined || !known.has(next.startsWith('--') ? next.replace(/=.*$/s, '') : next)) continue;
    throw new UsageError(`${word} needs a value, but ${next} follows it.`, {
      hint: `If ${next} is the value, write ${valued.get(word)}=${next}`,
    });
  }
}

/** The positions that are open on a line: what an option names needs none, if a word can be of the next. */
const openPositions = (command: Pick<Command, 'takes' | 'args'>, words: readonly string[]): string[] => {
  const places = positions(command);
  const named = (key: string, option: string): boolean =>
    words.some(word => word === option || word.startsWith(`${option}=`)) && command.takes[key]?.byPosition === true;
  return places.filter(
    (key, at) => at === places.length - 1 || !named(key, `--${optionName(key, command.takes[key] as Param)}`),
  );
};
