import {asWritten, inLowerCase, shortHash, shortHashOfBytes} from '../../csv/bytes/hash-text.js';
import type {RecordView} from '../../csv/bytes/read-records.js';
import type {HashedField} from '../file/contract.js';
import {cacheCells} from './cell-cache.js';
import {plainCell} from './plain-bytes.js';
import type {Rules} from './rules.js';

/** Turns each value of a good row into a hash, plain cells in place, because decoding takes most of the time. */
export function makeRowHasher(rules: Rules, fields: readonly HashedField[]): (record: RecordView) => Uint32Array {
  const hashers = fields.map(field => cellHasher(rules, field));
  const marks = new Uint32Array(fields.length);
  return record => {
    for (let at = 0; at < hashers.length; at++) marks[at] = hashers[at]?.(record) ?? 0;
    return marks;
  };
}

/** Hashes the cells of one field. */
function cellHasher(rules: Rules, {name, asciiForm, of}: HashedField): (record: RecordView) => number {
  const make = (text: string | undefined): number => (text === undefined ? 0 : shortHash(text));
  const slot = rules.slots.find(({field}) => field === name);
  const empty = make(of(slot?.fallback ?? ''));
  if (slot === undefined || slot.column < 0) return () => empty;
  const {column, rule, part, fallback} = slot;
  const decoded = cacheCells(column, cell => {
    const text = part?.(cell) ?? cell;
    const fitted = text === '' ? {value: fallback} : rule.read(text);
    return make(of('value' in fitted ? fitted.value : ''));
  });
  if (asciiForm === undefined) return record => (isEmpty(record, column) ? empty : decoded(record));
  const stays = plainCell(column, rule.stays);
  const letters = asciiForm === 'folded' ? inLowerCase : asWritten;
  return record => {
    const {bytes, cells} = record;
    if (isEmpty(record, column)) return empty;
    const hash = stays(record)
      ? shortHashOfBytes(bytes, cells.starts[column] as number, cells.ends[column] as number, letters)
      : 0;
    return hash || decoded(record);
  };
}

const isEmpty = ({cells: {starts, ends}}: RecordView, column: number): boolean => starts[column] === ends[column];
