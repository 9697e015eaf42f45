import type {Loose} from '../../api/describe/schema.js';
import {peek} from '../results/peek.js';
import type {Batches} from '../results/rows.js';
import {displayWidth} from '../text/width.js';
import type {CellColumn} from './cells.js';
import {shortCodes} from './short-codes.js';

/** A list, and the widths of its columns. */
export type Measured = {
  readonly widths: readonly number[];
  /** Whether unmeasured records may follow. */
  readonly more: boolean;
  readonly all: Batches;
  readonly toRow: (record: Loose) => string[];
};

/**
 * Measures columns with the first thousand records, so that a table can begin before its list ends. If more may follow,
 * numbers get some extra space, because ids grow along a list. `shortens` shows only the beginnings of codes, which
 * needs a list known to its end.
 */
export async function measure(
  columns: readonly CellColumn[],
  batches: Batches,
  {shortens, totals}: {readonly shortens: boolean; readonly totals?: Loose | undefined},
): Promise<Measured> {
  const {first, all} = await peek(batches, sample);
  const more = first.length >= sample;
  const shown = columns.map(({text, code}) => {
    if (!code || !shortens || more) return text;
    const short = shortCodes(first.map(text));
    return (record: Loose) => short(text(record));
  });
  const toRow = (record: Loose): string[] => shown.map(text => text(record));
  // Totals are the longest numbers of their columns, and have no code.
  const rows = [...first.slice(0, sample), ...(totals ? [totals] : [])].map(toRow);
  const room = more ? 7 : 1;
  const widths = columns.map(({head, right}, index) =>
    rows.reduce(
      (most, row) => Math.max(most, displayWidth(row[index] ?? '')),
      Math.max(right ? room : 1, displayWidth(head)),
    ),
  );
  return {widths, more, all, toRow};
}

const sample = 1000;
