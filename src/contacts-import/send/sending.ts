import type {Context} from '../../commands/command.js';
import type {Host} from '../../system/host.js';
import {type Ranges, rangesOf, union} from '../../work/ranges.js';
import type {ImportJournal} from '../journal/runs.js';
import type {RestTimes} from '../journal/settings.js';
import type {ChunkSize} from './chunks.js';
import type {PlannedRow} from './plan.js';
import type {ImportService, Uploader} from './service.js';

/** After this many single rows in a row that the service refused, the problem is not in the rows. */
export const REFUSED_IN_A_ROW = 10;

/** Everything that sending rows needs. The last six members change while rows are sent. */
export type Sending = {
  readonly service: ImportService & Uploader;
  readonly host: Host;
  readonly tell: Pick<Context, 'notice' | 'warn' | 'progress'>;
  readonly journal: ImportJournal;
  readonly source: string;
  /** The first line of every chunk. */
  readonly header: Uint8Array;
  readonly size: ChunkSize;
  readonly restTimes: RestTimes;
  /** How long to retry what was certainly not applied, in milliseconds. */
  readonly maxWait: number;
  readonly tally: Tally;
  readonly total: number;
  chunk: number;
  /** The step of the last request in the journal. */
  step: number;
  /**
   * The acknowledged rows of an import that fits into its first request: the last look checks them by each field.
   * Undefined for longer imports, whose first rows are checked before any other is sent.
   */
  readonly only: PlannedRow[] | undefined;
  /** Whether the first rows were found in the list, each field in its column. */
  canaryDone: boolean;
  /** How many single rows in a row were refused. */
  refusedInARow: number;
};

/** The rows with an outcome so far. */
export type Tally = {
  /** Rows that the service confirmed, or that were found in the list after a doubt, in this run and in earlier ones. */
  done: Ranges;
  sent: number;
  /** Rows that the service refused individually, with its reasons. */
  readonly refused: Map<number, string>;
  /** Refused rows that an earlier run has already written to a file. */
  readonly written: ReadonlySet<number>;
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
