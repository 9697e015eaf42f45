import {andList, counted, firstTen, number, numberOrNothing, plural, sum, withMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {readAsWindows} from '../../csv/bytes/encodings.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {openStatusError, statusAnswers} from '../../csv/columns/open-status.js';
import {truncate} from '../../output/text/width.js';
import {headOf} from '../../records/fields/heads.js';
import {partFor} from '../cells/cell-rules.js';
import type {DatesSeen} from '../cells/guess-type.js';
import {textField} from '../file/columns.js';
import type {Answer, CheckOptions, Decision, Finding, Found} from '../file/contract.js';
import type {Opened} from '../file/open.js';
import {state} from '../file/rows.js';
import type {Rules} from './slots.js';
import type {FoundName, Survey} from './survey.js';

/** A file that was read to its end. */
type InFile = {
  readonly opened: Opened;
  readonly survey: Survey;
  readonly options: CheckOptions;
  readonly rules: Rules;
};

/** A kind of finding. One in values or rows has the name by which the survey counts it; others are seen in the columns. */
type Kind = {
  readonly says?: (file: InFile, found: readonly Found[]) => ReadonlyArray<string | undefined>;
  /** What a person can decide about all of it. emk proposes the first answer. */
  readonly asks?: (file: InFile, found: readonly Found[]) => Finding['question'];
  /** Refuses the file until its owner has said what it means. */
  readonly stops?: (file: InFile) => Finding['stops'];
};

type Unlisted =
  | 'who may get no mail'
  | 'guessed encoding'
  | 'lines around the header'
  | 'who gets no mail'
  | 'skipped column'
  | 'split column'
  | 'order of dates'
  | 'rejected row';

/** Every kind of finding, in the order in which it is said and asked about. */
const kinds: Readonly<Record<FoundName | Unlisted, Kind>> = {
  'who may get no mail': {
    asks: file => askAboutMail(file),
    stops({survey}) {
      const open = survey.mail.open();
      return open && (line => openStatusError(open, line));
    },
  },
  'guessed encoding': {
    says: ({opened: {file, guessed}}) => [guessed ? readAsWindows(file.name, guessed) : undefined],
  },
  'lines around the header': {says: ({opened}) => [aroundInWords(opened)]},
  'header again': {
    says: (_, found) =>
      found.length === 0
        ? []
        : [`${linesInWords(found)} ${plural(found.length, 'repeats', 'repeat')} the header: skipped.`],
  },
  'who gets no mail': {says: file => [statusInWords(file), otherWords(file), noStatus(file)]},
  'skipped column': {says: file => [leftOut(file), ...unlikeInWords(file)]},
  'split column': {says: ({opened}) => splitInWords(opened)},
  'order of dates': {says: datesInWords},
  'left empty': {
    says: ({opened: {headers, columns}}, found) =>
      found.map(
        ({column, rows, text, lines: [line = 0]}) =>
          `${headOf(columns[column]?.fields[0] ?? '')} is left empty in ${counted(rows, 'row')}, whose “${headers[column]}” it cannot hold, such as “${text}” in line ${number(line)}.`,
      ),
  },
  'empty row': {
    says: (_, found) =>
      found.map(({rows}) => (rows === 1 ? 'One empty row was skipped.' : `${number(rows)} empty rows were skipped.`)),
  },
  'strange country': {says: (_, found) => [countriesInWords(found)], asks: askAboutCountries},
  'mistyped domain': {
    says: (_, found) =>
      found.slice(0, SHOWN).map(each => `“${each.text}” looks like a typo of ${each.likely} (${inLines(each)}).`),
    asks: askAboutDomains,
  },
  'unclear address': {asks: askAboutAddresses},
  'time zone': {
    says: (_, found) =>
      found.map(
        ({lines: [line]}) =>
          `Line ${line}: the time has a time zone, which the field cannot store. emk stores the time without it.`,
      ),
  },
  'does not fit': {},
  'rejected row': {asks: askAboutRows},
};

const SHOWN = 10;

/** What is worth saying or asking about a file. */
export function findingsOf(opened: Opened, survey: Survey, options: CheckOptions, rules: Rules): readonly Finding[] {
  const file = {opened, survey, options, rules};
  return (Object.keys(kinds) as (keyof typeof kinds)[]).map(name => {
    const {says, asks, stops} = kinds[name];
    const found = name === 'who may get no mail' ? openValues(file) : survey.found.of(name as FoundName);
    return {
      ...{name, found},
      says: says?.(file, found).filter(sentence => sentence !== undefined) ?? [],
      question: asks?.(file, found),
      stops: stops?.(file),
    };
  });
}

/** The values that leave open who gets mail. */
function openValues({survey}: InFile): readonly Found[] {
  const open = survey.mail.open();
  return (open?.columns ?? []).flatMap(({column, against, unknown}) =>
    (open?.isSure ? unknown : against).map(({text, rows, line}) => ({text, column, rows, lines: [line]})),
  );
}

const rowsOf = (found: ReadonlyArray<{readonly rows: number}>): number => sum(found.map(({rows}) => rows));

/** `lines 3, 4 and 12 more` */
const inLines = ({rows, lines}: Found): string => `${plural(rows, 'line')} ${withMore(lines.map(number), rows)}`;

/** Says where the header was found, and what is around it. */
function aroundInWords({around, header}: Opened): string | undefined {
  if (around.length === 0) return undefined;
  const lines = around.map(({line}) => ({lines: [line]}));
  const texts = around.map(({texts: cells}) => `“${truncate(cells.filter(text => text !== '').join(' '), 40)}”`);
  return `The header is on line ${header.line}. ${linesInWords(lines)} ${plural(lines.length, 'is no row and is', 'are no rows and are')} skipped (${withMore(texts)}).`;
}

const linesInWords = (found: ReadonlyArray<Pick<Found, 'lines'>>): string =>
  `${plural(found.length, 'Line', 'Lines')} ${withMore(found.map(({lines: [line = 0]}) => number(line)))}`;

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

function leftOut({opened: {headers, columns, status}, survey: {empty}}: InFile): string | undefined {
  const left = columns.flatMap(({header, fields, isNamed, unlike}, column) => {
    const isSkipped = fields.length === 0 && !isNamed && unlike === undefined && !empty.has(column);
    return isSkipped && !status.some(each => each.column === column)
      ? [{header, name: header || `column ${column + 1}`, key: columnKey(headers, column)}]
      : [];
  });
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

const unlikeInWords = ({opened: {columns}, survey: {empty}}: InFile) =>
  columns.map(({header, fields, unlike}, column) =>
    unlike === undefined || fields.length > 0 || empty.has(column) ? undefined : `“${header}” is skipped: ${unlike}`,
  );

const splitInWords = ({columns}: Opened) =>
  columns.map(({header, fields, example}) => {
    if (example === undefined) return undefined;
    if (fields.length === 1)
      return `“${header}” fills ${headOf('first_name')} whole: “${example}” does not look like a first and last name.`;
    const parts = fields.map(field => partFor(field)?.(example) ?? '').filter(part => part !== '');
    const keep = `--map ${shellWord(`${header}=${fields[0]}`)}`;
    return `“${header}” fills ${andList(fields.map(headOf))}: “${example}” is split into ${andList(parts.map(part => `“${part}”`))}. To keep it whole, add ${keep}`;
  });

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

function countriesInWords(found: readonly Found[]): string | undefined {
  if (found.length === 0) return undefined;
  const listed = found.slice(0, SHOWN).map(each => `“${each.text}” (${inLines(each)})`);
  const others = found.length > SHOWN ? ` and ${counted(found.length - SHOWN, 'other')}` : '';
  return (
    `The service does not know ${plural(found.length, 'this country', 'these countries')}, kept as written: ` +
    `${listed.join(', ')}${others}. To see its countries: emk locations countries`
  );
}

/** Asks about the first unknown word of a column that says who gets no mail, or the first column that may say it. */
function askAboutMail({survey, options: {status, unasked}}: InFile): Finding['question'] {
  const open = survey.mail.open();
  const [first] = open?.columns ?? [];
  if (open === undefined || first === undefined || (open.isSure && first.unknown.length > MOST_WORDS)) return undefined;
  const {name, against} = first;
  const [word] = first.unknown;
  const texts = against.map(({text}) => `"${text}"`);
  const asks =
    open.isSure && word
      ? `What does "${word.text}" in "${name}" mean (${counted(word.rows, 'row')})?`
      : `Does "${name}" say who gets no mail? It says ${withMore(texts, texts.length, 3)} in ${counted(rowsOf(against), 'row')}`;
  // An answer about one of several columns leaves the others open.
  const beside = open.isSure && open.columns.length > 1 ? undefined : open.beside;
  const column = open.isSure && word ? {...first, unknown: [word]} : first;
  const answers = statusAnswers({...open, beside, columns: [column]}, status);
  const left = unasked?.filter(header => header !== name);
  return {
    asks,
    answers: answers.map(each => (each.value.map ? {...each, value: {...each.value, unasked: left}} : each)),
  };
}

/** With more unknown words than this, the column is hardly a status column. */
const MOST_WORDS = 8;

function askAboutCountries({opened, options}: InFile, found: readonly Found[]): Finding['question'] {
  const answered = new Set(options.places?.map(([text]) => text));
  const open = options.isOurs ? [] : found.filter(({text}) => !answered.has(text));
  const [first] = open;
  if (first === undefined) return undefined;
  const rows = rowsOf(open);
  const texts = open.map(({text}) => `“${text}”`);
  const fixes = open.flatMap(({text}) => {
    const likely = options.likelyCountry?.(text);
    return likely === undefined ? [] : [[text, likely] as const];
  });
  const changes = fixes.map(([text, likely]) => `${text} to ${likely}`);
  const key = columnKey(opened.headers, first.column);
  return {
    asks: `The service does not know ${withMore(texts, texts.length, 5)} in "${opened.headers[first.column]}" (${counted(rows, 'row')}). What now?`,
    answers: [
      ...(fixes.length === 0 ? [] : [{name: `Change ${withMore(changes, changes.length, 3)}`, value: {places: fixes}}]),
      {name: 'Keep them as written', value: {places: open.map(({text}) => [text, ''] as const)}},
      leftEmpty(`Leave the country of ${plural(rows, 'this row', 'these rows')} empty`, key),
    ],
  };
}

const leftEmpty = (name: string, key: string): Answer => ({
  name,
  note: `--leave-empty ${shellWord(key)}`,
  value: {leaveEmpty: [key]},
});

function askAboutDomains({options: {fixes = {}}}: InFile, found: readonly Found[]): Finding['question'] {
  const {domains = []} = fixes;
  const open = found.filter(({text}) => !domains.some(([domain]) => domain === text));
  if (open.length === 0) return undefined;
  const rows = rowsOf(open);
  const changes = open.map(({text, likely}) => `${text} to ${likely}`);
  const as = (right: (each: Found) => string): Decision => ({
    fixes: {...fixes, domains: [...domains, ...open.map(each => [each.text, right(each)] as const)]},
  });
  return {
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
}

function askAboutAddresses({options: {fixes = {}, skipsRejected}}: InFile, found: readonly Found[]) {
  if (found.length === 0 || fixes.likely !== undefined || skipsRejected) return undefined;
  const shown = found.map(({lines: [line = 0], text, likely}) => `line ${number(line)}: “${text}” as ${likely}`);
  return {
    asks: `${counted(found.length, 'address is', 'addresses are')} unclear. Read ${plural(found.length, 'it', 'them')} like this? ${withMore(shown, shown.length, 3)}`,
    answers: [
      {name: 'Yes', value: {fixes: {...fixes, likely: true}}},
      {name: 'No', value: {fixes: {...fixes, likely: false}}},
    ],
  };
}

function askAboutRows(file: InFile): Finding['question'] {
  const {states} = file.survey;
  const [rejected, good] = [states.count(state.rejected), states.count(state.good)];
  if (rejected === 0) return undefined;
  const skip = `Skip ${plural(rejected, 'this row', `these ${number(rejected)} rows`)}`;
  const answers = [...answersForColumn(file), ...(good === 0 ? [] : [{name: skip, value: {skipsRejected: true}}])];
  return answers.length === 0 || file.options.skipsRejected
    ? undefined
    : {asks: `${counted(rejected, 'row')} cannot be imported. What now?`, answers, isAboutRows: true};
}

/** The answers that deal with the worst column of a file at once; none if no field refuses values. */
function answersForColumn({opened: {headers, dates}, survey: {found}, rules}: InFile): Answer[] {
  const [worst] = [...found.of('does not fit')].sort((one, other) => other.rows - one.rows);
  if (worst === undefined) return [];
  const {column} = worst;
  const {field = '', kind} = rules.filled.find(slot => slot.column === column) ?? {};
  const key = columnKey(headers, column);
  const name = `"${headers[column] || `column ${key}`}"`;
  const mapped = (says: string, target: string): Answer => ({
    name: says,
    note: `--map ${shellWord(`${key}=${target}`)}`,
    value: {map: [[key, target]]},
  });
  // A date with two meanings, if none of the first rows shows which one is right.
  const {unclear, dmy, mdy} = dates[column] ?? {};
  const orders = unclear === undefined || dmy || mdy ? [] : (['dmy', 'mdy'] as const);
  const isText = kind === 'text' || kind === 'country';
  return [
    ...orders.map(order => ({
      name: `Read ${unclear?.text} with the ${order === 'dmy' ? 'day' : 'month'} first`,
      note: `emk config set dates ${order}`,
      value: {dateOrder: order},
    })),
    leftEmpty(`Leave ${name} empty where it is damaged or does not fit`, key),
    ...(isText ? [] : [mapped(`Keep ${name} as text in a new field`, `+${textField(field)}`)]),
    mapped(`Skip ${name} in all rows`, ''),
  ];
}
