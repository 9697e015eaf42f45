import {type LineRuns, runsOf, union} from '../journal/line-runs.js';
import type {PlannedRow} from './plan.js';

/** What has become of the rows so far. */
export type Tally = {
  /** Rows that the service acknowledged or that the list showed after a doubt; those of earlier runs too. */
  done: LineRuns;
  sent: number;
  /** Rows that the service refused one by one, with what it said. */
  readonly refused: Map<number, string>;
  /** Those of them that an earlier run has written to a file. */
  readonly written: ReadonlySet<number>;
  /** Rows that may have been imported or not. */
  unknown: readonly PlannedRow[];
};

/** Notes rows that have arrived. */
export function noteDone(tally: Tally, rows: readonly PlannedRow[], of: readonly PlannedRow[] = rows): void {
  const done = new Set(rows);
  tally.done = union(
    tally.done,
    runsOf(of, row => done.has(row)),
  );
  tally.sent += rows.length;
}
