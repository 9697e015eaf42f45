import type {Loose} from '../../api/describe/schema.js';
import type {Entry, Keys, Value} from '../kinds/shape.js';
import type {Places} from './account-lists.js';
import {textOf} from './entries.js';

/** The ids of the places that an entry names, by key, and the first name that matches no place or several. */
type PlaceIds = {
  readonly ids: {readonly [key: string]: number};
  readonly wrong?: {readonly key: string; readonly says: string; readonly names: readonly string[]};
};

/** Finds the places of an entry: a state in its country, and a city in its state, because many share a name. */
export function placeIds(places: Places, keys: Keys, entry: Entry): PlaceIds {
  const ids: Record<string, number> = {};
  let within: Loose = {};
  for (const [key, {place}] of Object.entries(keys)) {
    const name = place && entry[key];
    if (!place || name === undefined) continue;
    const around = places[place].filter(each => liesIn(each, within));
    const found = around.filter(each => fold(each['name']) === fold(name));
    const [one, another] = found;
    if (one === undefined || another !== undefined) {
      const called = `"${String(name)}"`;
      const there = Object.keys(within).length > 0 ? ' there' : '';
      const wrong =
        one === undefined
          ? {
              says: `The service has no ${words[place]} ${called}${there}.`,
              names: around.map(each => textOf(each['name'])),
            }
          : {says: `The service has ${found.length} ${place} ${called}, and the files don't say which one.`, names: []};
      return {ids, wrong: {key, ...wrong}};
    }
    ids[key] = Number(one['id']);
    within = {...within, [`${words[place]}_id`]: one['id']};
  }
  return {ids};
}

/** Whether a place can be inside another; yes if the place does not say where it is. */
const liesIn = (place: Loose, within: Loose): boolean =>
  Object.entries(within).every(
    ([field, id]) => place[field] === undefined || place[field] === null || String(place[field]) === String(id),
  );

const fold = (name: Value | unknown): string => textOf(name).toLowerCase();

const words = {countries: 'country', states: 'state', cities: 'city'} as const;
