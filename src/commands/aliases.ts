import {lookUp} from '../words/look-up.js';

/** The command that a word means: by its own name, by the singular of a resource, or by a synonym of a verb. */
export function commandNamed(word: string, names: readonly string[]): string | undefined {
  const others = lookUp(aliases, word) ?? [];
  return [word, `${word}s`, ...others].find(name => names.includes(name));
}

/** Other words for the verbs, in the order in which they are tried. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  ls: ['list'],
  get: ['show'],
  add: ['create'],
  create: ['add'],
  rm: ['delete'],
  search: ['find'],
};

/** The other words for one of these commands. */
export const aliasesOf = (name: string, names: readonly string[]): string[] =>
  Object.keys(aliases).filter(word => !names.includes(word) && commandNamed(word, names) === name);
