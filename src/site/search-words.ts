import {aliasesOf} from '../commands/aliases.js';
import type {TreePlace} from '../reference/load-tree.js';
import {placeWords, wordsForVerb} from '../reference/other-words.js';

/** The words that people look for a page by besides those on it, by its path: the table that help and unknown words use. */
export function searchWords(
  places: readonly TreePlace[],
  paths: ReadonlyMap<string, string>,
): {readonly [path: string]: string} {
  const found = new Map<string, string[]>();
  const add = (path: string, words: string): void => void found.set(path, [...(found.get(path) ?? []), words]);
  for (const [place, words] of Object.entries(placeWords)) {
    const path = paths.get(place);
    if (path !== undefined) add(path, words);
  }
  for (const {path, also, name} of places) {
    const page = paths.get(path.join(' ')) ?? '';
    const above = places.find(place => path.length > 1 && place.path.length === 1 && place.name === path[0]);
    const words = [...also, ...(above ? [...above.also, ...aliasesOf(name, [name]), wordsForVerb(name)] : [])];
    if (words.length > 0) add(page, words.join(' '));
  }
  return Object.fromEntries([...found].map(([path, words]) => [path, words.join(' ').trim()]));
}
