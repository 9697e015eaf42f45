import type {RecordView} from '../../csv/bytes/read-records.js';
import {mayBeDamaged, undamaged} from '../cells/damaged-cell.js';
import {textOf} from './cell-cache.js';
import type {Rules} from './rules.js';

/** A value that a program has damaged, with the place where it is first, and what can be saved of it. */
export type Damage = {
  readonly text: string;
  readonly header: string;
  readonly line: number;
  readonly rows: number;
  readonly whole: string;
};

/** Looks for values that a program has damaged in the columns that are sent, of all rows that fit the header. */
export function watchDamage({headers, filled}: Pick<Rules, 'headers' | 'filled'>): {
  see(record: RecordView): void;
  readonly found: readonly Damage[];
} {
  const slots = filled.filter(
    ({kind, column}, at) => kind !== 'address' && filled.findIndex(slot => slot.column === column) === at,
  );
  const columns = Int32Array.from(slots, ({column}) => column);
  const damages = new Map<string, Damage & {rows: number}>();
  const note = (record: RecordView, at: number): void => {
    const {column = 0, field = '', kind = 'text'} = slots[at] ?? {};
    const text = textOf(record, column);
    const whole = undamaged(text, field, kind === 'text');
    if (whole === undefined) return;
    // All wrapped values of a column count as one.
    const key = `${column} ${whole === '' ? text : '='}`;
    const met = damages.get(key);
    if (met !== undefined) met.rows++;
    else damages.set(key, {text, header: headers[column] ?? '', line: record.line, rows: 1, whole});
  };
  return {
    see(record) {
      const {starts, ends, count, fault} = record.cells;
      if (fault !== undefined || count !== headers.length) return;
      for (let at = 0; at < columns.length; at++) {
        const from = starts[columns[at] as number] as number;
        const to = ends[columns[at] as number] as number;
        if (from < to && mayBeDamaged(record.bytes, from, to)) note(record, at);
      }
    },
    get found() {
      return [...damages.values()];
    },
  };
}
