import type {RecordView} from '../../csv/bytes/read-records.js';
import {type DatesSeen, watchDates} from '../cells/date-order.js';
import {mayFit} from '../cells/likely-values.js';
import type {BadColumn, DateOrder} from '../file/contract.js';
import type {ColumnPlan} from '../file/plan-columns.js';
import {textOf} from './cell-cache.js';
import type {Problem} from './examine-row.js';
import type {Slot} from './layout.js';
import type {Rules} from './rules.js';

/** What the values of all rows show about the columns of numbers and dates. */
export type ColumnsSeen = {
  /** Sees a row that needs no look at its values. */
  fits(record: RecordView): void;
  /** Sees a row whose values were read. */
  see(record: RecordView, problems: readonly Problem[]): void;
  /** The columns with values that their field cannot hold, the worst first. */
  readonly bad: readonly BadColumn[];
  /** Columns that only their header matched, and whose values cannot fit, however they are read. */
  readonly unfit: ReadonlyMap<number, Values>;
  readonly dates: ReadonlyMap<number, DatesSeen>;
  /** The values that are left empty because their field cannot hold them, by column. */
  readonly emptied: ReadonlyMap<number, Values>;
};

type Values = {rows: number; readonly text: string; readonly line: number};

/** Watches the columns of numbers and dates. A row of which nothing must be read costs almost nothing. */
export function watchColumns(rules: Rules, plan: ColumnPlan): ColumnsSeen {
  const strict = rules.filled.filter(({kind}) => kind === 'number' || kind === 'datetime-local');
  const neverFit = new Set(strict.map(({column}) => column).filter(column => !plan.told.has(column)));
  const dated = rules.dateOrder === undefined ? strict.filter(({kind}) => kind === 'datetime-local') : [];
  const dates = new Map(dated.map(({column}) => [column, watchDates()] as const));
  const bad = new Map<number, Values & {readonly slot: Slot}>();
  const emptied = new Map<number, Values>();
  const isFilled = ({cells}: RecordView, column: number) =>
    (cells.ends[column] as number) > (cells.starts[column] as number);
  const seeValue = (slot: Slot, value: Values, problems: readonly Problem[]): void => {
    const {column, kind, unfitting} = slot;
    const {text, line} = value;
    dates.get(column)?.see(text, line);
    const isBad = problems.some(({cell}) => cell === column);
    if (unfitting?.(text)) count(emptied, column, value);
    else if (isBad) count(bad, column, {slot, ...value});
    if (neverFit.has(column) && (!isBad || mayFit(kind, text))) neverFit.delete(column);
  };
  return {
    fits(record) {
      for (const column of neverFit) if (isFilled(record, column)) neverFit.delete(column);
    },
    see(record, problems) {
      if (record.cells.count < rules.headers.length) return;
      for (const slot of strict) {
        const text = textOf(record, slot.column);
        if (text !== '') seeValue(slot, {rows: 0, text, line: record.line}, problems);
      }
    },
    get bad() {
      return [...bad]
        .sort(([, one], [, other]) => other.rows - one.rows)
        .map(([column, {slot, rows, text, line}]) => {
          const seen = dates.get(column);
          const isOpen = seen !== undefined && !seen.dmy && !seen.mdy;
          return {
            column,
            field: slot.field ?? '',
            rows,
            line,
            text,
            twoMeanings: isOpen ? seen.unclear?.text : undefined,
          };
        });
    },
    get unfit() {
      return new Map([...bad].filter(([column]) => neverFit.has(column)));
    },
    dates,
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
