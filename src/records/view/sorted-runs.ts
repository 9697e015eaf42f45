import type {Loose} from '../../api/describe/schema.js';
import {openScratchFile, type ScratchFile} from '../../core/system/scratch-file.js';
import type {Order, SortKey} from './sort.js';

/** Runs of sorted rows on the disk, which together are a list that memory cannot hold. */
export type SortedRuns = {
  add(lines: Iterable<Uint8Array>): void;
  /** The records of all runs in their order. They are read through this memory. */
  merged<T extends Loose>(order: Order, memory: Buffer): Generator<T, void>;
  close(): void;
};

export function openSortedRuns(): SortedRuns {
  const file = openScratchFile();
  const runs: Run[] = [];
  return {
    add(lines) {
      const from = file.size();
      for (const line of lines) file.append(line);
      runs.push({from, to: file.size()});
    },
    *merged<T extends Loose>(order: Order, memory: Buffer) {
      const share = Math.floor(memory.length / runs.length);
      const all = runs.map((run, at) =>
        rowsOf<T>(lineReader(file, run, memory.subarray(at * share, (at + 1) * share)), order),
      );
      for (const rows = together(all, order); rows.first !== undefined; rows.drop()) yield rows.first.record;
    },
    close: file.close,
  };
}

type Run = {readonly from: number; readonly to: number};

/** Sorted rows; only the first one is known. */
type Rows<T> = {first: {readonly record: T; readonly key: SortKey} | undefined; drop(): void};

function rowsOf<T extends Loose>(nextLine: () => string | undefined, {keyOf}: Order): Rows<T> {
  const next = (): Rows<T>['first'] => {
    const line = nextLine();
    if (line === undefined) return undefined;
    const record: T = JSON.parse(line);
    return {record, key: keyOf(record)};
  };
  const rows: Rows<T> = {
    first: next(),
    drop() {
      rows.first = next();
    },
  };
  return rows;
}

/** Several sorted rows as one. Among equals, the earlier rows come first. */
function together<T>(all: ReadonlyArray<Rows<T>>, order: Order): Rows<T> {
  const [one = {first: undefined, drop() {}}] = all;
  if (all.length <= 1) return one;
  const half = all.length >> 1;
  return inOrder(together(all.slice(0, half), order), together(all.slice(half), order), order);
}

function inOrder<T>(one: Rows<T>, other: Rows<T>, {compare}: Order): Rows<T> {
  const leading = (): Rows<T> => {
    if (other.first === undefined) return one;
    return one.first === undefined || compare(other.first.key, one.first.key) < 0 ? other : one;
  };
  let next = leading();
  const both: Rows<T> = {
    first: next.first,
    drop() {
      next.drop();
      next = leading();
      both.first = next.first;
    },
  };
  return both;
}

/** Reads one line after another through a window. A longer line gets a larger one. */
function lineReader(file: ScratchFile, {from, to}: Run, memory: Buffer): () => string | undefined {
  let window = memory;
  let [start, end, at] = [0, 0, from];
  const readOn = (): void => {
    window.copyWithin(0, start, end);
    [start, end] = [0, end - start];
    if (end === window.length) window = Buffer.concat([window], window.length * 2 + PAGE);
    const more = window.subarray(end, end + Math.min(window.length - end, to - at));
    file.read(more, at);
    at += more.length;
    end += more.length;
  };
  return () => {
    for (let searched = 0; ; ) {
      const line = window.subarray(start + searched, end).indexOf(LINE_END);
      if (line >= 0) {
        const text = window.toString('utf8', start, start + searched + line);
        start += searched + line + 1;
        return text;
      }
      if (at === to) return undefined;
      searched = end - start;
      readOn();
    }
  };
}

const LINE_END = 0x0a;
const PAGE = 4096;
