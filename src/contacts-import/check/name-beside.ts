import type {RecordView} from '../../csv/bytes/read-records.js';
import {splitName} from '../../csv/columns/people-names.js';
import {cleanAddress} from '../../records/fields/clean-address.js';
import {textOf} from './cell-cache.js';

/** The fields that a name beside an address fills: `Ada Lovelace <ada@example.com>`. */
export const nameFields: readonly string[] = ['first_name', 'last_name'];

/** Reads the name beside the address of a row, if no column of the row has a name; empty if there is none. */
export function nameBeside(
  addressColumn: number,
  nameColumns: readonly number[],
): (field: string) => (record: RecordView) => string {
  const columns = nameColumns.filter(column => column >= 0);
  return field => record => {
    if (columns.some(column => textOf(record, column) !== '')) return '';
    const {first, last} = splitName(cleanAddress(textOf(record, addressColumn))?.name ?? '');
    return field === 'first_name' ? first : last;
  };
}
