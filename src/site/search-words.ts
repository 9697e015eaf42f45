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
    const group = places.find(place => place.path.length === 1 && place.name === path[0]);
    const ofGroup = group ? [...group.also, ...[group.name, ...group.also].flatMap(singular)] : [];
    const ofVerb = path.length > 1 ? [...aliasesOf(name, [name]), wordsForVerb(name)] : [];
    const words = [...new Set([...also, ...ofGroup, ...ofVerb])];
    if (words.length > 0) add(page, words.join(' '));
  }
  return Object.fromEntries([...found].map(([path, words]) => [path, words.join(' ').trim()]));
}

/** The word for one of many: `contact` of `contacts`. The parts of other names are words for other things. */
const singular = (name: string): readonly string[] => (/^[a-z]+s$/.test(name) ? [name.slice(0, -1)] : []);
