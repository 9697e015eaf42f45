import type {RecordView} from '../../csv/bytes/read-records.js';
import type {StatusColumn} from '../../csv/columns/status-columns.js';
import {isYesOrNo, mailStatusOf, type StatusKind} from '../../csv/columns/status-words.js';
import type {UnknownStatus} from '../../csv/columns/unknown-status.js';
import type {MailStatus} from '../../csv/columns/unmistakable-words.js';
import {firstLetters} from '../../csv/columns/unmistakable-words.js';
import {cacheCells, textOf} from './cell-cache.js';

/** What a column says against mail, and what emk cannot read of it. */
type Suspicion = {
  readonly column: number;
  readonly values: readonly UnknownStatus[];
  readonly unknown: readonly UnknownStatus[];
};

/** Looks whether columns that nobody uses say of people who are sent that they left, cannot be reached, or have died. */
export function watchSuspects(columns: readonly StatusColumn[]): {
  see(record: RecordView): void;
  readonly found: readonly Suspicion[];
  /** The rows that a column speaks against. */
  readonly rows: number;
} {
  const watched = columns.map(watchColumn);
  const others = watched.filter(({kind}) => kind !== 'cells');
  const any = watched.filter(({kind}) => kind === 'cells');
  // A file may have dozens of such columns, so this is the whole work for most rows.
  const anyColumns = Int32Array.from(any, ({column}) => column);
  let rows = 0;
  return {
    see(record) {
      const {bytes, cells} = record;
      const {starts, ends} = cells;
      let isAgainst = false;
      for (let at = 0; at < anyColumns.length; at++) {
        const column = anyColumns[at] as number;
        const speaks = mayTell(bytes, starts[column] as number, ends[column] as number);
        if (speaks && any[at]?.note(record)) isAgainst = true;
      }
      for (let at = 0; at < others.length; at++) if (others[at]?.note(record)) isAgainst = true;
      if (isAgainst) rows++;
    },
    get found() {
      return watched.flatMap(({found}) => found());
    },
    get rows() {
      return rows;
    },
  };
}

function watchColumn({column, header, kind}: StatusColumn) {
  const against = new Map<string, UnknownStatus & {rows: number}>();
  const open = new Map<string, UnknownStatus & {rows: number}>();
  let counts = false;
  const recall = cacheCells(column, text => statusIn(text, kind));
  return {
    column,
    kind,
    /** Notes what a cell says, and returns whether it speaks against mail. Any text beside a block speaks for the block. */
    note(record: RecordView): boolean {
      if (counts || record.cells.starts[column] === record.cells.ends[column]) return false;
      const status = recall(record);
      if (status === 'count') counts = true;
      if (status === 'in' || status === 'count') return false;
      const text = textOf(record, column);
      const key = text.toLowerCase();
      const words = status === undefined ? open : against;
      const met = words.get(key);
      if (met !== undefined) met.rows++;
      else if (words.size < MOST) words.set(key, {header, text, line: record.line, rows: 1});
      return isAgainst(status, kind);
    },
    found: (): Suspicion[] => {
      const values = [...against.values(), ...(isBlock.has(kind) ? open.values() : [])];
      return values.length === 0 || counts ? [] : [{column, values, unknown: [...open.values()]}];
    },
  };
}

/** `count`: the column counts or says something else, so it is none that says who gets no mail. */
type CellStatus = MailStatus | 'count' | undefined;

const statusIn = (text: string, kind: StatusKind): CellStatus =>
  isCount.test(text) || (kind === 'answer' && !isYesOrNo(text))
    ? 'count'
    : isPlace.test(text)
      ? 'in'
      : mailStatusOf(text, kind);

const isAgainst = (status: CellStatus, kind: StatusKind): boolean =>
  status === undefined ? isBlock.has(kind) : status !== 'in' && status !== 'count';

/** Whether a value of such a column speaks against mail. */
export const speaksAgainst = (text: string, kind: StatusKind): boolean => isAgainst(statusIn(text, kind), kind);

const isBlock: ReadonlySet<string> = new Set(['unsubscribed', 'bounced', 'withdrawn']);

/** How often somebody left, or bounced, says nothing of today. */
const isCount = /^(?:[2-9]|\d{2,5}|\d+[.,]\d+)$/;

const isPlace = /^https?:/i;

/** Whether a cell begins like one of the words, judged by its bytes: hardly any cell of a large file is decoded. */
function mayTell(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 3 || to - from > LONGEST) return false;
  const first = bytes[from] as number;
  if (first < 0x41) return first === SPACE;
  const [second, third] = [bytes[from + 1] as number, bytes[from + 2] as number];
  if (beginnings[placeOf(first, second, third)] === 1) return true;
  return first === CROSS || (first < 0x80 && (second === ACCENT || third === ACCENT));
}

const SPACE = 0x20;
/** The first byte of †, and that of é and ã. */
const [CROSS, ACCENT] = [0xe2, 0xc3];

/** A longer cell is a sentence. */
const LONGEST = 60;

const placeOf = (first: number, second: number, third: number): number =>
  ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);

const beginnings = new Uint8Array(1 << 15);
for (const letters of firstLetters) {
  // Between two words there may be a hyphen or an underscore.
  for (const sign of ' -_') {
    const [first = 0, second = 0, third = 0] = Buffer.from(letters.replace(' ', sign));
    beginnings[placeOf(first, second, third)] = 1;
  }
}

/** The most values to keep of a column. */
const MOST = 50;
