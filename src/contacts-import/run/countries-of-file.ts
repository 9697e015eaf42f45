import type {Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {PreflightError, UsageError} from '../../errors.js';
import {counted, number, plural, withMore} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import type {Preview} from '../check/open-fitting.js';
import type {Checked} from '../file/contract.js';
import type {ImportSettings} from '../journal/settings.js';
import {
  type Countries,
  countryMeant,
  createCountryReading,
  type FindCountry,
  isNumber,
  readCountries,
} from './countries.js';
import type {Sample} from './sample.js';

/** What a person chose for the countries of a file that the service does not know. */
type CountryAnswer = Partial<Pick<ImportSettings, 'places' | 'leaveEmpty'>>;

/** The countries of a file: how they are read, and what is asked about those that the service does not know. */
type FileCountries = ReturnType<typeof createCountryReading> & {
  readonly find: FindCountry;
  /** Refuses numbers, and asks about other texts; undefined if nothing is open. */
  settle(checked: Checked): Promise<CountryAnswer | Back | undefined>;
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
    async settle(checked) {
      const open = checked.strangeCountries.filter(({text}) => !places.has(text));
      const numbers = open.filter(({text}) => isNumber(text));
      if (numbers.length > 0) throw numbersRefused(source.name, context.line, checked, numbers);
      // What emk deleted comes back as it was.
      const asks = context.ask.possible && open.length > 0 && !settings.isOurs;
      return asks ? askAboutCountries(context, checked, open) : undefined;
    },
  };
}

/** Asks once about all texts that are no country of the service. */
async function askAboutCountries(
  {ask}: Pick<Context, 'ask'>,
  checked: Checked,
  open: Checked['strangeCountries'],
): Promise<CountryAnswer | Back> {
  const {header, key} = columnOfCountries(checked);
  const rows = open.reduce((sum, each) => sum + each.rows, 0);
  return ask.guided.pick<CountryAnswer>(
    `The service does not know ${listed(open)} in "${header}" (${counted(rows, 'row')}). What now?`,
    {
      from: [
        {name: 'Keep them as written', value: {places: open.map(each => [each.text, ''] as const)}},
        {
          name: `Leave the country of ${plural(rows, 'this row', 'these rows')} empty`,
          note: `--leave-empty ${shellWord(key)}`,
          value: {leaveEmpty: [key]},
        },
      ],
      canGoBack: true,
    },
  );
}

/** Refuses numbers in a column of countries: they may be phone prefixes, ISO numbers or anything else. */
function numbersRefused(
  name: string,
  line = '',
  checked: Pick<Checked, 'columns'>,
  numbers: Checked['strangeCountries'],
): PreflightError {
  const {header, key} = columnOfCountries(checked);
  const [{text, lines: at} = {text: '', lines: []}] = numbers;
  return new PreflightError(
    `“${header}” of ${name} has ${plural(numbers.length, 'a number', 'numbers')} where emk needs a country: ${listed(numbers)} (first in line ${number(at[0] ?? 0)}).`,
    {
      hint: [
        `Say which country each one is, for example: ${line} --country ${shellWord(`${text}=Germany`)}`,
        `To skip the column: ${line} --map ${shellWord(`${key}=`)}`,
      ].join('\n'),
    },
  );
}

const listed = (texts: Checked['strangeCountries']): string =>
  withMore(
    texts.map(({text}) => `“${text}”`),
    texts.length,
    5,
  );

/** The column that fills the country: its header, and how an option names it. */
function columnOfCountries({columns}: Pick<Checked, 'columns'>): {readonly header: string; readonly key: string} {
  const headers = columns.map(({header}) => header);
  const column = columns.findIndex(({fields}) => fields.includes('country'));
  return {header: headers[column] ?? '', key: columnKey(headers, column)};
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
