import {commandNamed} from '../commands/aliases.js';
import {type Command, type Group, isCommand} from '../commands/command.js';
import {topWords} from '../commands/tree-words.js';
import {isForPrograms, isGlobal, isHelp, isVersion, optionsIn, takesValue} from './option-words.js';
import type {Unknown} from './suggest.js';
import {tree} from './tree.js';

/** Where a command line leads: to a command with the remaining words, or to a group. */
export type Routed = {
  readonly path: readonly string[];
  readonly target: Command | Group;
  /** The options before the command, and all words after it. */
  readonly rest: readonly string[];
};

/** A line without a command; `rest` has its options and their values. */
export type Unrouted = {
  readonly path: readonly [];
  readonly target: undefined;
  readonly rest: readonly string[];
};

/** Follows the words of a command line down the tree, and loads only the named branch. */
export async function route(argv: readonly string[]): Promise<Routed | Unrouted> {
  const before: string[] = [];
  const path: string[] = [];
  let target: Command | Group | undefined;
  for (let at = 0; at < argv.length; at++) {
    const word = spelledOut(argv[at] ?? '', path);
    // The version was asked for, and no command after it matters.
    if (!target && isVersion(word)) return {path: [], target, rest: [...before, ...argv.slice(at)]};
    if (word.startsWith('-')) {
      if (isOfBare(word, target)) return end(path, target, [...before, ...argv.slice(at)]);
      before.push(word, ...argv.slice(at + 1, at + wordsOf(word)));
      at += wordsOf(word) - 1;
      continue;
    }
    const step = await descend(target, {path, before, word});
    if (!step) return {path, target: target as Command, rest: [...before, ...argv.slice(at)]};
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
function end(path: readonly string[], target: Command | Group | undefined, rest: readonly string[]): Routed | Unrouted {
  if (!target) return {path: [], target, rest};
  const alone = rest.some(isHelp) ? undefined : bareOf(target);
  return alone ? {path: [...path, alone.name], target: alone.command, rest} : {path, target, rest};
}

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

/** The word help below a group asks for the same as --help, before or after the name of a command. */
const spelledOut = (word: string, path: readonly string[]): string =>
  word === 'help' && path.length > 0 ? '--help' : word;

const wordsOf = (option: string): number => (takesValue(option) ? 2 : 1);

type Step = {readonly place: readonly string[]; readonly target: Command | Group};

/** Goes one word further; undefined if the word is a command's first argument. */
async function descend(from: Command | Group | undefined, around: Omit<Unknown, 'names'>): Promise<Step | undefined> {
  if (!from) {
    const words = topWords(tree);
    const name = commandNamed(around.word, [...words.keys()]);
    const place = words.get(name ?? '');
    if (name === undefined || !place) throw await noSuchCommand({...around, names: [...words.keys()]});
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
const isGone = async ({path, word}: Pick<Unknown, 'path' | 'word'>): Promise<boolean> =>
  /^[a-z]+$/.test(word) && [...path, word].join(' ') in (await import('./gone.js')).gone;

/** The error for an unknown word. The synonyms of other tools are loaded only for a mistake. */
const noSuchCommand = async (unknown: Unknown): Promise<Error> => (await import('./suggest.js')).noSuchCommand(unknown);
