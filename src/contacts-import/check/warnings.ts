import {readAsWindows} from '../../csv/bytes/guess-encoding.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import type {StatusColumn} from '../../csv/columns/wants-mail.js';
import {truncate} from '../../output/text/width.js';
import {headOf} from '../../records/fields/heads.js';
import {andList, counted, firstTen, number, numberOrNothing, plural, withMore} from '../../words/sentence.js';
import {shellWord} from '../../words/shell-word.js';
import {partFor} from '../cells/cell-rules.js';
import type {DatesSeen} from '../cells/guess-type.js';
import type {CheckOptions, LeftOut, Mistyped, StrangeCountry} from '../file/contract.js';
import type {Opened} from '../file/open-import.js';
import type {Aside, Survey} from './survey.js';

/** The warnings about a file that passed: skipped columns and rows, and values that may surprise. */
export function warningsOf(
  opened: Opened,
  survey: Survey,
  options: Pick<CheckOptions, 'status'> & {readonly dates: ReadonlyMap<number, DatesSeen>},
): string[] {
  const {file, guessed, status} = opened;
  const {counts, values} = survey;
  const warnings = [
    guessed && `${readAsWindows(file.name, guessed)} If that is wrong, add --encoding.`,
    aroundInWords(opened),
    ...asideInWords(survey),
    statusInWords(status, counts, options.status),
    othersInWords(survey),
    leftOut(opened, survey),
    ...splitInWords(opened),
    wholeInWords(opened),
    ...placesInWords(opened, survey),
    options.status?.words?.length && opened.status.length === 0 && noStatus(file.name),
    ...datesAsText(opened, survey),
    ...datesInWords(opened, survey, options.dates),
    ...emptiedInWords(opened, survey),
    counts.blank === 1 && 'One empty row was skipped.',
    counts.blank > 1 && `${number(counts.blank)} empty rows were skipped.`,
    strangeCountries([...values.strange.values()]),
    ...mistypedDomains([...values.mistyped.values()]),
    values.notes.zone > 0 &&
      `Line ${values.notes.zone}: the time has a time zone, which the field cannot store. emk stores the time without it.`,
    values.notes.page > 0 &&
      `Line ${values.notes.page}: a value starts like a web page. The service may refuse the rows around it.`,
  ];
  return warnings.filter(warning => typeof warning === 'string');
}

/** Says where the header was found, and what is around it. */
function aroundInWords({around, header}: Opened): string | undefined {
  if (around.length === 0) return undefined;
  const lines = around.map(({line, texts}) => ({line, text: texts.filter(text => text !== '').join(' ')}));
  return `The header is on line ${header.line}. ${areSkipped(lines)}.`;
}

const asideInWords = ({repeats, end}: Survey): string[] => [
  ...(repeats.length > 0
    ? [`${linesInWords(repeats)} ${plural(repeats.length, 'repeats', 'repeat')} the header: skipped.`]
    : []),
  ...(end.length > 0 ? [`${areSkipped(end)}: the file ends with ${plural(end.length, 'it', 'them')}.`] : []),
];

const areSkipped = (lines: readonly Aside[]): string =>
  `${linesInWords(lines)} ${plural(lines.length, 'is no row and is', 'are no rows and are')} skipped (${withMore(lines.map(({text}) => `“${truncate(text, 40)}”`))})`;

const linesInWords = (lines: readonly Aside[]): string =>
  `${plural(lines.length, 'Line', 'Lines')} ${withMore(lines.map(({line}) => number(line)))}`;

function leftOut({headers, plan, status}: Opened, {empty}: Survey): string | undefined {
  const used = new Set([
    ...plan.split.map(({column}) => column),
    ...plan.apart.keys(),
    ...plan.dropped,
    ...status.map(({column}) => column),
    ...empty,
  ]);
  const left = headers.flatMap((header, column) =>
    plan.fields[column] === undefined && !used.has(column)
      ? [{header, name: header || `column ${column + 1}`, key: columnKey(headers, column)}]
      : [],
  );
  const [one] = left;
  if (one === undefined) return undefined;
  const what = plural(
    left.length,
    `The column “${one.name}” is skipped: no field has that name`,
    `${left.length} columns are skipped, because no field has their names: ${firstTen(left.map(({name}) => name))}`,
  );
  // A field that emk creates is called like its column.
  const or = left.some(({header}) => header !== '') ? ' or --create-fields' : '';
  return `${what}. Use --map ${shellWord(`${one.key}=FIELD`)}${or}.`;
}

const splitInWords = ({headers, plan}: Opened): string[] =>
  plan.split.map(({column, fields, example}) => {
    const parts = fields.map(field => partFor(field)?.(example) ?? '').filter(part => part !== '');
    const keep = `--map ${shellWord(`${headers[column]}=${fields[0]}`)}`;
    return `“${headers[column]}” fills ${andList(fields.map(headOf))}: “${example}” is split into ${andList(parts.map(part => `“${part}”`))}. To keep it whole, add ${keep}`;
  });

function wholeInWords({headers, plan: {wholeName}}: Opened): string | undefined {
  if (wholeName === undefined) return undefined;
  return `“${headers[wholeName.column]}” fills ${headOf('first_name')} whole: “${wholeName.example}” does not look like a first and last name.`;
}

/** The columns that look like a part of the address but are not, in words. */
const placesInWords = ({headers, plan}: Opened, {empty}: Survey): string[] =>
  [...plan.apart].flatMap(([column, why]) =>
    empty.has(column) || plan.dropped.has(column) || plan.fields[column] !== undefined
      ? []
      : [`“${headers[column]}” is skipped: ${why}`],
  );

const noStatus = (name: string): string =>
  `--status has no effect: no column of ${name} says who gets no mail. To name it, add --status-column.`;

const datesAsText = ({headers}: Opened, {guesses}: Survey): string[] =>
  [...guesses].flatMap(([column, {datesAsText: why}]) =>
    why === undefined ? [] : [`The new field for “${headers[column]}” holds text: ${reasons[why]}`],
  );

const reasons = {
  unclear: 'its dates have two meanings. To make it a date, say what comes first: emk config set dates dmy',
  seconds: 'its times have seconds, which a date field does not store.',
} as const;

/** Says why dates with two meanings have one, or that two dates of a column contradict each other. */
const datesInWords = ({headers, plan}: Opened, {guesses}: Survey, dates: ReadonlyMap<number, DatesSeen>): string[] =>
  [
    ...[...dates].filter(([column]) => plan.fields[column] !== undefined && !guesses.has(column)),
    ...datesOf(guesses),
  ].flatMap(([column, {unclear, dmy, mdy}]) => {
    const shown = dmy ?? mdy;
    if (unclear === undefined || shown === undefined) return [];
    const date = `“${unclear.text}” in “${headers[column]}”`;
    const [first, other] = dmy ? ['day', 'mdy'] : ['month', 'dmy'];
    return dmy && mdy
      ? `${date} has two meanings: line ${number(dmy.line)} (“${dmy.text}”) has the day first, line ${number(mdy.line)} (“${mdy.text}”) the month.`
      : `${date} has the ${first} first, as line ${number(shown.line)} shows (“${shown.text}”). If that is wrong: emk config set dates ${other}`;
  });

const datesOf = (guesses: Survey['guesses']) =>
  [...guesses].flatMap(([column, {type, dates}]) => (type === 'datetime-local' ? [[column, dates] as const] : []));

const emptiedInWords = ({headers, plan}: Opened, {values: {emptied}}: Survey): string[] =>
  [...emptied].map(
    ([column, {rows, text, line}]) =>
      `${headOf(plan.fields[column] ?? '')} is left empty in ${counted(rows, 'row')}, whose “${headers[column]}” it cannot hold, such as “${text}” in line ${number(line)}.`,
  );

const mistypedDomains = (mistyped: readonly Mistyped[]): string[] =>
  mistyped
    .slice(0, SHOWN)
    .map(
      ({domain, likely, lines}) =>
        `“${domain}” looks like a typo of ${likely} (${plural(lines.length, 'line')} ${withMore(lines.map(number))}).`,
    );

function strangeCountries(countries: readonly StrangeCountry[]): string | undefined {
  if (countries.length === 0) return undefined;
  const listed = countries
    .slice(0, SHOWN)
    .map(({text, rows, lines}) => `“${text}” (${plural(rows, 'line')} ${withMore(lines.map(number), rows)})`);
  const others = countries.length > SHOWN ? ` and ${counted(countries.length - SHOWN, 'other')}` : '';
  return (
    `The service does not know ${plural(countries.length, 'this country', 'these countries')}, kept as written: ` +
    `${listed.join(', ')}${others}. To see its countries: emk locations countries`
  );
}

const SHOWN = 10;

/** Says which columns show who gets no mail, and what happens to those people; undefined if there is nobody. */
function statusInWords(
  columns: readonly StatusColumn[],
  {left, bounced, out}: LeftOut,
  choice: CheckOptions['status'],
): string | undefined {
  if (left + bounced + out === 0) return undefined;
  const people = [
    numberOrNothing(left, 'unsubscribed'),
    numberOrNothing(bounced, 'bounced'),
    numberOrNothing(out, 'not confirmed or withdrawn'),
  ].filter(part => part !== '');
  const headers = [...new Set(columns.map(({header}) => `“${header}”`))];
  // Who named the column knows what kind it is.
  const other = choice?.column ? '' : ' If it says something else: --status-column none';
  return `${andList(headers)} ${plural(headers.length, 'says', 'say')} who gets no mail: ${people.join(', ')} ${plural(left + bounced + out, 'is', 'are')} skipped.${other}`;
}

/** Says that a column which somebody named has other words too. */
function othersInWords({mail}: Survey): string | undefined {
  const headers = mail.others.map(({header}) => `“${header}”`);
  return headers.length === 0
    ? undefined
    : `${andList(headers)} ${plural(headers.length, 'has', 'have')} other words too, which say nothing about mail: these people are imported. To skip some of them: --status WORD=out`;
}
