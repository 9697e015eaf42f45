import {
  asWritten,
  hashBytes,
  hashText,
  inLowerCase,
  shortHash,
  shortHashOfBytes,
  type TextHash,
} from '../../csv/bytes/hash-text.js';
import type {RecordView} from '../../csv/bytes/read-records.js';
import type {MarkedField, Marking, RowMarks} from '../file/contract.js';
import {plainCell} from './plain-bytes.js';
import {recallCells} from './recall-cell.js';
import type {Rules} from './rules.js';

/**
Marks good rows: each value becomes the hash of the text that stands for it. Plain cells are hashed where they lie, since
decoding them would take most of the time of a comparison.
*/
export function makeRowMarker(rules: Rules, {key, fields}: Marking): (record: RecordView) => RowMarks {
  const keyOf = cellMarker(rules, key, text => (text ? hashText(text) : undefined), hashBytes);
  const markers = fields.map(field =>
    cellMarker(rules, field, text => (text === undefined ? 0 : shortHash(text)), shortHashOfBytes),
  );
  const marks = new Uint32Array(fields.length);
  return record => {
    for (let at = 0; at < markers.length; at++) marks[at] = markers[at]?.(record) ?? 0;
    return {line: record.line, key: keyOf(record), marks};
  };
}

/** Marks one field's cells. `inPlace` gives nothing for bytes that must be decoded. */
function cellMarker<Mark extends number | TextHash | undefined>(
  {slots}: Rules,
  {name, plain, of}: MarkedField,
  make: (text: string | undefined) => Mark,
  inPlace: (...cell: Parameters<typeof hashBytes>) => Mark | undefined,
): (record: RecordView) => Mark {
  const slot = slots.find(({field}) => field === name);
  const empty = make(of(slot?.fallback ?? ''));
  if (slot === undefined || slot.column < 0) return () => empty;
  const {column, rule, part, fallback} = slot;
  const decoded = recallCells(column, cell => {
    const text = part?.(cell) ?? cell;
    const fitted = text === '' ? {value: fallback} : rule.read(text);
    return make(of('value' in fitted ? fitted.value : ''));
  });
  if (plain === undefined) return record => (isEmpty(record, column) ? empty : decoded(record));
  const stays = plainCell(column, rule.stays);
  const letters = plain === 'folded' ? inLowerCase : asWritten;
  return record => {
    const {bytes, cells} = record;
    if (isEmpty(record, column)) return empty;
    const mark = stays(record)
      ? inPlace(bytes, cells.starts[column] as number, cells.ends[column] as number, letters)
      : undefined;
    return mark || decoded(record);
  };
}

const isEmpty = ({cells: {starts, ends}}: RecordView, column: number): boolean => starts[column] === ends[column];
