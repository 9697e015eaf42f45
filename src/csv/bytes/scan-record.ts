/** How a file separates its cells and its rows. */
export type Dialect = {
  /** The byte between cells. */
  readonly delimiter: number;
  /** Whether a carriage return alone ends a row, as on old Macs. */
  readonly loneReturns: boolean;
};

const plainCellKind = 0;
export const quotedCellKind = 1;
/** Quoted, with doubled quotes inside. */
export const escapedCellKind = 2;

/** The positions of one record's cells. One object serves all records of a file. */
export type Cells = {
  count: number;
  starts: Int32Array;
  ends: Int32Array;
  kinds: Uint8Array;
  /** Line ends in the record, including its own. */
  lines: number;
  /** Where the record ends, without its line end. */
  end: number;
  fault: 'unclosed' | 'stray' | undefined;
  faultCell: number;
};

export const makeCells = (): Cells => ({
  count: 0,
  starts: new Int32Array(64),
  ends: new Int32Array(64),
  kinds: new Uint8Array(64),
  lines: 0,
  end: 0,
  fault: undefined,
  faultCell: 0,
});

/** Returned by `scanRecord` if the record continues beyond the available bytes. */
export const needsMore = -1;

const lf = 0x0a;
const cr = 0x0d;
const quote = 0x22;
const space = 0x20;
const tab = 0x09;

/**
 * Finds the cells of the record that begins at `from`, and returns where the next record begins. An import spends most
 * of its time here, so nothing is copied or decoded. A record with unbalanced quotes ends with its first line and gets
 * a `fault`, so that a bad quote costs one row and not the file. `atEnd` means that no more bytes will come.
 */
export function scanRecord(
  bytes: Uint8Array,
  from: number,
  to: number,
  atEnd: boolean,
  dialect: Dialect,
  cells: Cells,
): number {
  const {delimiter, loneReturns} = dialect;
  let {starts, ends, kinds} = cells;
  let count = 0;
  let at = from;
  let linesBefore = 0;
  cells.lines = 0;
  cells.fault = undefined;
  for (;;) {
    if (count === starts.length) ({starts, ends, kinds} = grow(cells));
    const start = openingQuote(bytes, at, to, delimiter);
    linesBefore = cells.lines;
    if (start >= 0) {
      at = quotedCell(bytes, start + 1, to, atEnd, dialect, cells, count);
      if (cells.fault !== undefined) return firstLineOnly(bytes, from, to, atEnd, loneReturns, cells, count);
    } else {
      starts[count] = at;
      at = plainEnd(bytes, at, to, delimiter, loneReturns);
      ends[count] = at;
      kinds[count] = plainCellKind;
    }
    if (at === to && !atEnd) return needsMore;
    count++;
    if (at === to || bytes[at] !== delimiter) break;
    at++;
  }
  cells.count = count;
  cells.end = at;
  const next = nextRecord(bytes, at, to, atEnd, loneReturns, cells);
  if (next !== noLineEnd) return next;
  // Text after a closing quote some lines later means that this quote was meant to open another cell.
  cells.fault = cells.lines > linesBefore ? 'unclosed' : 'stray';
  return firstLineOnly(bytes, from, to, atEnd, loneReturns, cells, count - 1);
}

/** Notes a cell that begins after its quote, and returns where the blanks behind it end; `to` if its end is missing. */
function quotedCell(
  bytes: Uint8Array,
  from: number,
  to: number,
  atEnd: boolean,
  {delimiter, loneReturns}: Dialect,
  cells: Cells,
  cell: number,
): number {
  let at = closeQuote(bytes, from, to, atEnd, loneReturns, cells, cell);
  if (at === needsMore || cells.fault !== undefined) return to;
  cells.starts[cell] = from;
  cells.ends[cell] = at - 1;
  while (at < to && isBlank(bytes[at] as number, delimiter)) at++;
  return at;
}

/** The position of the quote at the beginning of a cell, after any blanks; -1 if it begins otherwise. */
function openingQuote(bytes: Uint8Array, from: number, to: number, delimiter: number): number {
  let at = from;
  while (at < to) {
    const byte = bytes[at] as number;
    if (byte > quote) return -1;
    if (byte === quote) return at;
    if (!isBlank(byte, delimiter)) return -1;
    at++;
  }
  return -1;
}

/** The end of a cell without quotes. A carriage return alone is part of the cell, unless such returns end lines. */
function plainEnd(bytes: Uint8Array, from: number, to: number, delimiter: number, loneReturns: boolean): number {
  let at = from;
  // Most letters lie above all three bytes that end a cell, so one comparison skips them.
  const highest = delimiter > cr ? delimiter : cr;
  for (;;) {
    let byte = 0;
    while (at < to) {
      byte = bytes[at] as number;
      if (byte <= highest && (byte === delimiter || byte === lf || byte === cr)) break;
      at++;
    }
    if (at >= to || byte !== cr || loneReturns || at + 1 === to || bytes[at + 1] === lf) return at;
    at++;
  }
}

/** The position after the closing quote of a cell. */
function closeQuote(
  bytes: Uint8Array,
  from: number,
  to: number,
  atEnd: boolean,
  loneReturns: boolean,
  cells: Cells,
  cell: number,
): number {
  let kind = quotedCellKind;
  let at = from;
  while (at < to) {
    const byte = bytes[at];
    if (byte === quote) {
      if (at + 1 === to || bytes[at + 1] !== quote) {
        cells.kinds[cell] = kind;
        return at + 1;
      }
      kind = escapedCellKind;
      at += 2;
      continue;
    }
    if (byte === lf) cells.lines++;
    else if (byte === cr && loneReturns && bytes[at + 1] !== lf) cells.lines++;
    at++;
  }
  if (!atEnd) return needsMore;
  cells.fault = 'unclosed';
  return at;
}

/** Where the next record begins, after a line end or at the end of the bytes. */
function nextRecord(
  bytes: Uint8Array,
  at: number,
  to: number,
  atEnd: boolean,
  loneReturns: boolean,
  cells: Cells,
): number {
  if (at === to) return to;
  const next = afterLineEnd(bytes, at, to, atEnd, loneReturns);
  if (next > at) cells.lines++;
  return next === at ? noLineEnd : next;
}

const noLineEnd = -2;

/** The beginning of the next line; `at` itself if no line ends there. */
function afterLineEnd(bytes: Uint8Array, at: number, to: number, atEnd: boolean, loneReturns: boolean): number {
  if (bytes[at] === lf) return at + 1;
  if (bytes[at] !== cr) return at;
  if (at + 1 === to) return atEnd ? to : needsMore;
  if (bytes[at + 1] === lf) return at + 2;
  return loneReturns ? at + 1 : at;
}

function firstLineOnly(
  bytes: Uint8Array,
  from: number,
  to: number,
  atEnd: boolean,
  loneReturns: boolean,
  cells: Cells,
  cell: number,
): number {
  cells.count = 0;
  cells.faultCell = cell;
  cells.lines = 0;
  for (let at = from; at < to; at++) {
    const next = afterLineEnd(bytes, at, to, atEnd, loneReturns);
    if (next === needsMore) return needsMore;
    if (next === at) continue;
    cells.lines = 1;
    cells.end = at;
    return next;
  }
  cells.end = to;
  return atEnd ? to : needsMore;
}

const isBlank = (byte: number, delimiter: number): boolean => byte === space || (byte === tab && delimiter !== tab);

function grow(cells: Cells): Cells {
  const size = cells.starts.length * 2;
  cells.starts = copied(new Int32Array(size), cells.starts);
  cells.ends = copied(new Int32Array(size), cells.ends);
  cells.kinds = copied(new Uint8Array(size), cells.kinds);
  return cells;
}

function copied<T extends Int32Array | Uint8Array>(larger: T, values: T): T {
  larger.set(values);
  return larger;
}
