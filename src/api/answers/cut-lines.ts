import {endOfValue} from './json-value.js';

/** Where the values of some records are in their bytes. Valid until the next lines are cut. */
export type Cells = {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly names: readonly string[];
  readonly rows: number;
  /** The start and end of each value: those of row `r` and field `f` are at `2 * (r * names.length + f)` and after it. */
  readonly bounds: Int32Array;
  /** What else is known of each value: `AGAIN` and `UNESCAPED` as bits. */
  readonly forms: Uint8Array;
};

/** The value is the same as in the row above. */
export const AGAIN = 1;
/** The value is a text without escapes. */
export const UNESCAPED = 2;

/**
 * Creates the function that finds values in valid JSON lines. It parses nothing: all names and most values are byte for
 * byte those of the record above. Undefined if the records do not have the same fields in the same order, or have space
 * between tokens.
 */
export function createLineCutter(): (lines: Uint8Array) => Cells | undefined {
  const found: Found = {bounds: new Int32Array(256), forms: new Uint8Array(128)};
  return ({buffer, byteOffset, byteLength}) => {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    const names = cutFirst(found, bytes);
    if (names === undefined) return undefined;
    const lines = {bytes, view: new DataView(buffer, byteOffset, byteLength), width: names.length};
    let rows = 1;
    let [above, at] = [0, (found.bounds[2 * names.length - 1] as number) + 2];
    while (at < byteLength) {
      makeRoom(found, (rows + 1) * names.length);
      const end = cutLikeAbove(found, lines, {above, at, first: rows++ * names.length});
      if (end === MISFIT) return undefined;
      [above, at] = [at, end];
    }
    return {...lines, ...found, names, rows};
  };
}

type Found = {bounds: Int32Array; forms: Uint8Array};

function makeRoom(found: Found, cells: number): void {
  if (found.forms.length >= cells) return;
  const {bounds, forms} = found;
  found.bounds = new Int32Array(cells * 4);
  found.forms = new Uint8Array(cells * 2);
  found.bounds.set(bounds);
  found.forms.set(forms);
}

/** Finds the values of the first record. Returns its names; undefined if one comes twice or has escapes. */
function cutFirst(found: Found, bytes: Buffer): readonly string[] | undefined {
  const names: string[] = [];
  let at = 0;
  do {
    const after = endOfValue(bytes, at + 1, bytes.length);
    if (bytes[at + 1] !== quote || bytes[after] !== colon) return undefined;
    names.push(bytes.toString('utf8', at + 2, after - 1));
    makeRoom(found, names.length);
    at = cutCell(found, names.length - 1, bytes, after + 1, after + 2);
  } while (bytes[at] === comma);
  const isDistinct = new Set(names).size === names.length && !names.some(name => name.includes('\\'));
  return isEndOfLine(bytes, at) && isDistinct ? names : undefined;
}

function note({bounds, forms}: Found, cell: number, from: number, to: number, form: number): number {
  bounds[2 * cell] = from;
  bounds[2 * cell + 1] = to;
  forms[cell] = form;
  return to;
}

/** Notes a value; its bytes before `begun` belong to a text without escapes. Returns its end, or that of the bytes. */
function cutCell(found: Found, cell: number, bytes: Buffer, from: number, begun: number): number {
  let at = begun;
  if (bytes[from] === quote) while (at < bytes.length && bytes[at] !== quote && bytes[at] !== backslash) at++;
  if (bytes[from] === quote && bytes[at] === quote) return note(found, cell, from, at + 1, UNESCAPED);
  const end = endOfValue(bytes, from, bytes.length);
  return note(found, cell, from, end < 0 ? bytes.length : end, 0);
}

type Lines = {readonly bytes: Buffer; readonly view: DataView; readonly width: number};

/** Finds the values of the record at `at` by those of the record above, numbered from `first`. Returns its end. */
function cutLikeAbove(
  found: Found,
  lines: Lines,
  {above, at, first}: {readonly above: number; readonly at: number; readonly first: number},
): number {
  const {bytes, width} = lines;
  const {bounds, forms} = found;
  let here = at;
  let there = above;
  let same = firstDifference(lines, here, there, at);
  for (let cell = first; cell < first + width; cell++) {
    const from = bounds[2 * (cell - width)] as number;
    const to = bounds[2 * (cell - width) + 1] as number;
    const start = here + from - there;
    const end = start + to - from;
    const form = forms[cell - width] as number;
    if (same < start) return MISFIT;
    if (same > end) here = note(found, cell, start, end, form | AGAIN);
    else {
      const isBegun = form & UNESCAPED && same > start && same < end;
      here = cutCell(found, cell, bytes, start, isBegun ? same : start + 1);
      same = firstDifference(lines, here, to, at);
    }
    there = to;
  }
  return isEndOfLine(bytes, here) ? here + 2 : MISFIT;
}

/** A value as `JSON.parse` gives it. */
export function cellValue({bytes, bounds, forms}: Cells, cell: number): unknown {
  const from = bounds[2 * cell] as number;
  const to = bounds[2 * cell + 1] as number;
  if ((forms[cell] as number) & UNESCAPED) return bytes.toString('utf8', from + 1, to - 1);
  if (bytes[from] === letterN) return null;
  return wholeNumber(bytes, from, to) ?? JSON.parse(bytes.toString('utf8', from, to));
}

function wholeNumber(bytes: Buffer, from: number, to: number): number | undefined {
  let number = 0;
  for (let at = from; at < to; at++) {
    const digit = (bytes[at] as number) - zero;
    if (digit < 0 || digit > 9) return undefined;
    number = number * 10 + digit;
  }
  return Number.isSafeInteger(number) ? number : undefined;
}

const MISFIT = -1;

/** The first place from `here` on at which the bytes differ from those between `there` and `end`. */
function firstDifference({bytes, view}: Lines, here: number, there: number, end: number): number {
  let one = here;
  let other = there;
  while (other + 4 <= end && one + 4 <= bytes.length && view.getInt32(one) === view.getInt32(other)) {
    one += 4;
    other += 4;
  }
  while (other < end && one < bytes.length && bytes[one] === bytes[other]) {
    one++;
    other++;
  }
  return one;
}

const isEndOfLine = (bytes: Buffer, at: number): boolean => bytes[at] === closingBrace && bytes[at + 1] === lineFeed;

const [quote, comma, colon, backslash, lineFeed] = [0x22, 0x2c, 0x3a, 0x5c, 0x0a];
const [closingBrace, letterN, zero] = [0x7d, 0x6e, 0x30];
