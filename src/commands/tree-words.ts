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
 * A text with its lines of emk in the words of the line that was typed. Texts have the names of the API, and so do lines
 * after a line with such a name. After any other line they have the words that people say, except that its own noun stays
 * as it was typed: after `emk people show`, `emk people import` but `emk send`.
 */
export function inTypedWords(tree: Tree, {path, typedPath}: TypedPlace, text: string): string {
  const [name = ''] = path;
  const [word = ''] = typedPath;
  if (forPrograms.has(name) || hasOtherWords(tree, {path, typedPath})) return text;
  const isNoun = typedPath.length === path.length;
  return text.replace(lines, (line, account: string, found: string, command?: string) => {
    if (!Object.hasOwn(tree, found)) return line;
    const commands = command === undefined ? [] : [command];
    const words = isNoun && found === name ? [word, ...commands] : asPeopleSay(tree, [found, ...commands]);
    return `emk ${account}${words.join(' ')}`;
  });
}

/** Whether a line has a name of the API for what has a word that people say. */
const hasOtherWords = (tree: Tree, {path: [name = '', command = ''], typedPath: [word]}: TypedPlace): boolean => {
  const {word: other, jobs = {}} = tree[name] ?? {};
  return word === name && (other !== undefined || Object.values(jobs).includes(command));
};

/** What these print is read by programs, or describes emk by the names of the API. */
const forPrograms = new Set(['commands', 'completion', 'mcp', 'schema']);

/** Lines of emk with their first two words. The options that choose the account may stand before these. */
const lines = new RegExp(
  /\bemk ((?:(?:'--[^']*'(?:\\''[^']*')*|--(?:sandbox|allow-http|(?:profile|base-url)(?:=\S+| [^\s-]\S*))) )*)/.source +
    /([a-z][a-z-]*)(?: ([a-z][\w-]*))?(?![\w-])/.source,
  'g',
);
