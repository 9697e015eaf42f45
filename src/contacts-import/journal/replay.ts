import type {Added, End, JournalRecord, Work} from './journal-record.js';
import {covers, type LineRanges, union} from './line-ranges.js';

/** The state of an import's rows, read from its journal. */
export type Replayed = {
  /** Rows that the service confirmed, or that were found in the list. */
  readonly done: LineRanges;
  /** Rows that the service refused individually, and why. */
  readonly refused: ReadonlyMap<number, string>;
  /** Whether rows were sent without a clear answer; `isInDoubt` says which. */
  readonly hasDoubt: boolean;
  isInDoubt(line: number): boolean;
  /** The number of the last request. */
  readonly chunk: number;
  /** How the last run ended; undefined if it was killed. */
  readonly end: End | undefined;
  /** Rows that were ever sent, whatever became of them. */
  readonly sent: LineRanges;
  /** The contacts that rows became, if they were looked up. */
  readonly added: readonly Added[];
  /** The files that name rows, by path, with the SHA-256 of each. */
  readonly wrote: ReadonlyMap<string, string>;
  /** Work on contacts that has no outcome. */
  readonly doing: Work | undefined;
  /** Whether an undo of the import has begun. */
  readonly undoing: boolean;
};

/** Replays a journal. The rows of an intent without an outcome are in doubt, whatever the other records say. */
export function replay(records: readonly JournalRecord[]): Replayed {
  let done: LineRanges = [];
  let doubt: LineRanges = [];
  /** Rows in doubt that a later comparison with the list decided. */
  let compared: LineRanges = [];
  let chunk = 0;
  let end: End | undefined;
  let sent: LineRanges = [];
  let doing: Work | undefined;
  let undoing = false;
  const added: Added[] = [];
  const refused = new Map<number, string>();
  const wrote = new Map<string, string>();
  for (const record of records) {
    if (record.kind !== 'header') end = record.kind === 'end' ? record : undefined;
    if (record.kind === 'intent') {
      [doubt, compared, chunk] = [record.lines, [], record.chunk];
      sent = union(sent, record.lines);
    } else if (record.kind === 'outcome') {
      if (record.outcome === 'acknowledged') done = union(done, record.lines);
      if (record.outcome === 'rejected') for (const [line] of record.lines) refused.set(line, record.reason ?? '');
      if (record.outcome !== 'refused' && record.outcome !== 'unknown') doubt = [];
    } else if (record.kind === 'compare') {
      done = union(done, record.present);
      compared = union(compared, union(record.present, record.absent));
    } else if (record.kind === 'added') {
      added.push(record);
    } else if (record.kind === 'wrote') {
      wrote.set(record.path, record.sha256);
    } else if (record.kind === 'doing') {
      doing = record.work;
      undoing ||= record.work === 'undo';
    } else if (record.kind === 'did' || (record.kind === 'end' && SETTLED.has(record.result))) {
      doing = undefined;
    }
  }
  const isInDoubt = (line: number) => covers(doubt, line) && !covers(compared, line);
  return {done, refused, chunk, end, isInDoubt, hasDoubt: doubt.length > 0, sent, added, wrote, doing, undoing};
}

/** The results that prove the list had settled, so that no request of an interrupted run is still being applied. */
const SETTLED: ReadonlySet<End['result']> = new Set(['done', 'superseded', 'undone']);
