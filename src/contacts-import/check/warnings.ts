import {readAsWindows} from '../../csv/bad-byte.js';
import {listed} from '../../records/closest.js';
import {shellWord} from '../../records/shell-word.js';
import {number} from '../file/count-words.js';
import type {Opened} from '../file/open-import.js';
import type {StrangeCountry} from './country-watch.js';
import {splitName} from './name-cell.js';
import {statusInWords} from './status-in-words.js';
import type {Survey} from './survey.js';

/** The warnings about a file that passed: columns and rows that are left out, and values that may surprise. */
export function warningsOf(opened: Opened, survey: Survey, keepStatus: boolean): string[] {
  const {file, guessed, status} = opened;
  const {counts, countries, notes} = survey;
  const warnings = [
    guessed && `${readAsWindows(file.name, guessed)} Say --encoding if that is wrong.`,
    statusInWords(status, counts, keepStatus),
    leftOut(opened, survey),
    splitInWords(opened),
    ...datesAsText(opened, survey),
    counts.blank === 1 && 'One row has no value in any cell and was passed over.',
    counts.blank > 1 && `${number(counts.blank)} rows have no value in any cell and were passed over.`,
    strangeCountries([...countries.strange]),
    notes.zone > 0 &&
      `Line ${notes.zone}: the time has a zone, which its field cannot hold. The time is sent as it is written.`,
    notes.page > 0 && `Line ${notes.page}: a value begins like a web page. The service may refuse the rows around it.`,
  ];
  return warnings.filter(warning => typeof warning === 'string');
}

function leftOut({headers, plan, status}: Opened, {empty}: Survey): string | undefined {
  const used = new Set([plan.whole?.column, ...plan.dropped, ...status.map(({column}) => column), ...empty]);
  const left = headers.flatMap((header, column) =>
    plan.fields[column] === undefined && !used.has(column) ? [header === '' ? `column ${column + 1}` : header] : [],
  );
  const [one] = left;
  if (one === undefined) return undefined;
  return left.length === 1
    ? `The column “${one}” is left out: no field goes by that name. Use --map ${shellWord(`${one}=FIELD`)} or --create-fields.`
    : `${left.length} columns are left out, since no field goes by their names: ${listed(left)}. Use --map ${shellWord(`${one}=FIELD`)} or --create-fields.`;
}

function splitInWords({headers, plan: {whole}}: Opened): string | undefined {
  if (whole === undefined) return undefined;
  const {first, last} = splitName(whole.example);
  const header = headers[whole.column];
  return `“${header}” fills first_name and last_name: “${whole.example}” is split into “${first}” and “${last}”. Use --map ${shellWord(`${header}=FIELD`)} if it is to stay whole.`;
}

const datesAsText = ({headers}: Opened, {guesses}: Survey): string[] =>
  [...guesses].flatMap(([column, {datesAsText: why}]) =>
    why === undefined ? [] : [`The new field for “${headers[column]}” holds text: ${reasons[why]}`],
  );

const reasons = {
  unclear: 'its dates can be read in two ways. Say --date-order dmy or mdy to make it a date.',
  seconds: 'its times have seconds, which a field for dates does not keep.',
} as const;

function strangeCountries(countries: readonly StrangeCountry[]): string | undefined {
  if (countries.length === 0) return undefined;
  const listed = countries.slice(0, SHOWN).map(({text, rows, lines}) => {
    const more = rows > lines.length ? ` and ${number(rows - lines.length)} more` : '';
    return `“${text}” (${rows === 1 ? 'line' : 'lines'} ${lines.map(number).join(', ')}${more})`;
  });
  const others = countries.length > SHOWN ? ` and ${number(countries.length - SHOWN)} others` : '';
  return (
    `The service does not list ${countries.length === 1 ? 'this country' : 'these countries'}, sent as written: ${listed.join(', ')}${others}. ` +
    'Those it knows: emk locations countries'
  );
}

const SHOWN = 10;
