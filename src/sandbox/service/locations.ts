import {operations} from '../../endpoints/locations.js';
import type {Behaviour} from './behaviour.js';
import {countryNames} from './country-names.js';
import {gives} from './outcome.js';
import {placeList} from './place-list.js';

/** The documentation does not show the fields of placeList; these are what the sandbox gives them. */
export type Country = {readonly id: number; readonly name: string; readonly iso_code: string};
/** A part of a country. */
export type State = {readonly id: number; readonly name: string; readonly country_id: number};
/** A city in a state. */
export type City = {readonly id: number; readonly name: string; readonly state_id: number};

const linesOf = (text: string): string[] => text.trim().split('\n');

const countries: readonly Country[] = linesOf(countryNames).map((line, index) => ({
  id: index + 1,
  name: line.slice(3),
  iso_code: line.slice(0, 2),
}));

const byId = new Map(countries.map(country => [country.id, country]));
const byWord = new Map(
  countries.flatMap(country => [country.name, country.iso_code].map(word => [word.toLowerCase(), country])),
);

/** The country that a name or an ISO code means, in upper or lower case. */
export const countryByWord = (word: string): Country | undefined => byWord.get(word.toLowerCase());

/** A country by the id that forms take. */
export const countryById = (id: number): Country | undefined => byId.get(id);

/** A country's name where the text is an id; any other text as it is. */
export const countryName = (text: string): string => byId.get(Number(text))?.name ?? text;

const placed = linesOf(placeList).map(line => {
  const [state = '', cities = ''] = line.slice(3).split(': ');
  return {state, country: countryByWord(line.slice(0, 2))?.id ?? 0, cities: cities.split(', ')};
});

const states: readonly State[] = placed.map(({state, country}, index) => ({
  id: index + 1,
  name: state,
  country_id: country,
}));

const cities: readonly City[] = placed
  .flatMap(({cities}, index) => cities.map(name => ({name, state_id: index + 1})))
  .map(({name, state_id}, index) => ({id: index + 1, name, state_id}));

/** A state by the id that forms take. */
export const stateById = (id: number): State | undefined => states[id - 1];

/** A city by the id that forms take. */
export const cityById = (id: number): City | undefined => cities[id - 1];

/** The first city of a name. */
export const cityByName = (name: string): City | undefined => cities.find(city => city.name === name);

/** Countries, states and cities: the same for every account. */
export const locationBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.all.route]: () => gives({countries, states, cities}),
};
