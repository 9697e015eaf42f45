import type {Loose} from '../api/describe/schema.js';
import type {Replaced} from '../commands/verbs/update.js';
import {andList} from '../core/words/sentence.js';

/** Empties state and city if the country changes, unless new ones are given: those of another country are in no mail's address. */
export const changeCountry =
  (country: string, places: readonly string[]) =>
  (current: Loose, given: Loose): Replaced => {
    if (given[country] === undefined || String(given[country]) === String(current[country])) return {fields: {}};
    const emptied = places.filter(name => given[name] === undefined && current[name]);
    const options = emptied.map(name => `--${name.replace(/_id$/, '')}`);
    const why = `The country changes, so emk empties what was in the old one. To keep or set it: ${andList(options)}`;
    return {fields: Object.fromEntries(emptied.map(name => [name, ''])), why: emptied.length > 0 ? why : undefined};
  };
