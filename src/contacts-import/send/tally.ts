import {type Ranges, rangesOf, union} from '../../work/ranges.js';
import type {PlannedRow} from './plan.js';

/** The rows with an outcome so far. */
export type Tally = {
  /** Rows that the service confirmed, or that were found in the list after a doubt, in this run and in earlier ones. */
  done: Ranges;
  sent: number;
  /** Rows that the service refused individually, with its reasons. */
  readonly refused: Map<number, string>;
  /** Refused rows that an earlier run has already written to a file. */
  readonly written: ReadonlySet<number>;
  /** Rows that were sent and were not in the settled list, and whether the service had said that they were imported. */
  readonly dropped: Map<number, 'acknowledged' | 'unanswered'>;
  unknown: readonly PlannedRow[];
};

export function noteDone(tally: Tally, rows: readonly PlannedRow[], of: readonly PlannedRow[] = rows): void {
  const done = new Set(rows);
  tally.done = union(
    tally.done,
    rangesOf(of, row => done.has(row)),
  );
  tally.sent += rows.length;
}
