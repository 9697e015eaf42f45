import type {Ranges} from '../../change/work/ranges.js';

/**
 * What a row is, and what has become of it: one byte for each line of the file. The check, the plan, the work and the last
 * look only move a row from one state to another, a resumed run lays its journal over them, and the end counts.
 */
export const state = {
  none: 0,
  // The check. Only good rows go on.
  good: 1,
  rejected: 2,
  repeated: 3,
  left: 4,
  bounced: 5,
  out: 6,
  // The plan: nothing is to be done about these rows.
  same: 7,
  unsubscribed: 8,
  differs: 9,
  several: 10,
  away: 11,
  // The plan: these rows are wanted.
  add: 12,
  change: 13,
  leftAlone: 14,
  noCountry: 15,
  // The work, and the last look.
  sent: 17,
  doubtful: 18,
  refused: 19,
  there: 20,
  twice: 21,
  missing: 22,
  changed: 23,
  failed: 24,
} as const;

export type RowState = (typeof state)[keyof typeof state];

/**
 * What each wanted row counts as in the sum of its run; all others are not wanted. Rows that were `sent` were taken by the
 * service and not seen on the list: they count as done until the list was read, and are in doubt if it cannot tell. What
 * nobody can send is impossible: rows that are refused, and those that the effect of the plan says.
 */
export const countsAs = {
  done: [state.there, state.twice, state.changed],
  left: [state.add, state.change, state.missing, state.failed],
  doubtful: [state.doubtful],
} as const satisfies Record<string, readonly RowState[]>;

export const takenStates = [state.sent, state.there, state.twice, state.missing] as const;

/** Whether a row has passed the check, whatever became of it since. */
export const hasPassed = (of: number): boolean => of === state.good || of > state.out;

export const isSkippedByStatus = (of: number): boolean => of >= state.left && of <= state.out;

/** The states of the rows of a file, by their first lines. It grows with the highest line. */
export class Rows {
  private bytes = new Uint8Array(256);
  private readonly counts = new Uint32Array(256);
  private places: Uint32Array | undefined;

  of(line: number): number {
    return this.bytes[line] ?? state.none;
  }

  set(line: number, to: number): void {
    if (line >= this.bytes.length) {
      const larger = new Uint8Array(Math.max(this.bytes.length * 2, line + 1));
      larger.set(this.bytes);
      this.bytes = larger;
    }
    const from = this.bytes[line] as number;
    this.counts[from] = (this.counts[from] as number) - 1;
    this.counts[to] = (this.counts[to] as number) + 1;
    this.bytes[line] = to;
  }

  count(...some: readonly RowState[]): number {
    return some.reduce<number>((sum, each) => sum + (this.counts[each] as number), 0);
  }

  *lines(...some: readonly RowState[]): Generator<number> {
    const wanted = new Uint8Array(256);
    for (const each of some) wanted[each] = 1;
    for (let line = 0; line < this.bytes.length; line++) if (wanted[this.bytes[line] as number] === 1) yield line;
  }

  placeOf(line: number): number {
    if (this.places === undefined) {
      this.places = new Uint32Array(this.bytes.length);
      let passed = 0;
      for (const [each, of] of this.bytes.entries()) this.places[each] = hasPassed(of) ? passed++ : passed;
    }
    return this.places[line] as number;
  }

  /** Lines in order as ranges, none of which covers another row. */
  ranges(lines: Iterable<number>): Ranges {
    const ranges: Array<[number, number]> = [];
    for (const line of lines) {
      const last = ranges.at(-1);
      if (last && this.bytes.subarray(last[1] + 1, line).every(of => of === state.none)) last[1] = line;
      else ranges.push([line, line]);
    }
    return ranges;
  }
}
