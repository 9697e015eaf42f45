import type {LineBytes} from '../file/line-bytes.js';
import type {watchAside} from './aside-watch.js';
import {good, isSkippedByStatus, rejected, repeated} from './verdicts.js';

/** How many rows there are, how many of them are blank, and how many have each verdict. */
export type Counts = {rows: number; blank: number} & Record<Counted, number>;

/** Where verdicts are put and counted. */
type Tallied = {
  readonly verdicts: LineBytes;
  readonly counts: Counts;
  readonly aside: Pick<ReturnType<typeof watchAside>, 'followed'>;
};

/** Gives each row its verdict, and counts them. A row that is skipped because of its status has its verdict before. */
export function makeTally({verdicts, counts, aside}: Tallied) {
  const mark = (line: number, verdict: number): void => {
    verdicts.set(line, verdict);
    counts[names[verdict] as Counted]++;
  };
  const move = (line: number, from: number, to: number): void => {
    counts[names[from] as Counted]--;
    mark(line, to);
  };
  const takeIn = (line: number, before: number): void => {
    if (before === 0) return void mark(line, good);
    if (isSkippedByStatus(verdicts.of(before))) return void mark(line, verdicts.of(before));
    mark(line, repeated);
  };
  /** Skips a row because of its status, and every other row with the same address, earlier or later. */
  const leaveOut = (line: number, before: number, verdict: number): void => {
    if (before > 0 && verdicts.of(before) === good) move(before, good, verdict);
    mark(line, verdict);
  };
  /** Rejects the lines that looked like the end of the file, when a row follows them. */
  const countEnd = (): void => {
    for (const line of aside.followed()) {
      counts.rows++;
      mark(line, rejected);
    }
  };
  /** Decides about a row when its address was looked up; `before` is the line that had it before, or 0. */
  const settle = (line: number, before: number): void => {
    const status = verdicts.of(line);
    if (isSkippedByStatus(status)) leaveOut(line, before, status);
    else takeIn(line, before);
  };
  return {mark, settle, countEnd};
}

const names = ['', 'good', 'rejected', 'repeated', 'left', 'bounced', 'out'] as const;
type Counted = Exclude<(typeof names)[number], ''>;
