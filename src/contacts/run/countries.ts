import type {Client} from '../../api/client/client.js';
import {UsageError} from '../../core/errors.js';
import {closest} from '../../core/words/closest.js';
import {countryReader, type FindCountry, readCountries} from '../../records/fields/countries.js';
import type {ImportSettings} from '../journal/runs.js';

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
