import type {PreflightError} from '../../core/errors.js';
import {andList, counted, firstTen, number, numberOrNothing, plural, sum, withMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import {readAsWindows} from '../../csv/bytes/encodings.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {openStatusError, statusAnswers} from '../../csv/columns/open-status.js';
import {headOf} from '../../records/fields/heads.js';
import type {planColumns} from '../file/columns.js';
import type {CheckOptions} from '../file/contract.js';
import type {Opened} from '../file/open.js';
import {state} from '../file/rows.js';
import type {Oddity, OddityName, Survey} from './survey.js';

/** Everything of one kind that was found in a file: what is said about it, and what a person can decide about all of it. */
type FileFinding = {
  readonly name: string;
  readonly found: readonly Oddity[];
  /** Warnings, each a sentence. */
  readonly says: readonly string[];
  /** Only the owner of the file can say what it means: nothing is imported before. The hint completes the typed line. */
  readonly stops?: ((line: string | undefined) => PreflightError) | undefined;
  /** The answers propose a fix first. The reasons of rejected rows are shown before a question about rows. */
  readonly question?: {readonly asks: string; readonly answers: readonly FileAnswer[]; readonly isAboutRows?: boolean};
};

/** One answer: in words, as an option of the line if there is one, and what it decides about everything of one kind. */
export type FileAnswer = {readonly name: string; readonly note?: string; readonly value: Decision};

export type Decision = Partial<
  Pick<CheckOptions, 'map' | 'leaveEmpty' | 'places' | 'fixes' | 'skipsRejected' | 'status' | 'unasked'>
>;

type InFile = {readonly opened: Opened; readonly survey: Survey; readonly options: CheckOptions};

type Remark = Partial<Pick<FileFinding, 'question' | 'stops'>> & {readonly says?: ReadonlyArray<string | undefined>};

type FindingMaker = (file: InFile, found: readonly Oddity[]) => Remark;

type PlannedColumn = ReturnType<typeof planColumns>[number];

/**
 * Every kind of finding, in the order in which it is said and asked about. One in values or rows has the name by which the
 * survey counts it; others are seen in the columns.
 */
const kinds: {readonly [name: string]: FindingMaker} & {readonly [N in OddityName]: FindingMaker} = {
  'who may get no mail': aboutMail,
  'guessed encoding': ({opened: {file, guessed}}) => ({
    says: [guessed ? readAsWindows(file.name, guessed) : undefined],
  }),
  'lines above the header': ({opened: {above, header}}) => ({
    // `sep=;` tells Excel the delimiter.
    says: above.some(({texts: [first = '']}) => !/^"?sep=/i.test(first))
      ? [`The header is on line ${header.line}, and what is above it is skipped.`]
      : [],
  }),
  'who gets no mail': file => ({says: [statusInWords(file), otherWords(file), noStatus(file)]}),
  'skipped column': ({opened: {headers, columns, status}, survey: {empty}}) => {
    const says = new Set(status.map(({column}) => column));
    const isSkipped = ({fields, isNamed}: PlannedColumn, at: number) =>
      fields.length === 0 && !isNamed && !empty.has(at) && !says.has(at);
    const skipped = columns.flatMap((column, at) => (isSkipped(column, at) ? [at] : []));
    if (skipped[0] === undefined) return {};
    const names = firstTen(skipped.map(at => headers[at] || `column ${at + 1}`));
    const map = shellWord(`${columnKey(headers, skipped[0])}=FIELD`);
    return {says: [`Skipped, because no field fits: ${names}. Use --map ${map} or --create-fields.`]};
  },
  'split column': ({opened: {columns}}) => ({
    says: columns.map(({header, fields, example}) => {
      if (example === undefined) return undefined;
      const keep = fields.length > 1 ? ` To keep it whole, add --map ${shellWord(`${header}=${fields[0]}`)}` : '';
      return `“${header}” fills ${andList(fields.map(headOf))}, going by “${example}”.${keep}`;
    }),
  }),
  'left empty': ({opened: {headers, columns}}, found) => ({
    says: found.map(
      ({column, rows, text, lines: [line = 0]}) =>
        `${headOf(columns[column]?.fields[0] ?? '')} is left empty in ${counted(rows, 'row')}, whose “${headers[column]}” it cannot hold, such as “${text}” in line ${number(line)}.`,
    ),
  }),
  'strange country': aboutCountries,
  'mistyped domain': aboutDomains,
  'unclear address': aboutAddresses,
  'does not fit': () => ({}),
  'rejected row': aboutRows,
};

export function findingsInFile(opened: Opened, survey: Survey, options: CheckOptions): readonly FileFinding[] {
  return Object.entries(kinds).map(([name, kind]) => {
    const found = survey.found.of(name);
    const {says = [], ...about} = kind({opened, survey, options}, found);
    return {name, found, ...about, says: says.filter(sentence => sentence !== undefined)};
  });
}

const rowsOf = (found: ReadonlyArray<{readonly rows: number}>): number => sum(found.map(({rows}) => rows));

const inLines = ({rows, lines}: Oddity): string => `${plural(rows, 'line')} ${withMore(lines.map(number), rows)}`;

const some = (texts: readonly string[], most = 3): string => withMore(texts, texts.length, most);

/** Says which columns show who gets no mail, and what happens to those people; undefined if there is nobody. */
function statusInWords({opened, survey: {states}, options}: InFile): string | undefined {
  const people = [
    numberOrNothing(states.count(state.left), 'unsubscribed'),
    numberOrNothing(states.count(state.bounced), 'bounced'),
    numberOrNothing(states.count(state.out), 'not confirmed or withdrawn'),
  ].filter(part => part !== '');
  if (people.length === 0) return undefined;
  const are = plural(states.count(state.left, state.bounced, state.out), 'is', 'are');
  const headers = [...new Set(opened.status.map(({header}) => `“${header}”`))];
  // Who named the column knows what kind it is.
  const other = options.status?.column ? '' : ' If it says something else: --status-column none';
  return `${andList(headers)} ${plural(headers.length, 'says', 'say')} who gets no mail: ${people.join(', ')} ${are} skipped.${other}`;
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

/** Asks about the first unknown word of a column that says who gets no mail, or the first column that may say it. */
function aboutMail({survey, options: {status, unasked}}: InFile): Remark {
  const open = survey.mail.open();
  const [first] = open?.columns ?? [];
  if (open === undefined || first === undefined) return {};
  const stops: FileFinding['stops'] = line => openStatusError(open, line);
  // With more unknown words than this, the column is hardly a status column.
  if (open.isSure && first.unknown.length > 8) return {stops};
  const {name, key, against} = first;
  const [word] = open.isSure ? first.unknown : [];
  const asks = word
    ? `What does "${word.text}" in "${name}" mean (${counted(word.rows, 'row')})?`
    : `Does "${name}" say who gets no mail? It says ${some(against.map(({text}) => `"${text}"`))} in ${counted(rowsOf(against), 'row')}`;
  // An answer about one of several columns leaves the others open.
  const beside = word && open.columns.length > 1 ? undefined : open.beside;
  const column = word ? {...first, unknown: [word]} : first;
  const left = unasked?.filter(header => header !== key);
  const answers = statusAnswers({...open, beside, columns: [column]}, status).map(({value, ...answer}) => ({
    ...answer,
    value: 'map' in value ? {...value, unasked: left} : value,
  }));
  return {stops, question: {asks, answers}};
}

/** The answers about values that are mistyped or unknown: to change those which emk can mend, and to keep all. */
function changeOrKeep(
  found: readonly Oddity[],
  keep: string,
  decide: (pairs: ReadonlyArray<readonly [text: string, to: string | undefined]>) => Decision,
): readonly FileAnswer[] {
  const likely = found.filter(each => each.likely !== undefined);
  const changes = some(likely.map(each => `${each.text} to ${each.likely}`));
  const change = {name: `Change ${changes}`, value: decide(likely.map(each => [each.text, each.likely]))};
  return [
    ...(likely.length > 0 ? [change] : []),
    {name: keep, value: decide(found.map(({text}) => [text, undefined]))},
  ];
}

const SHOWN = 10;

function aboutCountries({opened: {headers}, options}: InFile, found: readonly Oddity[]): Remark {
  const listed = found.map(each => `“${each.text}” (${inLines(each)})`);
  const says =
    found.length === 0
      ? []
      : [
          `The service does not know ${plural(found.length, 'this country', 'these countries')}, kept as written: ${some(listed, SHOWN)}. To see its countries: emk locations countries`,
        ];
  const [first] = found;
  if (first === undefined || options.isOurs) return {says};
  const rows = rowsOf(found);
  const texts = found.map(({text}) => `“${text}”`);
  const mended = found.map(each => ({...each, likely: options.likelyCountry?.(each.text)}));
  const question = {
    asks: `The service does not know ${some(texts, 5)} in "${headers[first.column]}" (${counted(rows, 'row')}). What now?`,
    answers: [
      ...changeOrKeep(mended, 'Keep them as written', pairs => ({places: pairs.map(([text, to = '']) => [text, to])})),
      leftEmpty(
        `Leave the country of ${plural(rows, 'this row', 'these rows')} empty`,
        columnKey(headers, first.column),
      ),
    ],
  };
  return {says, question};
}

const leftEmpty = (name: string, key: string): FileAnswer => ({
  name,
  note: `--leave-empty ${shellWord(key)}`,
  value: {leaveEmpty: [key]},
});

function aboutDomains({options: {fixes = {}}}: InFile, found: readonly Oddity[]): Remark {
  const readAs = new Map(fixes.domains);
  const what = ({text, likely}: Oddity): string =>
    (readAs.get(text) ?? text) === text ? `looks like a typo of ${likely}` : `is read as ${readAs.get(text)}`;
  const says = found.slice(0, SHOWN).map(each => `“${each.text}” ${what(each)} (${inLines(each)}).`);
  const open = found.filter(({text}) => !readAs.has(text));
  if (open.length === 0) return {says};
  const rows = rowsOf(open);
  const mistyped = some(open.map(({text}) => text));
  const question = {
    asks: `${counted(rows, 'address', 'addresses')} ${plural(rows, 'looks', 'look')} mistyped (${mistyped}). What now?`,
    answers: changeOrKeep(open, `Keep ${plural(rows, 'it', 'them')} unchanged`, pairs => ({
      fixes: {...fixes, domains: [...readAs, ...pairs.map(([text, to = text]) => [text, to] as const)]},
    })),
  };
  return {says, question};
}

function aboutAddresses({options: {fixes = {}, skipsRejected}}: InFile, found: readonly Oddity[]): Remark {
  if (found.length === 0 || fixes.likely !== undefined || skipsRejected) return {};
  const shown = some(found.map(({lines: [line = 0], text, likely}) => `line ${number(line)}: “${text}” as ${likely}`));
  const asks = `${counted(found.length, 'address is', 'addresses are')} unclear. Read ${plural(found.length, 'it', 'them')} like this? ${shown}`;
  const answers = [true, false].map(likely => ({name: likely ? 'Yes' : 'No', value: {fixes: {...fixes, likely}}}));
  return {question: {asks, answers}};
}

function aboutRows({opened: {headers}, survey: {states, found}, options}: InFile): Remark {
  const [rejected, good] = [states.count(state.rejected), states.count(state.good)];
  const [worst] = [...found.of('does not fit')].sort((one, other) => other.rows - one.rows);
  if (rejected === 0 || options.skipsRejected || (worst === undefined && good === 0)) return {};
  const answers: FileAnswer[] = [];
  // The column whose values are refused most often is dealt with at once.
  if (worst !== undefined) {
    const key = columnKey(headers, worst.column);
    const name = `"${headers[worst.column] || `column ${key}`}"`;
    const note = `--map ${shellWord(`${key}=`)}`;
    answers.push(leftEmpty(`Leave ${name} empty where it is damaged or does not fit`, key));
    answers.push({name: `Skip ${name} in all rows`, note, value: {map: [[key, '']]}});
  }
  const skip = `Skip ${plural(rejected, 'this row', `these ${number(rejected)} rows`)}`;
  if (good > 0) answers.push({name: skip, value: {skipsRejected: true}});
  return {question: {asks: `${counted(rejected, 'row')} cannot be imported. What now?`, answers, isAboutRows: true}};
}
