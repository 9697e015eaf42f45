import type {Context} from '../../commands/command.js';
import {PreflightError} from '../../errors.js';
import {counted, number, orList, plural, withMore} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {type CountryNumbers, countriesOfNumber, countryNumbers, isNumber} from '../cells/country-numbers.js';
import {columnKey} from '../file/column-key.js';
import type {Checked} from '../file/contract.js';

type Numbers = Checked['strangeCountries'];
type Find = (text: string) => {readonly name: string} | undefined;

/** The numbers in a column of countries whose country nobody has said. */
export const openNumbers = (
  {strangeCountries}: Pick<Checked, 'strangeCountries'>,
  answered: ReadonlyMap<string, string>,
): Numbers => strangeCountries.filter(({text}) => isNumber(text) && !answered.has(text));

/** What a person says about a column of numbers: what they are, or to skip it; `each` is asked about one by one. */
type Answer = CountryNumbers | 'each' | 'skip';

/** Asks once what the numbers of a column are, and shows the countries that each answer makes of them. */
export async function askAboutNumbers({ask}: Pick<Context, 'ask'>, header: string, numbers: Numbers, find: Find) {
  const rows = numbers.reduce((sum, each) => sum + each.rows, 0);
  const few = numbers.length <= MOST_EACH;
  return ask.guided.pick<Answer>(
    `"${header}" has numbers for countries in ${counted(rows, 'row')}: ${listed(numbers)}. What are they?`,
    {
      from: [
        ...likeliest(numbers, find).map(as => ({
          name: `${heads[as]}: ${readingInWords(numbers, as, find, 2)}`,
          note: `--country-numbers ${as}`,
          value: as,
        })),
        ...(few ? [{name: 'Ask me about each number', value: 'each' as const}] : []),
        {name: `Skip the column "${header}"`, value: 'skip' as const},
      ],
      canGoBack: true,
    },
  );
}

/** Refuses numbers whose country nobody has said. The hint has a line for each reading, and for what is left after it. */
export function numbersRefused(
  {name, line = ''}: {readonly name: string; readonly line: string | undefined},
  checked: Pick<Checked, 'columns'>,
  {numbers, known, find}: {readonly numbers: Numbers; readonly known: CountryNumbers | undefined; readonly find: Find},
): PreflightError {
  const {header, key} = columnOfCountries(checked);
  const [{text, lines: at} = {text: '', lines: []}] = numbers;
  const readings = known === undefined ? likeliest(numbers, find) : [];
  const [candidate = {name: 'Germany'}] = countryNumbers.flatMap(as => countriesOfNumber(text, as, find));
  const lines = [
    ...readings.map(as => `${heads[as]} (${readingInWords(numbers, as, find, 3)}): ${line} --country-numbers ${as}`),
    ...(readings.length > 0
      ? []
      : [`Say which country each one is, for example: ${line} --country ${shellWord(`${text}=${candidate.name}`)}`]),
    `To skip the column: ${line} --map ${shellWord(`${key}=`)}`,
  ];
  return new PreflightError(
    `“${header}” of ${name} has ${plural(numbers.length, 'a number', 'numbers')} where emk needs a country: ${listed(numbers)} (first in line ${number(at[0] ?? 0)}).`,
    {hint: lines.join('\n')},
  );
}

/** The column that fills the country: its header, and how an option names it. */
export function columnOfCountries({columns}: Pick<Checked, 'columns'>): {
  readonly header: string;
  readonly key: string;
} {
  const column = columns.findIndex(({fields}) => fields.includes('country'));
  return {
    header: columns[column]?.header ?? '',
    key: columnKey(
      columns.map(({header}) => header),
      column,
    ),
  };
}

/** The readings that find countries for most of the numbers. */
function likeliest(numbers: Numbers, find: Find): readonly CountryNumbers[] {
  const found = countryNumbers.map(
    as => numbers.filter(({text}) => countriesOfNumber(text, as, find).length > 0).length,
  );
  const most = Math.max(...found);
  return countryNumbers.filter((_, at) => found[at] === most && most > 0);
}

const heads: Readonly<Record<CountryNumbers, string>> = {
  phone: 'Phone prefixes',
  iso: 'ISO 3166 numbers',
  ids: "The service's own ids",
};

/** `49 is Germany, 43 is Austria and 4 more`. */
function readingInWords(numbers: Numbers, as: CountryNumbers, find: Find, most: number): string {
  const pairs = numbers.flatMap(({text}) => {
    const [one, ...others] = countriesOfNumber(text, as, find);
    return one === undefined ? [] : [`${text} is ${orList([one, ...others].map(({name}) => name))}`];
  });
  return withMore(pairs, pairs.length, most);
}

const listed = (numbers: Numbers): string =>
  withMore(
    numbers.map(({text}) => `“${text}”`),
    numbers.length,
    5,
  );

/** With more numbers than this, they are not asked about one by one. */
const MOST_EACH = 10;
