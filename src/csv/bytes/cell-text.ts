import type {RecordView} from './read-records.js';
import {escapedCellKind} from './scan-record.js';

/** A cell as text, as in the file: quotes resolved, nothing trimmed. */
export function cellText({bytes, cells}: Pick<RecordView, 'bytes' | 'cells'>, cell: number): string {
  const text = bytes.toString('utf8', cells.starts[cell], cells.ends[cell]);
  return cells.kinds[cell] === escapedCellKind ? text.replaceAll('""', '"') : text;
}

export const cellTexts = (record: RecordView): string[] =>
  Array.from({length: record.cells.count}, (_, cell) => cellText(record, cell));

/** The original bytes of the record, without its line end. */
export const rawBytes = ({bytes, from, cells}: RecordView): Uint8Array =>
  new Uint8Array(bytes.subarray(from, cells.end));
