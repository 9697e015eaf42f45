import type {Loose} from '../api/schema.js';
import type {CellColumn} from './cells.js';
import {peek} from './peek.js';
import type {Batches} from './rows.js';
import {displayWidth} from './width.js';

/** A list, and how wide its columns are. */
export type Measured = {
  readonly widths: readonly number[];
  readonly all: Batches;
  readonly toRow: (record: Loose) => string[];
};

/**
Measures columns by the first thousand records, so that a table can begin before its list ends. Where more may follow,
numbers get some room, because ids grow along a list.
*/
export async function measure(columns: readonly CellColumn[], batches: Batches): Promise<Measured> {
  const {first, all} = await peek(batches, sample);
  const toRow = (record: Loose): string[] => columns.map(({text}) => text(record));
  const rows = first.slice(0, sample).map(toRow);
  const room = first.length < sample ? 1 : 7;
  const widths = columns.map(({head, right}, index) =>
    rows.reduce(
      (most, row) => Math.max(most, displayWidth(row[index] ?? '')),
      Math.max(right ? room : 1, displayWidth(head)),
    ),
  );
  return {widths, all, toRow};
}

const sample = 1000;
