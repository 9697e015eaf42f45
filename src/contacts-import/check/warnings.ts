import {readAsWindows} from '../../csv/bytes/bad-byte.js';
import {headOf} from '../../records/fields/heads.js';
import {number, plural} from '../../words/count.js';
import {andList, firstTen, withMore} from '../../words/list.js';
import {shellWord} from '../../words/shell-word.js';
import type {CheckOptions, Mistyped} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import type {StrangeCountry} from './country-watch.js';
import {partFor} from './split-cell.js';
import {statusInWords} from './status-in-words.js';
import type {Survey} from './survey.js';

/** The warnings about a file that passed: skipped columns and rows, and values that may surprise. */
export function warningsOf(opened: Opened, survey: Survey, options: Pick<CheckOptions, 'status'>): string[] {
  const {file, guessed, status} = opened;
  const {counts, countries, domains, notes} = survey;
  const warnings = [
    guessed && `${readAsWindows(file.name, guessed)} Say --encoding if that is wrong.`,
    opened.encoding === 'utf-7' && `${file.name} was read as UTF-7. Say --encoding utf-8 if that is wrong.`,
    statusInWords(status, counts, options.status?.keep === true),
    leftOut(opened, survey),
    ...splitInWords(opened),
    wholeInWords(opened),
    ...placesInWords(opened, survey),
    options.status?.words?.length && opened.status.length === 0 && noStatus(file.name),
    ...datesAsText(opened, survey),
    counts.blank === 1 && 'One row has no value in any cell and was passed over.',
    counts.blank > 1 && `${number(counts.blank)} rows have no value in any cell and were passed over.`,
    strangeCountries([...countries.strange]),
    ...mistypedDomains([...domains.mistyped]),
    notes.zone > 0 &&
      `Line ${notes.zone}: the time has a zone, which its field cannot hold. The time is sent as it is written.`,
    notes.page > 0 && `Line ${notes.page}: a value begins like a web page. The service may refuse the rows around it.`,
  ];
  return warnings.filter(warning => typeof warning === 'string');
}

function leftOut({headers, plan, status}: Opened, {empty}: Survey): string | undefined {
  const used = new Set([
    ...plan.split.map(({column}) => column),
    ...plan.apart.keys(),
    ...plan.dropped,
    ...status.map(({column}) => column),
    ...empty,
  ]);
  const left = headers.flatMap((header, column) =>
    plan.fields[column] === undefined && !used.has(column) ? [header === '' ? `column ${column + 1}` : header] : [],
  );
  const [one] = left;
  if (one === undefined) return undefined;
  const what = plural(
    left.length,
    `The column “${one}” is left out: no field goes by that name`,
    `${left.length} columns are left out, since no field goes by their names: ${firstTen(left)}`,
  );
  return `${what}. Use --map ${shellWord(`${one}=FIELD`)} or --create-fields.`;
}

const splitInWords = ({headers, plan}: Opened): string[] =>
  plan.split.map(({column, fields, example}) => {
    const parts = fields.map(field => partFor(field)?.(example) ?? '').filter(part => part !== '');
    const keep = fields[0] === 'first_name' ? '--split-names no' : `--map ${shellWord(`${headers[column]}=FIELD`)}`;
    return `“${headers[column]}” fills ${andList(fields.map(headOf))}: “${example}” is split into ${andList(parts.map(part => `“${part}”`))}. Use ${keep} to keep it whole.`;
  });

function wholeInWords({headers, plan: {wholeName}}: Opened): string | undefined {
  if (wholeName === undefined) return undefined;
  return `“${headers[wholeName.column]}” fills ${headOf('first_name')} as a whole: “${wholeName.example}” does not look like a person's first and last name. Use --split-names yes to split it.`;
}

/** The columns that look like a part of the address but are not, in words. */
const placesInWords = ({headers, plan}: Opened, {empty}: Survey): string[] =>
  [...plan.apart].flatMap(([column, why]) =>
    empty.has(column) || plan.dropped.has(column) ? [] : [`“${headers[column]}” is left out: ${why}.`],
  );

const noStatus = (name: string): string =>
  `--status has no effect: no column of ${name} says who gets no mail. Name it with --status-column.`;

const datesAsText = ({headers}: Opened, {guesses}: Survey): string[] =>
  [...guesses].flatMap(([column, {datesAsText: why}]) =>
    why === undefined ? [] : [`The new field for “${headers[column]}” holds text: ${reasons[why]}`],
  );

const reasons = {
  unclear: 'its dates can be read in two ways. Say --date-order dmy or mdy to make it a date.',
  seconds: 'its times have seconds, which a field for dates does not keep.',
} as const;

const mistypedDomains = (mistyped: readonly Mistyped[]): string[] =>
  mistyped.slice(0, SHOWN).map(({domain, likely, lines}) => {
    const shown = lines.slice(0, SHOWN_LINES).map(number);
    return `“${domain}” looks like a typo of ${likely} (${plural(lines.length, 'line')} ${withMore(shown, lines.length)}). It is imported as it is written.`;
  });

const SHOWN_LINES = 5;

function strangeCountries(countries: readonly StrangeCountry[]): string | undefined {
  if (countries.length === 0) return undefined;
  const listed = countries
    .slice(0, SHOWN)
    .map(({text, rows, lines}) => `“${text}” (${plural(rows, 'line')} ${withMore(lines.map(number), rows)})`);
  const others = countries.length > SHOWN ? ` and ${number(countries.length - SHOWN)} others` : '';
  return (
    `The service does not list ${plural(countries.length, 'this country', 'these countries')}, sent as written: ${listed.join(', ')}${others}. ` +
    'Those it knows: emk locations countries'
  );
}

const SHOWN = 10;
