import {duration} from '../../core/words/calendar.js';
import {number} from '../../core/words/sentence.js';
import {clean} from '../text/sanitise.js';
import type {Form} from '../text/terminal.js';
import {displayWidth, truncate} from '../text/width.js';

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

export type ProgressOptions = {
  /** `bar` is redrawn in place; `lines` are printed from time to time, and so is `json`, for programs. */
  readonly style: 'bar' | 'lines' | 'json' | 'none';
  readonly width: number;
  readonly elapsed: () => number;
  readonly write: (text: string, form?: Form) => void;
};

type Step = Parameters<Progress['show']>[0];

type Pace = Step & {readonly rate?: number; readonly secondsLeft?: number};

/** Makes a progress display. It has no timers, so it never keeps the process alive. */
export function createProgress({style, width, elapsed, write}: ProgressOptions): ProgressDisplay {
  if (style === 'none') return silent;
  const bar = style === 'bar';
  // A bar appears at once, and a line only where the work takes that long.
  const [every, longAgo] = bar ? [100, Number.NEGATIVE_INFINITY] : [10_000, Number.POSITIVE_INFINITY];
  let started: {readonly label: string; readonly at: number; readonly done: number} | undefined;
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
      if (started?.label !== next.label) {
        started = {label: next.label, at, done: next.done ?? 0};
        shown = Math.min(at, longAgo);
      }
      if (at - shown < every) return;
      shown = at;
      const pace = toPace(next, started, at);
      isDrawn = bar;
      if (bar) write(`\r${eraseLine}${truncate(withBar(pace, width - 1), width - 1)}`);
      else write(`${style === 'json' ? JSON.stringify({progress: pace}) : words(pace)}\n`);
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

function toPace(step: Step, started: {readonly at: number; readonly done: number}, at: number): Pace {
  const {label, done, total} = step;
  const seconds = (at - started.at) / 1000;
  const gained = (done ?? 0) - started.done;
  if (done === undefined || seconds < 1 || gained <= 0) return step;
  const rate = gained / seconds;
  const rounded = rate < 10 ? Math.round(rate * 10) / 10 : Math.round(rate);
  const left = total === undefined ? {} : {secondsLeft: Math.max(0, Math.ceil((total - done) / rate))};
  return {label, done, ...(total !== undefined && {total}), rate: rounded, ...left};
}

/** `Sending 1,200 of 9,871 · 250/s · 35s left` */
function words({label, done, total, rate, secondsLeft}: Pace): string {
  const parts = [
    done === undefined ? '' : total === undefined ? number(done) : `${number(done)} of ${number(total)}`,
    rate === undefined ? '' : `${number(rate)}/s`,
    secondsLeft === undefined ? '' : `${duration(secondsLeft)} left`,
  ].filter(part => part !== '');
  return parts.length === 0 ? clean(label) : `${clean(label)} ${parts.join(' · ')}`;
}

/** The words of a step, after a bar if it has room beside them. */
function withBar(pace: Pace, width: number): string {
  const text = words(pace);
  const {done, total} = pace;
  const room = Math.min(20, width - displayWidth(text) - 1);
  if (done === undefined || !total || room < 8) return text;
  const full = Math.round(room * Math.min(1, done / total));
  return `${'█'.repeat(full)}${'░'.repeat(room - full)} ${text}`;
}
