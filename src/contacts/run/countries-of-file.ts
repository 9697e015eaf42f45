import type {Context} from '../../commands/command.js';
import {PreflightError, UsageError} from '../../core/errors.js';
import {number, plural, withMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import type {Preview} from '../asking/match-columns.js';
import type {Checked, Found} from '../file/contract.js';
import type {ImportSettings} from '../journal/settings.js';
import {
  type Countries,
  countryMeant,
  createCountryReading,
  type FindCountry,
  isNumber,
  likelyCountry,
  readCountries,
} from './countries.js';
import type {Sample} from './sample.js';

/** The countries of a file: how they are read. */
type FileCountries = ReturnType<typeof createCountryReading> & {
  readonly find: FindCountry;
  likely(text: string): string | undefined;
  refuseNumbers(checked: Checked): void;
};

type InFile = {
  readonly source: {readonly name: string};
  readonly sample: Sample;
  readonly columns: readonly Preview[];
};

/** Reads the service's list, if a column or `--set` fills the country and the service has a usable one. */
export async function countriesOfFile(
  context: Context,
  {source, sample, columns}: InFile,
  settings: ImportSettings,
): Promise<FileCountries | undefined> {
  const listed = fillsCountry(columns, settings) ? await readCountries(context) : undefined;
  if (listed === undefined) return undefined;
  const areIds = settings.isOurs === true || haveIds(columns, sample);
  requireListed(settings, listed, areIds);
  const places = new Map(settings.places);
  const {find} = listed;
  return {
    ...createCountryReading(text => countryMeant(text, find, {places, areIds}), sample.countries),
    find,
    likely: text => likelyCountry(text, listed),
    refuseNumbers(checked) {
      const strange = checked.findings.flatMap(({name, found}) => (name === 'strange country' ? found : []));
      const numbers = strange.filter(({text}) => isNumber(text) && !places.has(text));
      if (numbers.length > 0) throw numbersRefused(source.name, context.line, checked, numbers);
    },
  };
}

/** Refuses numbers in a column of countries: they may be phone prefixes, ISO numbers or anything else. */
function numbersRefused(
  name: string,
  line = '',
  {columns}: Pick<Checked, 'columns'>,
  numbers: readonly Found[],
): PreflightError {
  const headers = columns.map(({header}) => header);
  const column = columns.findIndex(({fields}) => fields.includes('country'));
  const written = numbers.map(each => `“${each.text}”`);
  const [{text, lines: at} = {text: '', lines: []}] = numbers;
  return new PreflightError(
    `“${headers[column]}” of ${name} has ${plural(numbers.length, 'a number', 'numbers')} where emk needs a country: ${withMore(written, written.length, 5)} (first in line ${number(at[0] ?? 0)}).`,
    {
      hint: [
        `Say which country each one is, for example: ${line} --country ${shellWord(`${text}=Germany`)}`,
        `To skip the column: ${line} --map ${shellWord(`${columnKey(headers, column)}=`)}`,
      ].join('\n'),
    },
  );
}

/** Whether a file shows that its numbers are ids: it went out to be edited, or it is the service's sample, filled in. */
function haveIds(columns: readonly Preview[], {header, countries}: Sample): boolean {
  const headers = columns.map(column => column.header);
  return countries === 'ids' && header !== undefined && header.join() === headers.join();
}

function fillsCountry(columns: readonly Preview[], settings: ImportSettings): boolean {
  const filledFields = [...columns.flatMap(({fields}) => fields), ...settings.set.map(([field]) => field)];
  return filledFields.includes('country');
}

/** Refuses a country given on the line that the service does not list. */
function requireListed({places, set}: ImportSettings, {find}: Countries, areIds: boolean): void {
  const isListed = (name: string) => (areIds || !isNumber(name)) && find(name) !== undefined;
  const given = [
    ...places.map(([written, name]) => ({option: 'country', written, name})),
    ...set.map(([written, name]) => ({option: 'set', written, name})).filter(({written}) => written === 'country'),
  ];
  const strange = given.find(({name}) => name !== '' && !isListed(name));
  if (strange === undefined) return;
  const {option, written, name} = strange;
  throw new UsageError(`--${option} ${written}=${name}: the service has no country “${name}”.`, {
    hint: 'Give its English name or two-letter code. To see the countries: emk locations countries',
  });
}
