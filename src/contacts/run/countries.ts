import {allRecords} from '../../api/answers/record-sources.js';
import type {Client} from '../../api/client/client.js';
import type {Loose} from '../../api/describe/schema.js';
import {UsageError} from '../../core/errors.js';
import {closest} from '../../core/words/closest.js';
import {lowerTrimmed} from '../../core/words/sentence.js';
import {operations as locations} from '../../endpoints/locations.js';
import {codeOfCountry} from '../../records/fields/country-code.js';
import type {ImportSettings} from '../journal/runs.js';

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

/** The facts in the service's own sample file. */
export type Sample = {
  readonly header: readonly string[] | undefined;
  /** Whether it writes countries as names. Without a sample they are sent as ids, as in the rest of the API. */
  readonly countries: 'names' | 'ids';
};

/** How the countries of a file are read, if a column or `--set` fills the country and the service lists any. */
export async function countriesOfFile(
  context: Pick<Client, 'stream'>,
  columns: ReadonlyArray<{readonly header: string; readonly fields: readonly string[]}>,
  settings: ImportSettings,
  sample: Sample,
) {
  const filled = [...columns.flatMap(({fields}) => fields), ...settings.set.map(([field]) => field)];
  const listed = filled.includes('country') ? await readCountries(context) : undefined;
  if (listed === undefined) return undefined;
  const {find, names} = listed;
  // In the service's own sample, and in what emk wrote, a number is an id; elsewhere it may be anything.
  const isSample = sample.countries === 'ids' && sample.header?.join() === columns.map(({header}) => header).join();
  const findNamed: FindCountry = text => (/\p{L}/u.test(text) || settings.isOurs || isSample ? find(text) : undefined);
  const [written, strange] = settings.places.find(([, name]) => name !== '' && !findNamed(name)) ?? [];
  if (strange !== undefined)
    throw new UsageError(`--country ${written}=${strange}: the service has no country “${strange}”.`, {
      hint: 'Give its English name or two-letter code. To see the countries: emk locations countries',
    });
  const places = new Map(settings.places);
  const meant: FindCountry = text => {
    const chosen = places.get(text);
    return chosen === '' ? {id: text, name: text} : findNamed(chosen ?? text);
  };
  return {
    read: countryReader(meant, sample.countries),
    find,
    /** The country that a mistyped name most likely means: a slip adds or drops one letter at most. */
    likely(text: string): string | undefined {
      const near = closest(text, names);
      return near !== undefined && Math.abs(near.length - text.length) <= 1 ? near : undefined;
    },
  };
}
