import {allRecords} from '../../api/answers/record-sources.js';
import type {Client} from '../../api/client/client.js';
import type {Loose} from '../../api/describe/schema.js';
import {lowerTrimmed} from '../../core/words/sentence.js';
import {operations as locations} from '../../endpoints/locations.js';
import {codeOfCountry} from './country-code.js';

/** Finds a country by its name in any language, its code or its id. */
export type FindCountry = (text: string) => CountryChoice | undefined;
/** The service's countries by name, and a search for one. */
type Countries = {readonly find: FindCountry; readonly names: readonly string[]};
type CountryChoice = {readonly id: string; readonly name: string};

/** Reads the service's countries, whose fields are not documented: any short text counts as a code. */
export async function readCountries({stream}: Pick<Client, 'stream'>): Promise<Countries | undefined> {
  const places = await allRecords<Loose>(stream(locations.all, {}, 'countries'));
  const known = new Map<string, CountryChoice>();
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
  let byCode: ReadonlyMap<string, CountryChoice> | undefined;
  const otherwise = (text: string): CountryChoice | undefined => {
    const code = codeOfCountry(text);
    if (code === undefined) return undefined;
    // The service may spell its own names differently too, so both sides are compared by code.
    byCode ??= new Map([...new Set(known.values())].map(country => [codeOfCountry(country.name) ?? '', country]));
    return byCode.get(code);
  };
  const find: FindCountry = text => known.get(lowerTrimmed(text)) ?? otherwise(text);
  return {find, names: [...new Set([...known.values()].map(({name}) => name))]};
}

const isCode = (value: unknown): value is string => typeof value === 'string' && /^[A-Za-z]{2,3}$/.test(value);

/** Reads countries in the form of the service's sample, as name or id. */
export const countryReader =
  (find: FindCountry, as: 'names' | 'ids') =>
  (text: string): string | undefined =>
    find(text)?.[as === 'names' ? 'name' : 'id'];
