import type {Command, Group} from './command.js';

/** A word that can follow `emk`: its summary, and how to load it if a line names it. */
type Branch = {
  readonly summary: string;
  readonly load: () => Promise<{readonly default: Group | Command}>;
  /** The jobs of a day: words that can follow `emk` too, each with the command of this branch that it means. */
  readonly jobs?: {readonly [word: string]: string};
};

export type Tree = {readonly [name: string]: Branch};

/** Every word that can follow `emk`, with the place in the tree that it leads to: names and jobs. Every place asks, so they are collected once. */
export function topWords(tree: Tree): ReadonlyMap<string, readonly string[]> {
  const words = collected.get(tree) ?? collectWords(tree);
  collected.set(tree, words);
  return words;
}

const collected = new WeakMap<Tree, ReadonlyMap<string, readonly string[]>>();

const collectWords = (tree: Tree): ReadonlyMap<string, readonly string[]> =>
  new Map(
    Object.entries(tree).flatMap(
      ([name, {jobs = {}}]): Array<readonly [string, readonly string[]]> => [
        [name, [name]],
        ...Object.entries(jobs).map(([job, command]) => [job, [name, command]] as const),
      ],
    ),
  );

/** The other words for a place in the tree, each as what follows `emk`. */
export const sameAs = (tree: Tree, path: readonly string[]): string[] =>
  [...topWords(tree)]
    .filter(([, place]) => isSame(place, path))
    .map(([word]) => word)
    .filter(word => word !== path.join(' '));

const isSame = (place: readonly string[], path: readonly string[]): boolean =>
  place.length === path.length && place.every((name, at) => name === path[at]);

/** The words after `emk` as people say them: `send` for `mailings create`. */
export function asPeopleSay(tree: Tree, [name = '', ...words]: readonly string[]): readonly string[] {
  const {jobs = {}} = tree[name] ?? {};
  const job = Object.keys(jobs).find(each => jobs[each] === words[0]);
  return job === undefined ? [name, ...words] : [job, ...words.slice(1)];
}
