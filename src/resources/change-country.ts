import type {Loose} from '../api/describe/schema.js';
import type {Replaced} from '../commands/verbs/update.js';
import {andList, plural} from '../core/words/sentence.js';

/** Empties state and city if the country changes, unless new ones are given: another country has others. */
export const changeCountry =
  (country: string, places: readonly string[]) =>
  (current: Loose, given: Loose): Replaced => {
    if (given[country] === undefined || given[country] === current[country]) return {fields: {}};
    const kept = places.filter(name => given[name] === undefined && isThere(current[name]));
    return {
      fields: Object.fromEntries(kept.map(name => [name, ''])),
      why: kept.length > 0 ? sentenceOf(kept.map(name => name.replace(/_id$/, ''))) : undefined,
    };
  };

const sentenceOf = (places: readonly string[]): string =>
  `The country changes, so emk empties the ${andList(places)}. To keep or set ${plural(places.length, 'it', 'them')}: ${andList(places.map(place => `--${place}`))}`;

const isThere = (value: unknown): boolean => value !== null && value !== undefined && value !== '';
