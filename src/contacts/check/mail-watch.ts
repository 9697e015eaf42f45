import type {RecordView} from '../../csv/bytes/read-records.js';
import {familyOf} from '../../csv/columns/header-names.js';
import {columnKey} from '../../csv/columns/match-columns.js';
import {type OpenColumn, type OpenStatus, openColumn, type ShownValue} from '../../csv/columns/open-status.js';
import {
  beginnings,
  isNone,
  isYesOrNo,
  type MailStatus,
  mailStatusOf,
  type OwnWords,
  ownWords,
  type StatusColumn,
  type StatusKind,
  suspectColumns,
  wordKey,
  worstStatus,
} from '../../csv/columns/wants-mail.js';
import type {CheckOptions} from '../file/contract.js';
import type {Opened} from '../file/open.js';
import {cacheCells, textOf} from './cells.js';

/** Reads who wants no mail: by the columns that say it, and by others that may say it of people who would be sent. */
export type MailWatch = ReturnType<typeof watchMail>;

type Choice = Pick<CheckOptions, 'status' | 'unasked'>;

export function watchMail(opened: Opened, options: Choice) {
  const own = ownWords(options.status?.words);
  const sure = opened.status.map(column => watchColumn(column, own));
  const suspects = suspectsOf(opened, options).map(column => watchColumn(column));
  let rows = 0;
  return {
    /** The mail status of the person in a row; `in` if an unknown value leaves it open. */
    of: (record: RecordView): MailStatus =>
      (sure.length === 1 ? sure[0]?.read(record) : worstStatus(sure.map(({read}) => read(record)))) ?? 'in',
    /** Sees a row that is sent, as far as the columns that say it tell. */
    see(record: RecordView): void {
      let isAgainst = false;
      for (const column of suspects) if (column.speaksAgainst(record)) isAgainst = true;
      if (isAgainst) rows++;
    },
    says: sure.length > 0,
    /** Columns that somebody named whose other values say nothing of mail. */
    others: (): readonly StatusColumn[] => sure.filter(({hasOthers, unknown}) => hasOthers() && unknown.size > 0),
    /** What the file leaves open about who gets mail; undefined if nothing. */
    open(): OpenStatus | undefined {
      const unclear = sure.filter(({hasOthers, unknown}) => !hasOthers() && unknown.size > 0);
      const columns = (unclear.length > 0 ? unclear : suspects.filter(({isOpen}) => isOpen())).map(each =>
        toOpen(opened, each),
      );
      const isNamed = options.status?.column !== undefined;
      const clear = opened.status.filter(({column}) => !unclear.some(each => each.column === column));
      const beside = clear.map(({column}) => columnKey(opened.headers, column));
      const isSure = unclear.length > 0;
      const mayLeaveOut = !isNamed || (isSure && sure.length === 1);
      const {name: file} = opened.file;
      return columns.length === 0 ? undefined : {file, isSure, columns, beside: mayLeaveOut ? beside : undefined, rows};
    },
  };
}

/** The columns to watch for words against mail: those that nobody mapped, and that fill no well-known field. */
function suspectsOf({headers, columns, status: found}: Opened, {status, unasked = []}: Choice): StatusColumn[] {
  if (status === undefined || [status.column ?? []].flat().some(isNone)) return [];
  return suspectColumns(headers, found).filter(({column, header}) => {
    const {isNamed = false, fields = []} = columns[column] ?? {};
    return (!isNamed || unasked.includes(header)) && fields.every(field => familyOf(field).length === 0);
  });
}

type Watched = ReturnType<typeof watchColumn>;

const toOpen = ({headers, columns}: Opened, {column, against, unknown}: Watched): OpenColumn =>
  openColumn(headers, column, {
    field: `${columns[column]?.isNew ? '+' : ''}${columns[column]?.fields[0] ?? ''}`,
    against: [...against.values()],
    unknown: [...unknown.values()],
  });

/** Reads one column, and keeps its values that speak against mail or that emk does not know. With `own` words, it surely says it. */
function watchColumn({column, header, kind}: StatusColumn, own?: OwnWords) {
  const against = new Map<string, ShownValue & {rows: number}>();
  const unknown = new Map<string, ShownValue & {rows: number}>();
  let [counts, saysNo] = [false, false];
  const recall = cacheCells(column, (text): CellStatus => {
    if (own === undefined) return statusIn(text, kind);
    const status = mailStatusOf(text, kind, own);
    saysNo ||= status !== undefined && status !== 'in' && !own.has(wordKey(text));
    return status;
  });
  const note = (values: typeof against, record: RecordView): void => {
    const text = textOf(record, column);
    const met = values.get(text.toLowerCase());
    if (met !== undefined) met.rows++;
    else if (values.size < MOST) values.set(text.toLowerCase(), {text, line: record.line, rows: 1});
  };
  return {
    ...{column, header, kind, against, unknown},
    /** Of a column without a telling header, words that say no are enough: the others are notes or labels. */
    hasOthers: (): boolean => kind === 'words' && saysNo,
    isOpen: (): boolean => against.size > 0 && !counts,
    read(record: RecordView): MailStatus | undefined {
      const status = recall(record);
      if (status === undefined) note(unknown, record);
      return status === 'count' ? 'in' : status;
    },
    /** Any text beside a block speaks for the block. */
    speaksAgainst(record: RecordView): boolean {
      const {bytes, cells} = record;
      const [from, to] = [cells.starts[column] as number, cells.ends[column] as number];
      if (counts || from === to || (kind === 'cells' && !mayTell(bytes, from, to))) return false;
      const status = recall(record);
      counts = status === 'count';
      if (status === undefined) note(unknown, record);
      const speaks = isAgainst(status, kind);
      if (speaks) note(against, record);
      return speaks;
    },
  };
}

/** `count`: the column counts or says something else, so it is none that says who gets no mail. */
type CellStatus = MailStatus | 'count' | undefined;

const statusIn = (text: string, kind: StatusKind): CellStatus => {
  if (isCount.test(text) || (kind === 'answer' && text !== '' && !isYesOrNo(text))) return 'count';
  return isPlace.test(text) ? 'in' : mailStatusOf(text, kind);
};

const isAgainst = (status: CellStatus, kind: StatusKind): boolean =>
  status === undefined ? isBlock.has(kind) : status !== 'in' && status !== 'count';

const isBlock: ReadonlySet<StatusKind> = new Set(['unsubscribed', 'bounced', 'withdrawn'] as const);

/** How often somebody left, or bounced, says nothing of today. */
const isCount = /^(?:[2-9]|\d{2,5}|\d+[.,]\d+)$/;

const isPlace = /^https?:/i;

/** Whether a cell begins like one of the words, judged by its bytes: hardly any cell of a large file is decoded. */
function mayTell(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 3 || to - from > LONGEST) return false;
  const [first, second, third] = [bytes[from] as number, bytes[from + 1] as number, bytes[from + 2] as number];
  if (first < 0x41) return first === SPACE;
  return isBeginning[placeOf(first, second, third)] === 1 || (first | second | third) >= NOT_ASCII;
}

const [SPACE, NOT_ASCII] = [0x20, 0x80];

/** A longer cell is a sentence. */
const LONGEST = 60;

const placeOf = (first: number, second: number, third: number): number =>
  ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);

const isBeginning = new Uint8Array(1 << 15);
for (const letters of beginnings) {
  // Between two words there may be a hyphen or an underscore.
  for (const sign of ' -_') {
    const [first = 0, second = 0, third = 0] = Buffer.from(letters.replace(' ', sign));
    isBeginning[placeOf(first, second, third)] = 1;
  }
}

/** The most values to keep: a column that is no status may have a different text in every row. */
const MOST = 50;
