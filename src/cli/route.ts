import {commandNamed} from '../commands/aliases.js';
import {type Command, type Group, isCommand} from '../commands/command.js';
import type {Unknown} from './no-such-command.js';
import {isVersion, takesValue} from './option-words.js';
import {tree} from './tree.js';

/** Where a command line leads: to a command with the remaining words, or to a group. */
export type Routed = {
  readonly path: readonly string[];
  readonly target: Command | Group;
  /** The options before the command, and all words after it. */
  readonly rest: readonly string[];
};

/** A line without a command; `rest` has its options and their values. */
export type Unrouted = {readonly path: readonly []; readonly target: undefined; readonly rest: readonly string[]};

/** Follows the words of a command line down the tree, and loads only the named branch. */
export async function route(argv: readonly string[]): Promise<Routed | Unrouted> {
  const before: string[] = [];
  const path: string[] = [];
  let target: Command | Group | undefined;
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? '';
    // The version was asked for, and nothing after it matters.
    if (!target && isVersion(word)) return {path: [], target, rest: [...before, word]};
    if (word.startsWith('-')) {
      before.push(...argv.slice(at, at + wordsOf(word)));
      at += wordsOf(word) - 1;
      continue;
    }
    const step = await descend(target, path, word, {before, next: argv[at + 1]});
    if (!step) return {path, target: target as Command, rest: [...before, ...argv.slice(at)]};
    path.push(step.name);
    target = step.target;
    if (isCommand(target) && !target.nested) return {path, target, rest: [...before, ...argv.slice(at + 1)]};
  }
  return target ? {path, target, rest: before} : {path: [], target, rest: before};
}

const wordsOf = (option: string): number => (takesValue(option) ? 2 : 1);

/** Goes one word further; undefined if the word is a command's first argument. */
async function descend(
  from: Command | Group | undefined,
  path: readonly string[],
  word: string,
  around: Pick<Unknown, 'before' | 'next'>,
): Promise<{readonly name: string; readonly target: Command | Group} | undefined> {
  if (!from) {
    const name = commandNamed(word, Object.keys(tree));
    const branch = name === undefined ? undefined : tree[name];
    if (name === undefined || !branch) throw await noSuchCommand({...around, path, word, names: Object.keys(tree)});
    return {name, target: (await branch.load()).default};
  }
  const below: {readonly [name: string]: Command | Group} = isCommand(from)
    ? (from.nested ?? {})
    : {...from.commands, ...from.nested};
  const name = commandNamed(word, Object.keys(below));
  const target = name === undefined ? undefined : below[name];
  if (name !== undefined && target) return {name, target};
  if (isCommand(from)) return undefined;
  throw await noSuchCommand({...around, path, word, names: Object.keys(below)});
}

/** The error for an unknown word. The synonyms of other tools are loaded only for a mistake. */
const noSuchCommand = async (unknown: Unknown): Promise<Error> =>
  (await import('./no-such-command.js')).noSuchCommand(unknown);
