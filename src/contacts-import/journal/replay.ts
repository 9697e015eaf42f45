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
  readonly chunk: number;
  /** How the last run ended; undefined if it was killed. */
  readonly end: End | undefined;
  /** Rows that were ever sent, whatever became of them. */
  readonly sent: LineRanges;
  /** The contacts that rows became, if they were looked up. */
  readonly added: readonly Added[];
  /** The files that name rows, by path, with the SHA-256 of each. */
  readonly wrote: ReadonlyMap<string, string>;
  /** The entries of people whom the sync unsubscribed, by the hash of each person. */
  readonly unsubscribed: ReadonlyMap<string, number>;
  readonly doing: Work | undefined;
  readonly undoing: boolean;
};

/** Replays a journal. The rows of an intent without an outcome are in doubt, whatever the other records say. */
export function replay(records: readonly JournalRecord[]): Replayed {
  const state: State = {
    done: [],
    doubt: [],
    compared: [],
    sent: [],
    chunk: 0,
    end: undefined,
    doing: undefined,
    undoing: false,
    added: [],
    refused: new Map(),
    wrote: new Map(),
    unsubscribed: new Map(),
  };
  for (const record of records) {
    if (record.kind !== 'header') state.end = undefined;
    replayed(state, record);
  }
  const {doubt, compared, ...known} = state;
  const isInDoubt = (line: number) => covers(doubt, line) && !covers(compared, line);
  return {...known, isInDoubt, hasDoubt: doubt.length > 0};
}

type State = {-readonly [K in keyof Omit<Replayed, 'hasDoubt' | 'isInDoubt'>]: Replayed[K]} & {
  readonly added: Added[];
  readonly refused: Map<number, string>;
  readonly wrote: Map<string, string>;
  doubt: LineRanges;
  /** Rows in doubt that a comparison with the list has since decided. */
  compared: LineRanges;
};

/** What a record says about the rows. */
function replayed(state: State, record: JournalRecord): void {
  switch (record.kind) {
    case 'intent':
      Object.assign(state, {doubt: record.lines, compared: [], chunk: record.chunk});
      state.sent = union(state.sent, record.lines);
      break;
    case 'outcome':
      if (record.outcome === 'acknowledged') state.done = union(state.done, record.lines);
      if (record.outcome === 'rejected')
        for (const [line] of record.lines) state.refused.set(line, record.reason ?? '');
      if (record.outcome !== 'refused' && record.outcome !== 'unknown') state.doubt = [];
      break;
    case 'compare':
      state.done = union(state.done, record.present);
      state.compared = union(state.compared, union(record.present, record.absent));
      break;
    case 'added':
      state.added.push(record);
      break;
    case 'wrote':
      state.wrote.set(record.path, record.sha256);
      break;
    case 'doing':
      state.doing = record.work;
      state.undoing ||= record.work === 'undo';
      break;
    case 'unsubscribed':
      state.unsubscribed = new Map([...state.unsubscribed, ...record.people.map(([id, hash]) => [hash, id] as const)]);
      break;
    case 'did':
      state.doing = undefined;
      break;
    case 'end':
      state.end = record;
      if (SETTLED.has(record.result)) state.doing = undefined;
  }
}

/** The results that prove the list had settled, so that no request of an interrupted run is still being applied. */
const SETTLED: ReadonlySet<End['result']> = new Set(['done', 'superseded', 'undone']);
