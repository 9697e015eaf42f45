import {allRecords} from '../../api/answers/record-sources.js';
import type {Client} from '../../api/client/client.js';
import type {Loose} from '../../api/describe/schema.js';
import {operations as locations} from '../../endpoints/locations.js';
import {lowerTrimmed} from '../../words/sentence.js';
import {codeOfCountry} from './country-names.js';

/** Finds a country by its name in any language, its code or its id. */
export type FindCountry = (text: string) => Country | undefined;
/** The service's countries by name, and a search for one. */
export type Countries = {readonly find: FindCountry; readonly names: readonly string[]};
type Country = {readonly id: string; readonly name: string};

/** Reads the service's countries, whose fields are not documented: any short text counts as a code. */
export const readCountries = async ({stream}: Pick<Client, 'stream'>): Promise<Countries | undefined> =>
  countriesOf(await allRecords<Loose>(stream(locations.all, {}, 'countries')));

/** The same from a list of countries in memory. */
export function countriesOf(places: readonly Loose[]): Countries | undefined {
  const known = new Map<string, Country>();
  for (const place of places) {
    const {id, name} = place;
    if (id === undefined || typeof name !== 'string') continue;
    const country = {id: String(id), name};
    known.set(lowerTrimmed(name), country);
    known.set(country.id, country);
    for (const code of Object.values(place))
      if (isCode(code) && !known.has(lowerTrimmed(code))) known.set(lowerTrimmed(code), country);
  }
  if (known.size === 0) return undefined;
  let byCode: ReadonlyMap<string, Country> | undefined;
  const otherwise = (text: string): Country | undefined => {
    const code = codeOfCountry(text);
    if (code === undefined) return undefined;
    // The service may spell its own names differently too, so both sides are compared by code.
    byCode ??= new Map([...new Set(known.values())].map(country => [codeOfCountry(country.name) ?? '', country]));
    return byCode.get(code);
  };
  const find: FindCountry = text =>
    known.get(lowerTrimmed(text)) ?? known.get(lowerTrimmed(nameOfCode(text) ?? '')) ?? otherwise(text);
  return {find, names: [...new Set([...known.values()].map(({name}) => name))]};
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]{2,3}$/.test(value);

/** The English name for a code of two letters. */
function nameOfCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{2}$/.test(code)) return undefined;
  return new Intl.DisplayNames(['en'], {type: 'region', fallback: 'none'}).of(code);
}

/** Whether a text for a country is a number in any form, such as `49`, `+49`, `0049` or `82.0`. */
export const isNumber = (text: string): boolean => /\d/.test(text) && !/\p{L}/u.test(text);

/** The country that a text of a file means: the one that somebody chose, or else by its name. A number is one where numbers are ids. */
export function countryMeant(
  text: string,
  find: FindCountry,
  {places, areIds}: {readonly places: ReadonlyMap<string, string>; readonly areIds: boolean},
): Country | undefined {
  const chosen = places.get(text);
  if (chosen) return find(chosen);
  return isNumber(text) && !areIds ? undefined : find(text);
}

/** Turns a file's countries into what the service accepts, and keeps the spellings that differ from the service's. */
type CountryReading = {
  readonly read: (text: string) => string | undefined;
  /** The name of a country, by the file's spelling. */
  readonly rewritten: ReadonlyMap<string, string>;
  /** Forgets them, before the file is read again. */
  forget(): void;
};

/** Reads countries in the form of the service's sample, as name or id. */
export function createCountryReading(find: FindCountry, as: 'names' | 'ids'): CountryReading {
  const otherwise = new Map<string, string>();
  return {
    rewritten: otherwise,
    forget: () => otherwise.clear(),
    read(text) {
      const country = find(text);
      if (country === undefined) return undefined;
      const isExact =
        /^\p{L}{2}$/u.test(text) || text === country.id || text.toLowerCase() === country.name.toLowerCase();
      if (!isExact) otherwise.set(text, country.name);
      return as === 'names' ? country.name : country.id;
    },
  };
}

/** `“Deutschland” is read as Germany, “USA” as United States.` */
export function readAsInWords(otherwise: ReadonlyMap<string, string>): string | undefined {
  const [first, ...others] = [...otherwise].map(([text, name]) => [`“${text}”`, name] as const);
  if (first === undefined) return undefined;
  const shown = others.slice(0, SHOWN - 1).map(([text, name]) => `, ${text} as ${name}`);
  const more = others.length >= SHOWN ? ` (${others.length - SHOWN + 1} more)` : '';
  return `emk reads ${first[0]} as ${first[1]}${shown.join('')}${more}.`;
}

const SHOWN = 10;
