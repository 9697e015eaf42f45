import {lookUp} from '../core/words/values.js';
import type {Command, Group} from './command.js';
import {isOptionOf, optionName} from './parameters.js';

/** A word that can follow `emk`: its summary, and how to load it if a line names it. */
type Branch = {
  readonly summary: string;
  readonly load: () => Promise<{readonly default: Group | Command}>;
  /** The jobs of a day: words that can follow `emk` too, each with the command of this branch that it means. */
  readonly jobs?: {readonly [word: string]: string};
};

export type Tree = {readonly [name: string]: Branch};

/** Every word that can follow `emk`, with the place in the tree that it leads to: names and jobs. */
export const topWords = (tree: Tree): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(tree).flatMap(
      ([name, {jobs = {}}]): Array<[string, readonly string[]]> => [
        [name, [name]],
        ...Object.entries(jobs).map(([job, command]): [string, readonly string[]] => [job, [name, command]]),
      ],
    ),
  );

/** The other words for a place in the tree, each as what follows `emk`. */
export const sameAs = (tree: Tree, path: readonly string[]): string[] =>
  [...topWords(tree)].flatMap(([word, place]) =>
    place.join(' ') === path.join(' ') && word !== path.join(' ') ? [word] : [],
  );

/** The words after `emk` as people say them: `send` for `mailings create`. */
export function asPeopleSay(tree: Tree, [name = '', ...words]: readonly string[]): readonly string[] {
  const {jobs = {}} = tree[name] ?? {};
  const job = Object.keys(jobs).find(each => jobs[each] === words[0]);
  return job === undefined ? [name, ...words] : [job, ...words.slice(1)];
}

/** The command that a word means: by its own name, by the singular of a resource, or by another word for it. */
export function commandNamed(word: string, names: readonly string[]): string | undefined {
  // Of a resource, the old word in the singular means the same; "l" is no "ls".
  const others = lookUp(aliases, word) ?? lookUp(aliases, word.length > 1 ? `${word}s` : '') ?? [];
  return [word, `${word}s`, ...others].find(name => names.includes(name));
}

/** Words of other tools and of the API, in the plural, each with the names that it may mean, in the order in which they are tried. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  get: ['show'],
  add: ['create'],
  create: ['add'],
  rm: ['delete'],
  search: ['find'],
  people: ['contacts'],
  'contact-types': ['lists'],
  'single-sends': ['mailings'],
  unsubscribers: ['unsubscribes'],
  'unsubscribe-groups': ['groups'],
  'notification-recipients': ['notifications'],
  schedules: ['emails'],
  stats: ['results'],
};

/** What a file or a key of a file with an old word is called today. */
export const todaysName = (word: string): string => lookUp(aliases, word)?.[0] ?? word;

/** Options by their old words: what such an option means is the first of these that the command has. */
const oldOptions: Readonly<Record<string, readonly string[]>> = {
  '--type': ['--list', '--kind'],
  '--create-type': ['--create-list'],
  '--sends': ['--mailings'],
};

/** Keys of files by their old words. */
const oldKeys: Readonly<Record<string, readonly string[]>> = {
  type: ['list', 'kind'],
  schedules: ['emails'],
  'company-address': ['address-line1'],
  'company-address2': ['address-line2'],
  'zip-code': ['postal-code'],
};

/** The key of an entry that a word in a file means. */
export const keyNamed = (word: string, keys: {readonly [key: string]: unknown}): string =>
  (word in keys ? undefined : lookUp(oldKeys, word)?.find(key => key in keys)) ?? word;

/** The words of a line with today's options for old ones, and its first argument in front if it came by an option. */
export function inTodaysWords({takes, args}: Pick<Command, 'takes' | 'args'>, typed: readonly string[]): string[] {
  const end = typed.includes('--') ? typed.indexOf('--') : typed.length;
  const options = Object.entries(takes)
    .filter(isOptionOf({args}))
    .map(([key, param]) => `--${optionName(key, param)}`);
  const words = typed.slice(0, end).map(word => todaysOption(word, options));
  const first = takes[args[0] ?? '']?.option;
  const isFree = first !== undefined && !options.includes(`--${first}`);
  return [...(isFree ? valueFirst(words, `--${first}`) : words), ...typed.slice(end)];
}

function todaysOption(word: string, options: readonly string[]): string {
  const [, option = word, value = ''] = /^(--[a-z-]+)(=.*)?$/s.exec(word) ?? [];
  if (options.includes(option)) return word;
  const today = lookUp(oldOptions, option)?.find(name => options.includes(name));
  return today === undefined ? word : today + value;
}

/** A line with the value of an option in front instead. */
function valueFirst(words: readonly string[], option: string): readonly string[] {
  const at = words.findIndex(word => word === option || word.startsWith(`${option}=`));
  const [word = '', next, ...after] = words.slice(Math.max(at, 0));
  if (at < 0 || (word === option && next === undefined)) return words;
  const isApart = word === option;
  const value = isApart ? next : word.slice(option.length + 1);
  const rest = isApart || next === undefined ? after : [next, ...after];
  return [value ?? '', ...words.slice(0, at), ...rest];
}
