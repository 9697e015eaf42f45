import {endOfValue} from './json-value.js';

/** Where the values of some records are in their bytes. Valid until the next lines are cut. */
export type Cells = {
  readonly bytes: Buffer;
  readonly view: DataView;
  readonly names: readonly string[];
  readonly rows: number;
  /** The start and end of each value: those of row `r` and field `f` are at `2 * (r * names.length + f)` and after it. */
  readonly bounds: Int32Array;
  /** What else is known of each value: `AGAIN` and `PLAIN` as bits. */
  readonly forms: Uint8Array;
};

/** The value is the same as in the row above. */
export const AGAIN = 1;
/** The value is a text without escapes. */
export const PLAIN = 2;

/**
 * Makes what finds the values of records in valid JSON lines. It reads none of them: most values and all names are those of the record
 * above, byte for byte. Undefined if the records do not have the same fields in the same order, or have space between tokens.
 */
export function createLineCutter(): (lines: Uint8Array) => Cells | undefined {
  let bounds = new Int32Array(256);
  let forms = new Uint8Array(128);

  function makeRoom(cells: number): void {
    if (forms.length >= cells) return;
    const [shortBounds, shortForms] = [bounds, forms];
    [bounds, forms] = [new Int32Array(cells * 4), new Uint8Array(cells * 2)];
    bounds.set(shortBounds);
    forms.set(shortForms);
  }

  /** Finds the values of the first record. Returns its names; undefined if one comes twice or has escapes. */
  function cutFirst(bytes: Buffer): readonly string[] | undefined {
    const names: string[] = [];
    let at = 0;
    do {
      const after = endOfValue(bytes, at + 1, bytes.length);
      if (bytes[at + 1] !== quote || bytes[after] !== colon) return undefined;
      names.push(bytes.toString('utf8', at + 2, after - 1));
      makeRoom(names.length);
      at = cutCell(bytes, names.length - 1, after + 1);
    } while (bytes[at] === comma);
    const isDistinct = new Set(names).size === names.length && !names.some(name => name.includes('\\'));
    return isEndOfLine(bytes, at) && isDistinct ? names : undefined;
  }

  function note(cell: number, from: number, to: number, form: number): number {
    bounds[2 * cell] = from;
    bounds[2 * cell + 1] = to;
    forms[cell] = form;
    return to;
  }

  /** Notes a value, of which the bytes before `begun` belong to a text without escapes. Returns its end: that of the bytes, if it has none. */
  function cutCell(bytes: Buffer, cell: number, from: number, begun = from + 1): number {
    let at = begun;
    if (bytes[from] === quote) while (at < bytes.length && bytes[at] !== quote && bytes[at] !== backslash) at++;
    if (bytes[from] === quote && bytes[at] === quote) return note(cell, from, at + 1, PLAIN);
    const end = endOfValue(bytes, from, bytes.length);
    return note(cell, from, end < 0 ? bytes.length : end, 0);
  }

  /** Finds the values of the record at `at`, the first of which is the `first`, as those of the record above are. Returns its end. */
  function cutLikeAbove(lines: Lines, at: number, above: number, first: number): number {
    const {bytes, width} = lines;
    const [aboves, known] = [bounds, forms];
    let here = at;
    let there = above;
    let same = firstDifference(lines, here, there, at);
    for (let cell = first; cell < first + width; cell++) {
      const from = aboves[2 * (cell - width)] as number;
      const to = aboves[2 * (cell - width) + 1] as number;
      const start = here + from - there;
      const end = start + to - from;
      const form = known[cell - width] as number;
      if (same < start) return MISFIT;
      if (same > end) here = note(cell, start, end, form | AGAIN);
      else {
        const isBegun = form & PLAIN && same > start && same < end;
        here = cutCell(bytes, cell, start, isBegun ? same : start + 1);
        same = firstDifference(lines, here, to, at);
      }
      there = to;
    }
    return isEndOfLine(bytes, here) ? here + 2 : MISFIT;
  }

  return ({buffer, byteOffset, byteLength}) => {
    const bytes = Buffer.from(buffer, byteOffset, byteLength);
    const names = cutFirst(bytes);
    if (names === undefined) return undefined;
    const lines = {bytes, view: new DataView(buffer, byteOffset, byteLength), width: names.length};
    let rows = 1;
    let [above, at] = [0, (bounds[2 * names.length - 1] as number) + 2];
    while (at < byteLength) {
      makeRoom((rows + 1) * names.length);
      const end = cutLikeAbove(lines, at, above, rows++ * names.length);
      if (end === MISFIT) return undefined;
      [above, at] = [at, end];
    }
    return {...lines, names, rows, bounds, forms};
  };
}

/** A value as `JSON.parse` gives it. */
export function cellValue({bytes, bounds, forms}: Cells, cell: number): unknown {
  const from = bounds[2 * cell] as number;
  const to = bounds[2 * cell + 1] as number;
  if ((forms[cell] as number) & PLAIN) return bytes.toString('utf8', from + 1, to - 1);
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

type Lines = {readonly bytes: Buffer; readonly view: DataView; readonly width: number};

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
