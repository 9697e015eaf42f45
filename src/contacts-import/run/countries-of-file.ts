import {BACK, type Back} from '../../commands/ask.js';
import type {Context} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {askAboutCountries} from '../asking/ask-country.js';
import {askAboutNumbers, columnOfCountries, numbersRefused, openNumbers} from '../asking/ask-country-numbers.js';
import {type CountryNumbers, isNumber} from '../cells/country-numbers.js';
import type {Preview} from '../check/open-fitting.js';
import type {Checked} from '../file/contract.js';
import type {ImportSettings} from '../journal/settings.js';
import {type Countries, countryMeant, createCountryReading, type FindCountry, readCountries} from './countries.js';
import type {Sample} from './sample.js';

type Skipped = ImportSettings['map'];

/** The countries of a file: how they are read, and the questions about those that are open. */
type FileCountries = ReturnType<typeof createCountryReading> & {
  readonly find: FindCountry;
  /** Asks about open countries, and checks the file again with the answers: `skipped` has a column to skip. */
  settle(checked: Checked, again: (skipped: Skipped) => Promise<Checked | Back>): Promise<Checked | Back>;
  /** What was said about them, by the line or by a person. */
  told(): Pick<ImportSettings, 'places' | 'countryNumbers'>;
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
  requireListed(settings, listed);
  const proven = areIds(columns, sample) ? 'ids' : undefined;
  const answers: Answers = {
    places: new Map(settings.places),
    numbers: settings.countryNumbers === undefined ? 'ids' : (settings.countryNumbers ?? proven),
  };
  const {find} = listed;
  const reading = createCountryReading(text => countryMeant(text, find, answers), sample.countries);
  return {
    ...reading,
    find,
    async settle(first, check) {
      const again: typeof check = skipped => {
        reading.forget();
        return check(skipped);
      };
      const numbered = await withNumbers(context, first, {listed, answers, again});
      if (numbered === BACK) return BACK;
      const checked = await withTexts(context, numbered, {listed, answers, again});
      const open = checked === BACK ? [] : openNumbers(checked, answers.places);
      if (checked === BACK || open.length === 0) return checked;
      throw numbersRefused({name: source.name, line: context.line}, checked, {
        numbers: open,
        known: answers.numbers,
        find,
      });
    },
    told: () => ({
      places: [...answers.places],
      ...(answers.numbers !== proven &&
        settings.countryNumbers !== undefined && {countryNumbers: answers.numbers ?? null}),
    }),
  };
}

/** What was said about the countries of a file so far. */
type Answers = {readonly places: Map<string, string>; numbers: CountryNumbers | undefined};

type Settling = {
  readonly listed: Countries;
  readonly answers: Answers;
  readonly again: Parameters<FileCountries['settle']>[1];
};

/** Asks a person what the numbers of the column are, and checks the file with the answer. */
async function withNumbers(
  {ask}: Context,
  checked: Checked,
  {listed, answers, again}: Settling,
): Promise<Checked | Back> {
  const open = openNumbers(checked, answers.places);
  if (!ask.possible || answers.numbers !== undefined || open.length === 0) return checked;
  const {header, key} = columnOfCountries(checked);
  const answer = await askAboutNumbers({ask}, header, open, listed.find);
  if (answer === BACK) return BACK;
  if (answer === 'each') return checked;
  if (answer === 'skip') return again([[key, '']]);
  answers.numbers = answer;
  return again([]);
}

/** Asks a person about each text that is no country, and checks the file with the answers. */
async function withTexts(
  {ask}: Context,
  checked: Checked,
  {listed, answers, again}: Settling,
): Promise<Checked | Back> {
  const answered = ask.possible ? await askAboutCountries({ask}, checked, listed, answers.places) : [];
  if (answered === BACK) return BACK;
  for (const [written, name] of answered) answers.places.set(written, name);
  return answered.some(([, name]) => name !== '') ? again([]) : checked;
}

/** Whether a file shows that its numbers are ids: it is the service's sample, filled in. */
function areIds(columns: readonly Preview[], {header, countries}: Sample): boolean {
  const headers = columns.map(column => column.header);
  return countries === 'ids' && header !== undefined && header.join() === headers.join();
}

function fillsCountry(columns: readonly Preview[], settings: ImportSettings): boolean {
  const filledFields = [...columns.flatMap(({fields}) => fields), ...settings.set.map(([field]) => field)];
  return filledFields.includes('country');
}

/** Refuses a country given on the line that the service does not list. A number is one only where numbers are ids. */
function requireListed({places = [], set, countryNumbers = 'ids'}: ImportSettings, {find}: Countries): void {
  const isListed = (name: string) => (!isNumber(name) || countryNumbers === 'ids') && find(name) !== undefined;
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
