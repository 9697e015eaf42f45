import type {PreflightError} from '../../core/errors.js';
import {andList, counted, firstTen, number, numberOrNothing, plural, sum, withMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {readAsWindows} from '../../csv/bytes/encodings.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {openStatusError, statusAnswers} from '../../csv/columns/open-status.js';
import {headOf} from '../../records/fields/heads.js';
import type {DatesSeen} from '../cells/read-date.js';
import type {CheckOptions} from '../file/contract.js';
import type {Opened} from '../file/open.js';
import {state} from '../file/rows.js';
import type {Rules} from './slots.js';
import type {Found, FoundName, Survey} from './survey.js';

/** Everything of one kind that was found in a file: what is said about it, and what a person can decide about all of it. */
export type Finding = {
  readonly name: string;
  readonly found: readonly Found[];
  /** Warnings, each a sentence. */
  readonly says: readonly string[];
  /** Only the owner of the file can say what it means: nothing is imported before. The hint completes the typed line. */
  readonly stops?: ((line: string | undefined) => PreflightError) | undefined;
  /** The answers propose a fix first. The reasons of rejected rows are shown before a question about rows. */
  readonly question?: {readonly asks: string; readonly answers: readonly Answer[]; readonly isAboutRows?: boolean};
};

/** One answer: in words, as an option of the line if there is one, and what it decides about everything of one kind. */
export type Answer = {readonly name: string; readonly note?: string; readonly value: Decision};

export type Decision = Partial<
  Pick<CheckOptions, 'map' | 'leaveEmpty' | 'places' | 'fixes' | 'skipsRejected' | 'status' | 'unasked'>
>;

/** A file that was read to its end. */
type InFile = {
  readonly opened: Opened;
  readonly survey: Survey;
  readonly options: CheckOptions;
  readonly rules: Rules;
};

type Told = Partial<Pick<Finding, 'question' | 'stops'>> & {readonly says?: ReadonlyArray<string | undefined>};

type Kind = (file: InFile, found: readonly Found[]) => Told;

/**
 * Every kind of finding, in the order in which it is said and asked about. One in values or rows has the name by which the
 * survey counts it; others are seen in the columns.
 */
const kinds: {readonly [name: string]: Kind} & {readonly [N in FoundName]: Kind} = {
  'who may get no mail': aboutMail,
  'guessed encoding': ({opened: {file, guessed}}) => ({
    says: [guessed ? readAsWindows(file.name, guessed) : undefined],
  }),
  'lines above the header': ({opened: {above, header}}) => ({
    says: [above.length === 0 ? undefined : `The header is on line ${header.line}, and what is above it is skipped.`],
  }),
  'who gets no mail': file => ({says: [statusInWords(file), otherWords(file), noStatus(file)]}),
  'skipped column': file => ({says: [skippedColumns(file)]}),
  'split column': ({opened: {columns}}) => ({
    says: columns.map(({header, fields, example}) => {
      if (example === undefined) return undefined;
      const keep = fields.length > 1 ? ` To keep it whole, add --map ${shellWord(`${header}=${fields[0]}`)}` : '';
      return `“${header}” fills ${andList(fields.map(headOf))}, going by “${example}”.${keep}`;
    }),
  }),
  'order of dates': file => ({says: datesInWords(file)}),
  'left empty': ({opened: {headers, columns}}, found) => ({
    says: found.map(
      ({column, rows, text, lines: [line = 0]}) =>
        `${headOf(columns[column]?.fields[0] ?? '')} is left empty in ${counted(rows, 'row')}, whose “${headers[column]}” it cannot hold, such as “${text}” in line ${number(line)}.`,
    ),
  }),
  'strange country': aboutCountries,
  'mistyped domain': aboutDomains,
  'unclear address': aboutAddresses,
  'time zone': (_, found) => ({
    says: found.map(
      ({lines: [line]}) =>
        `Line ${line}: the time has a time zone, which the field cannot store. emk stores the time without it.`,
    ),
  }),
  'does not fit': () => ({}),
  'rejected row': aboutRows,
};

/** What is worth saying or asking about a file. */
export function findingsOf(opened: Opened, survey: Survey, options: CheckOptions, rules: Rules): readonly Finding[] {
  const file = {opened, survey, options, rules};
  return Object.entries(kinds).map(([name, kind]) => {
    const found = survey.found.of(name as FoundName);
    const {says = [], ...told} = kind(file, found);
    return {name, found, ...told, says: says.filter(sentence => sentence !== undefined)};
  });
}

const rowsOf = (found: ReadonlyArray<{readonly rows: number}>): number => sum(found.map(({rows}) => rows));

/** `lines 3, 4 and 12 more` */
const inLines = ({rows, lines}: Found): string => `${plural(rows, 'line')} ${withMore(lines.map(number), rows)}`;

/** Says which columns show who gets no mail, and what happens to those people; undefined if there is nobody. */
function statusInWords({opened, survey: {states}, options}: InFile): string | undefined {
  const [left, bounced, out] = [states.count(state.left), states.count(state.bounced), states.count(state.out)];
  if (left + bounced + out === 0) return undefined;
  const people = [
    numberOrNothing(left, 'unsubscribed'),
    numberOrNothing(bounced, 'bounced'),
    numberOrNothing(out, 'not confirmed or withdrawn'),
  ].filter(part => part !== '');
  const headers = [...new Set(opened.status.map(({header}) => `“${header}”`))];
  // Who named the column knows what kind it is.
  const other = options.status?.column ? '' : ' If it says something else: --status-column none';
  return `${andList(headers)} ${plural(headers.length, 'says', 'say')} who gets no mail: ${people.join(', ')} ${plural(left + bounced + out, 'is', 'are')} skipped.${other}`;
}

/** Says that a column which somebody named has other words too. */
function otherWords({survey: {mail}}: InFile): string | undefined {
  const headers = mail.others().map(({header}) => `“${header}”`);
  return headers.length === 0
    ? undefined
    : `${andList(headers)} ${plural(headers.length, 'has', 'have')} other words too, which say nothing about mail: these people are imported. To skip some of them: --status WORD=out`;
}

const noStatus = ({opened, options}: InFile): string | undefined =>
  options.status?.words?.length && opened.status.length === 0
    ? `--status has no effect: no column of ${opened.file.name} says who gets no mail. To name it, add --status-column.`
    : undefined;

function skippedColumns({opened: {headers, columns, status}, survey: {empty}}: InFile): string | undefined {
  const says = new Set(status.map(({column}) => column));
  const skipped = columns.flatMap(({header, fields, isNamed}, column) =>
    fields.length > 0 || isNamed || empty.has(column) || says.has(column)
      ? []
      : [{name: header || `column ${column + 1}`, key: columnKey(headers, column)}],
  );
  const [one] = skipped;
  return (
    one &&
    `Skipped, because no field fits: ${firstTen(skipped.map(({name}) => name))}. Use --map ${shellWord(`${one.key}=FIELD`)} or --create-fields.`
  );
}

/** Says why dates with two meanings have one. */
function datesInWords({opened: {columns, dates, headers}, survey: {guesses}, options}: InFile) {
  return dates.map(({unclear, dmy, mdy}: DatesSeen, column) => {
    const shown = dmy ?? mdy;
    const isOther = guesses.has(column) && guesses.get(column)?.type !== 'datetime-local';
    const isSkipped = columns[column]?.fields.length === 0;
    if (unclear === undefined || shown === undefined || (dmy && mdy)) return undefined;
    if (isOther || isSkipped || options.dateOrder) return undefined;
    const [first, other] = dmy ? ['day', 'mdy'] : ['month', 'dmy'];
    return `“${unclear.text}” in “${headers[column]}” has the ${first} first, as line ${number(shown.line)} shows (“${shown.text}”). If that is wrong: emk config set dates ${other}`;
  });
}

/** Asks about the first unknown word of a column that says who gets no mail, or the first column that may say it. */
function aboutMail({survey, options: {status, unasked}}: InFile): Told {
  const open = survey.mail.open();
  const [first] = open?.columns ?? [];
  if (open === undefined || first === undefined) return {};
  const stops: Finding['stops'] = line => openStatusError(open, line);
  if (open.isSure && first.unknown.length > MOST_WORDS) return {stops};
  const {name, key, against} = first;
  const [word] = open.isSure ? first.unknown : [];
  const texts = against.map(({text}) => `"${text}"`);
  const asks = word
    ? `What does "${word.text}" in "${name}" mean (${counted(word.rows, 'row')})?`
    : `Does "${name}" say who gets no mail? It says ${withMore(texts, texts.length, 3)} in ${counted(rowsOf(against), 'row')}`;
  // An answer about one of several columns leaves the others open.
  const beside = word && open.columns.length > 1 ? undefined : open.beside;
  const column = word ? {...first, unknown: [word]} : first;
  const left = unasked?.filter(header => header !== key);
  const answers = statusAnswers({...open, beside, columns: [column]}, status).map(({value, ...answer}) => ({
    ...answer,
    value: value.map ? {...value, unasked: left} : value,
  }));
  return {stops, question: {asks, answers}};
}

/** With more unknown words than this, the column is hardly a status column. */
const MOST_WORDS = 8;

const SHOWN = 10;

function aboutCountries({opened, options}: InFile, found: readonly Found[]): Told {
  const listed = found.map(each => `“${each.text}” (${inLines(each)})`);
  const says =
    found.length === 0
      ? []
      : [
          `The service does not know ${plural(found.length, 'this country', 'these countries')}, kept as written: ${withMore(listed, listed.length, SHOWN)}. To see its countries: emk locations countries`,
        ];
  const answered = new Set(options.places?.map(([text]) => text));
  const open = options.isOurs ? [] : found.filter(({text}) => !answered.has(text));
  const [first] = open;
  if (first === undefined) return {says};
  const rows = rowsOf(open);
  const texts = open.map(({text}) => `“${text}”`);
  const fixes = open.flatMap(({text}) => {
    const likely = options.likelyCountry?.(text);
    return likely === undefined ? [] : [[text, likely] as const];
  });
  const changes = fixes.map(([text, likely]) => `${text} to ${likely}`);
  const key = columnKey(opened.headers, first.column);
  const question = {
    asks: `The service does not know ${withMore(texts, texts.length, 5)} in "${opened.headers[first.column]}" (${counted(rows, 'row')}). What now?`,
    answers: [
      ...(fixes.length === 0 ? [] : [{name: `Change ${withMore(changes, changes.length, 3)}`, value: {places: fixes}}]),
      {name: 'Keep them as written', value: {places: open.map(({text}) => [text, ''] as const)}},
      leftEmpty(`Leave the country of ${plural(rows, 'this row', 'these rows')} empty`, key),
    ],
  };
  return {says, question};
}

const leftEmpty = (name: string, key: string): Answer => ({
  name,
  note: `--leave-empty ${shellWord(key)}`,
  value: {leaveEmpty: [key]},
});

function aboutDomains({options: {fixes = {}}}: InFile, found: readonly Found[]): Told {
  const says = found
    .slice(0, SHOWN)
    .map(each => `“${each.text}” looks like a typo of ${each.likely} (${inLines(each)}).`);
  const {domains = []} = fixes;
  const open = found.filter(({text}) => !domains.some(([domain]) => domain === text));
  if (open.length === 0) return {says};
  const rows = rowsOf(open);
  const changes = open.map(({text, likely}) => `${text} to ${likely}`);
  const as = (right: (each: Found) => string): Decision => ({
    fixes: {...fixes, domains: [...domains, ...open.map(each => [each.text, right(each)] as const)]},
  });
  const question = {
    asks: `${counted(rows, 'address', 'addresses')} ${plural(rows, 'looks', 'look')} mistyped (${withMore(
      open.map(({text}) => text),
      open.length,
      3,
    )}). What now?`,
    answers: [
      {name: `Change ${withMore(changes, changes.length, 3)}`, value: as(({text, likely}) => likely ?? text)},
      {name: `Keep ${plural(rows, 'it', 'them')} unchanged`, value: as(({text}) => text)},
    ],
  };
  return {says, question};
}

function aboutAddresses({options: {fixes = {}, skipsRejected}}: InFile, found: readonly Found[]): Told {
  if (found.length === 0 || fixes.likely !== undefined || skipsRejected) return {};
  const shown = found.map(({lines: [line = 0], text, likely}) => `line ${number(line)}: “${text}” as ${likely}`);
  const question = {
    asks: `${counted(found.length, 'address is', 'addresses are')} unclear. Read ${plural(found.length, 'it', 'them')} like this? ${withMore(shown, shown.length, 3)}`,
    answers: [
      {name: 'Yes', value: {fixes: {...fixes, likely: true}}},
      {name: 'No', value: {fixes: {...fixes, likely: false}}},
    ],
  };
  return {question};
}

function aboutRows({opened: {headers}, survey: {states, found}, options}: InFile): Told {
  const [rejected, good] = [states.count(state.rejected), states.count(state.good)];
  const [worst] = [...found.of('does not fit')].sort((one, other) => other.rows - one.rows);
  if (rejected === 0 || options.skipsRejected || (worst === undefined && good === 0)) return {};
  const answers: Answer[] = [];
  // The column whose values are refused most often is dealt with at once.
  if (worst !== undefined) {
    const key = columnKey(headers, worst.column);
    const name = `"${headers[worst.column] || `column ${key}`}"`;
    const skips = `--map ${shellWord(`${key}=`)}`;
    answers.push(leftEmpty(`Leave ${name} empty where it is damaged or does not fit`, key));
    answers.push({name: `Skip ${name} in all rows`, note: skips, value: {map: [[key, '']]}});
  }
  const skip = `Skip ${plural(rejected, 'this row', `these ${number(rejected)} rows`)}`;
  if (good > 0) answers.push({name: skip, value: {skipsRejected: true}});
  return {question: {asks: `${counted(rejected, 'row')} cannot be imported. What now?`, answers, isAboutRows: true}};
}
