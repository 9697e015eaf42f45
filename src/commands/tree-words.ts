import type {Command, Group} from './command.js';

/** A word that can follow `emk`: its summary, and how to load it if a line names it. */
type Branch = {
  readonly summary: string;
  readonly load: () => Promise<{readonly default: Group | Command}>;
  /** What people call it: as good a command as its name. */
  readonly word?: string;
  /** The jobs of a day: words that can follow `emk` too, each with the command of this branch that it means. */
  readonly jobs?: {readonly [word: string]: string};
};

export type Tree = {readonly [name: string]: Branch};

/** A place in the tree, by its names there and by the words that were typed: `lists create` for `contact-types create`. */
export type TypedPlace = {readonly path: readonly string[]; readonly typedPath: readonly string[]};

/** Every word that can follow `emk`, with the place in the tree that it leads to: names, people's words, and jobs. Every place asks, so they are collected once. */
export function topWords(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const words = collected.get(tree) ?? collectWords(tree);
  collected.set(tree, words);
  return words;
}

const collected = new WeakMap<Tree, ReadonlyMap<string, readonly string[]>>();

const collectWords = (tree: Tree): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(tree).flatMap(
      ([name, {word, jobs = {}}]): Array<readonly [string, readonly string[]]> => [
        [name, [name]],
        ...(word === undefined ? [] : [[word, [name]] as const]),
        ...Object.entries(jobs).map(([job, command]) => [job, [name, command]] as const),
      ],
    ),
  );

/** The other words for a place in the tree, each as what follows `emk`. */
export const sameAs = (tree: Tree, {path, typedPath}: TypedPlace): string[] =>
  [path.join(' '), ...[...topWords(tree)].filter(([, place]) => isSame(place, path)).map(([word]) => word)]
    .filter(words => words !== typedPath.join(' '))
    .filter((words, at, all) => all.indexOf(words) === at);

const isSame = (place: readonly string[], path: readonly string[]): boolean =>
  place.length === path.length && place.every((name, at) => name === path[at]);

/** The words after `emk` as people say them: `send` for `single-sends create`, `people list` for `contacts list`. */
export function asPeopleSay(tree: Tree, [name = '', ...words]: readonly string[]): readonly string[] {
  const {word = name, jobs = {}} = tree[name] ?? {};
  const job = Object.keys(jobs).find(each => jobs[each] === words[0]);
  return job === undefined ? [word, ...words] : [job, ...words.slice(1)];
}

/**
 * A text with the words that were typed in its lines of emk: after `emk lists`, `emk lists show` for the long form. After
 * the word of a job, `emk cancel`, they are the words that people say: `emk mailings show`.
 */
export function inTypedWords(tree: Tree, {path, typedPath}: TypedPlace, text: string): string {
  const [name = ''] = path;
  const [word = ''] = typedPath;
  if (word === name) return text;
  const isJob = typedPath.length < path.length;
  const lines = new RegExp(`\\bemk (${accountWords})${name}(?: ([a-z][\\w-]*))?(?![\\w-])`, 'g');
  return text.replace(lines, (_line, account: string, ...[command]: ReadonlyArray<string | undefined>) => {
    const long = [name, ...(command === undefined ? [] : [command])];
    return `emk ${account}${(isJob ? asPeopleSay(tree, long) : [word, ...long.slice(1)]).join(' ')}`;
  });
}

/** The options that choose the account may stand before the command. */
const accountWords = '(?:--(?:sandbox|profile|base-url)(?: [^\\s-]\\S*)? )*';
