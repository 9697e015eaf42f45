import type {RecordView} from '../../csv/bytes/read-records.js';
import type {DatesSeen} from '../cells/date-order.js';
import type {BadColumn, DateOrder} from '../file/contract.js';
import {textOf} from './cell-cache.js';
import type {Problem} from './examine-row.js';
import type {Slot} from './layout.js';
import type {Rules} from './rules.js';

/** What the values of all rows show about columns with values that are damaged or do not fit their field. */
export type ColumnsSeen = {
  /** Sees a row whose values were read. */
  see(record: RecordView, problems: readonly Problem[]): void;
  /** The columns with such values, the worst first. */
  readonly bad: readonly Omit<BadColumn, 'twoMeanings'>[];
  /** The values that are left empty because of `--leave-empty`, by column. */
  readonly emptied: ReadonlyMap<number, Values>;
};

type Values = {rows: number; readonly text: string; readonly line: number};

/** Watches the columns that may hold such values, but for the address. */
export function watchColumns({filled, headers}: Pick<Rules, 'filled' | 'headers'>): ColumnsSeen {
  const slots = filled.filter(({kind}) => kind !== 'address');
  const leftEmpty = slots.filter(({unfitting}) => unfitting !== undefined);
  const bad = new Map<number, Values & {readonly slot: Slot}>();
  const emptied = new Map<number, Values>();
  return {
    see(record, problems) {
      if (record.cells.count < headers.length) return;
      const valuesIn = (column: number): Values => ({rows: 0, text: textOf(record, column), line: record.line});
      for (const slot of leftEmpty) {
        const value = valuesIn(slot.column);
        if (value.text !== '' && slot.unfitting?.(value.text)) count(emptied, slot.column, value);
      }
      for (const {cell} of problems) {
        const slot = slots.find(({column}) => column === cell);
        if (slot !== undefined) count(bad, cell, {slot, ...valuesIn(cell)});
      }
    },
    get bad() {
      return [...bad]
        .sort(([, one], [, other]) => other.rows - one.rows)
        .map(([column, {slot, rows, text, line}]) => ({
          column,
          field: slot.field ?? '',
          isText: slot.kind === 'text' || slot.kind === 'country',
          rows,
          line,
          text,
        }));
    },
    emptied,
  };
}

function count<V extends Values>(counted: Map<number, V>, column: number, first: V): void {
  const found = counted.get(column) ?? first;
  found.rows++;
  counted.set(column, found);
}

/** The order of the dates of each column that shows one. */
export const ordersIn = (
  dates: Iterable<readonly [number, Pick<DatesSeen, 'order'>]>,
): ReadonlyMap<number, DateOrder> =>
  new Map([...dates].flatMap(([column, {order}]) => (order === undefined ? [] : [[column, order]])));
