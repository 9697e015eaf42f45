import type {RecordView} from '../../csv/bytes/read-records.js';
import {cleanAddress} from '../../records/fields/clean-address.js';
import {textOf} from './cell-cache.js';
import {nameFields} from './name-beside.js';
import type {Rules} from './rules.js';

/** Counts the addresses that are sent without what was written around them, and the names that this would lose. */
export function watchCleaned({address: {column}, filled}: Pick<Rules, 'address' | 'filled'>): {
  see(record: RecordView, address: string): void;
  readonly rows: number;
  readonly names: number;
  readonly first: {readonly line: number; readonly text: string; readonly address: string} | undefined;
} {
  const nameColumns = filled.flatMap(slot => (nameFields.includes(slot.field ?? '') ? [slot.column] : []));
  const found = {rows: 0, names: 0, first: undefined as {line: number; text: string; address: string} | undefined};
  return {
    get rows() {
      return found.rows;
    },
    get names() {
      return found.names;
    },
    get first() {
      return found.first;
    },
    see(record, address) {
      const text = textOf(record, column);
      if (text === address) return;
      found.rows++;
      found.first ??= {line: record.line, text, address};
      const hasName = nameColumns.some(at => textOf(record, at) !== '');
      if (!hasName && cleanAddress(text)?.name !== '') found.names++;
    },
  };
}
