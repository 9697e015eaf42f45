import {countryPrefixes, nameOfCountry} from './country-names.js';
import {placeList} from './place-list.js';

/** A country. The fields of places are not documented; these come from lists that most such services use. */
type Country = {readonly id: number; readonly sortname: string; readonly name: string; readonly phonecode: number};
type State = {readonly id: number; readonly name: string; readonly country_id: number};
type City = {readonly id: number; readonly name: string; readonly state_id: number};

/** All countries, as the account lists them. */
export const countries: readonly Country[] = [...countryPrefixes].map(([sortname, phonecode], index) => ({
  id: index + 1,
  sortname,
  name: nameOfCountry(sortname),
  phonecode,
}));

const byId = new Map(countries.map(country => [country.id, country]));
const byWord = new Map(
  countries.flatMap(country => [country.name, country.sortname].map(word => [word.toLowerCase(), country])),
);

/** The country with this name or ISO code, ignoring case. */
export const countryByWord = (word: string): Country | undefined => byWord.get(word.toLowerCase());

export const countryById = (id: number): Country | undefined => byId.get(id);

/** A country's name if the text is an id; any other text stays, and null means that nobody gave a country. */
export const countryName = <T extends string | null>(text: T): T | string =>
  (text !== null && /^[1-9]\d*$/.test(text) ? byId.get(Number(text))?.name : undefined) ?? text;

const placed = placeList
  .trim()
  .split('\n')
  .map(line => {
    const [state = '', cities = ''] = line.slice(3).split(': ');
    return {state, country: countryByWord(line.slice(0, 2))?.id ?? 0, cities: cities.split(', ')};
  });

/** Some states, as the account lists them. */
export const states: readonly State[] = placed.map(({state, country}, index) => ({
  id: index + 1,
  name: state,
  country_id: country,
}));

/** Their cities, as the account lists them. */
export const cities: readonly City[] = placed
  .flatMap(({cities}, index) => cities.map(name => ({name, state_id: index + 1})))
  .map(({name, state_id}, index) => ({id: index + 1, name, state_id}));
