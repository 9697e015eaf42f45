/** How a file separates its cells and its rows, as bytes. On old Macs a carriage return alone ends one too. */
export type Dialect = {readonly delimiter: number; readonly lineEnd: typeof lf | typeof cr};

export const [lf, cr] = [0x0a, 0x0d] as const;
const [quote, space, tab] = [0x22, 0x20, 0x09];

/** Cells without quotes, in quotes, and in quotes with doubled quotes inside. */
const [plainCellKind, quotedCellKind] = [0, 1];
export const escapedCellKind = 2;

/** Returned by `scan` if the record continues beyond the available bytes. */
export const needsMore = -1;

/** The cells of one record, as places in the bytes. One object serves all records of a file. */
export class Cells {
  count = 0;
  starts = new Int32Array(64);
  ends = new Int32Array(64);
  kinds = new Uint8Array(64);
  /** Line ends in the record, including its own. */
  lines = 0;
  /** Where the record ends, without its line end. */
  end = 0;
  fault: 'unclosed' | 'stray' | undefined = undefined;
  faultCell = 0;

  constructor(private readonly dialect: Dialect) {}

  /**
   * Finds the cells of the record that begins at `from`, and returns where the next record begins. An import spends most
   * of its time here, so nothing is copied or decoded. A record with unbalanced quotes ends with its first line and gets
   * a `fault`, so that a bad quote costs one row and not the file. `atEnd` means that no more bytes will come.
   */
  scan(bytes: Uint8Array, from: number, to: number, atEnd: boolean): number {
    const {delimiter, lineEnd} = this.dialect;
    this.count = 0;
    this.lines = 0;
    this.fault = undefined;
    let at = from;
    let linesBefore = 0;
    for (let isLast = false; !isLast; ) {
      linesBefore = this.lines;
      at = this.take(bytes, at, to, delimiter, lineEnd);
      if (at === to && !atEnd) return needsMore;
      isLast = at === to || bytes[at] !== delimiter;
      if (!isLast) at++;
    }
    this.end = at;
    const next = afterLineEnd(bytes, at, to, atEnd, lineEnd);
    // Text after a closing quote some lines later means that this quote was meant to open another cell.
    if (next === at && at < to) this.fault = this.lines > linesBefore ? 'unclosed' : 'stray';
    if (this.fault !== undefined) return this.firstLineOnly(bytes, from, to, atEnd);
    if (next > at) this.lines++;
    return next;
  }

  private take(bytes: Uint8Array, from: number, to: number, delimiter: number, lineEnd: number): number {
    const cell = this.count++;
    if (cell === this.starts.length) this.grow();
    const opening = openingQuote(bytes, from, to, delimiter);
    if (opening >= 0) {
      let at = this.quotedEnd(bytes, opening + 1, to, cell, lineEnd);
      while (at < to && isBlank(bytes[at] as number, delimiter)) at++;
      return at;
    }
    this.starts[cell] = from;
    this.kinds[cell] = plainCellKind;
    const end = plainEnd(bytes, from, to, delimiter, lineEnd);
    this.ends[cell] = end;
    return end;
  }

  /** Notes a cell that begins after its quote, and returns the position after its closing quote. */
  private quotedEnd(bytes: Uint8Array, from: number, to: number, cell: number, lineEnd: number): number {
    let kind = quotedCellKind;
    for (let at = from; at < to; at++) {
      const byte = bytes[at];
      if (byte === lineEnd) this.lines++;
      if (byte !== quote) continue;
      if (at + 1 === to || bytes[at + 1] !== quote) {
        this.starts[cell] = from;
        this.ends[cell] = at;
        this.kinds[cell] = kind;
        return at + 1;
      }
      kind = escapedCellKind;
      at++;
    }
    this.fault = 'unclosed';
    return to;
  }

  private firstLineOnly(bytes: Uint8Array, from: number, to: number, atEnd: boolean): number {
    const {lineEnd} = this.dialect;
    this.faultCell = this.count - 1;
    this.count = 0;
    let at = from;
    while (at < to && afterLineEnd(bytes, at, to, atEnd, lineEnd) === at) at++;
    this.end = at;
    this.lines = Number(at < to);
    return at === to && !atEnd ? needsMore : afterLineEnd(bytes, at, to, atEnd, lineEnd);
  }

  private grow(): void {
    const size = this.starts.length * 2;
    this.starts = copied(new Int32Array(size), this.starts);
    this.ends = copied(new Int32Array(size), this.ends);
    this.kinds = copied(new Uint8Array(size), this.kinds);
  }
}

/** The position of the quote at the beginning of a cell, after any blanks; -1 if it begins otherwise. */
function openingQuote(bytes: Uint8Array, from: number, to: number, delimiter: number): number {
  for (let at = from; at < to; at++) {
    const byte = bytes[at] as number;
    if (byte > quote) return -1;
    if (byte === quote) return at;
    if (!isBlank(byte, delimiter)) return -1;
  }
  return -1;
}

/** The end of a cell without quotes. A carriage return that ends no line is part of the cell. */
function plainEnd(bytes: Uint8Array, from: number, to: number, delimiter: number, lineEnd: number): number {
  // Most letters lie above all three bytes that end a cell, so one comparison skips them.
  const highest = delimiter > cr ? delimiter : cr;
  let at = from;
  for (;;) {
    let byte = 0;
    while (at < to) {
      byte = bytes[at] as number;
      if (byte <= highest && (byte === delimiter || byte === lf || byte === cr)) break;
      at++;
    }
    if (at >= to || byte !== cr || lineEnd === cr || at + 1 === to || bytes[at + 1] === lf) return at;
    at++;
  }
}

/** The beginning of the next line; `at` itself if no line ends there. */
function afterLineEnd(bytes: Uint8Array, at: number, to: number, atEnd: boolean, lineEnd: number): number {
  if (at === to) return to;
  if (bytes[at] === lf) return at + 1;
  if (bytes[at] !== cr) return at;
  if (at + 1 === to) return atEnd ? to : needsMore;
  if (bytes[at + 1] === lf) return at + 2;
  return lineEnd === cr ? at + 1 : at;
}

const isBlank = (byte: number, delimiter: number): boolean => byte === space || (byte === tab && delimiter !== tab);

function copied<T extends Int32Array | Uint8Array>(larger: T, values: T): T {
  larger.set(values);
  return larger;
}
