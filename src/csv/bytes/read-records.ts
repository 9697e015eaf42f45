import {PreflightError} from '../../core/errors.js';
import {type Encoding, holdsNul, makeDecoder, notIn} from './encodings.js';
import {Cells, type Dialect, escapedCellKind, needsMore} from './scan-record.js';
import {pieces, type SourceFile} from './source-file.js';

/** A record in place, without a copy. One object serves all records, so it is valid only until `visit` returns. */
export type RecordView = {
  bytes: Buffer;
  from: number;
  line: number;
  readonly cells: Cells;
  /** Whether it contains a backslash, which needs a closer look. */
  marked: boolean;
};

/** The longest record. A longer one means an open quote, or a file that is not a list. */
const longestRecord = 1 << 20;

/** Reads a file record by record, and yields how many bytes were read after every piece: a promise per record would cost too much. */
export async function* readCsvRecords(
  {file, encoding, dialect}: {readonly file: SourceFile; readonly encoding: Encoding; readonly dialect: Dialect},
  visit: (record: RecordView) => void,
  pieceSize?: number,
): AsyncGenerator<number> {
  const decode = makeDecoder(encoding);
  const record: RecordView = {bytes: Buffer.alloc(0), from: 0, line: 1, cells: new Cells(dialect), marked: false};
  let kept = 0;

  const take = (piece: Uint8Array, last: boolean) => {
    const {bytes, isBroken} = decode(piece, last);
    const to = kept + bytes.length;
    if (record.bytes.length < to) record.bytes = enlarged(record.bytes, kept, to);
    record.bytes.set(bytes, kept);
    const nul = record.bytes.subarray(kept, to).indexOf(0);
    const at = visitAll(record, nul < 0 ? to : kept + nul, last && !isBroken && nul < 0, file, visit);
    // The records before it were visited, so this is the line of the one with the fault.
    if (nul >= 0) throw holdsNul(file.name, record.line);
    if (isBroken) throw notIn(encoding, file.name, record.line);
    record.bytes.copyWithin(0, at, to);
    kept = to - at;
  };

  let read = 0;
  for await (const piece of pieces(file, pieceSize)) {
    take(piece, false);
    read += piece.length;
    yield read;
  }
  take(new Uint8Array(0), true);
  yield read;
}

/** Visits the complete records up to `to`, and returns where the first incomplete record begins. */
function visitAll(
  record: RecordView,
  to: number,
  atEnd: boolean,
  file: SourceFile,
  visit: (record: RecordView) => void,
): number {
  const {bytes, cells} = record;
  const backslash = finder(bytes, 0x5c, to);
  let at = 0;
  while (at < to) {
    let next = cells.scan(bytes, at, to, atEnd);
    if (next === needsMore) {
      if (to - at < longestRecord) break;
      next = cells.scan(bytes, at, to, true);
      if (next === to) throw tooLong(file, record.line);
    }
    record.from = at;
    record.marked = backslash(at) < next;
    visit(record);
    record.line += cells.lines;
    at = next;
  }
  return at;
}

/** Finds the next place of a rare byte, and scans each part of the file once. */
function finder(bytes: Buffer, byte: number, to: number): (from: number) => number {
  let place = -1;
  return from => {
    if (place < from) {
      const found = bytes.indexOf(byte, from);
      place = found < 0 || found >= to ? Number.POSITIVE_INFINITY : found;
    }
    return place;
  };
}

function enlarged(bytes: Buffer, kept: number, needed: number): Buffer {
  const larger = Buffer.allocUnsafe(Math.max(needed + needed / 4, 1 << 19));
  bytes.copy(larger, 0, 0, kept);
  return larger;
}

const tooLong = (file: SourceFile, line: number): PreflightError =>
  new PreflightError(`The row on line ${line} of ${file.name} is longer than 1 MB.`, {
    hint: 'Look there for a quote that is never closed. Or the file is not CSV.',
  });

/** A cell as text, as in the file: quotes resolved, nothing trimmed. */
export function cellText({bytes, cells}: Pick<RecordView, 'bytes' | 'cells'>, cell: number): string {
  const text = bytes.toString('utf8', cells.starts[cell], cells.ends[cell]);
  return cells.kinds[cell] === escapedCellKind ? text.replaceAll('""', '"') : text;
}

export const cellTexts = (record: Pick<RecordView, 'bytes' | 'cells'>): string[] =>
  Array.from({length: record.cells.count}, (_, cell) => cellText(record, cell));
