import {number} from '../../core/words/sentence.js';
import {clean} from '../text/sanitise.js';
import {truncate} from '../text/width.js';

/** Shows the progress of a long task: a bar on a terminal, an occasional line elsewhere. */
export type Progress = {
  show(step: {readonly label: string; readonly done?: number; readonly total?: number}): void;
  clear(): void;
};

/** Progress on a terminal that also shows data. */
export type ProgressDisplay = Progress & {
  /** Removes the bar before data is written, and draws none while a line of data is unfinished. */
  makeRoom(data: string | Uint8Array): void;
};

type ProgressOptions = {
  /** `bar` is redrawn in place; `lines` are printed from time to time, and so is `json`, for programs. */
  readonly style: 'bar' | 'lines' | 'json' | 'none';
  readonly width: number;
  readonly elapsed: () => number;
  readonly write: (text: string) => void;
};

type ShownStep = Parameters<Progress['show']>[0];

/** Makes a progress display. It has no timers, so it never keeps the process alive. */
export function createProgress({style, width, elapsed, write}: ProgressOptions): ProgressDisplay {
  if (style === 'none') return silent;
  const bar = style === 'bar';
  // A bar appears at once, and a line only where the work takes that long.
  const [every, longAgo] = bar ? [100, Number.NEGATIVE_INFINITY] : [10_000, Number.POSITIVE_INFINITY];
  let begun: string | undefined;
  let shown = Number.NEGATIVE_INFINITY;
  let isDrawn = false;
  let lineIsOpen = false;
  const clear = (): void => {
    if (isDrawn) write(`\r${eraseLine}`);
    isDrawn = false;
    shown = Math.min(shown, longAgo);
  };

  return {
    show(next) {
      if (lineIsOpen && bar) return;
      const at = elapsed();
      if (begun !== next.label) [begun, shown] = [next.label, Math.min(at, longAgo)];
      if (at - shown < every) return;
      shown = at;
      isDrawn = bar;
      if (bar) write(`\r${eraseLine}${truncate(words(next), width - 1)}`);
      else write(`${style === 'json' ? JSON.stringify({progress: next}) : words(next)}\n`);
    },
    clear,
    makeRoom(data) {
      clear();
      const last = data.at(-1);
      lineIsOpen = last === undefined ? lineIsOpen : last !== '\n' && last !== lineEnd;
    },
  };
}

const nothing = (): void => undefined;
const silent: ProgressDisplay = {show: nothing, clear: nothing, makeRoom: nothing};

const lineEnd = 0x0a;
const eraseLine = '\u001b[K';

/** `Sending 1,200 of 9,871` */
function words({label, done, total}: ShownStep): string {
  const count = done === undefined ? '' : total === undefined ? number(done) : `${number(done)} of ${number(total)}`;
  return `${clean(label)} ${count}`.trimEnd();
}
