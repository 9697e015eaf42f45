import type {DateOrder} from '../file/contract.js';

type Example = {readonly text: string; readonly line: number};

/** What the dates of one column show: the first with each order, and the first that has two meanings. */
export type DatesSeen = {
  see(text: string, line: number): void;
  /** The order that all dates of the column have in common; undefined if none shows it, or both appear. */
  readonly order: DateOrder | undefined;
  readonly dmy: Example | undefined;
  readonly mdy: Example | undefined;
  readonly unclear: Example | undefined;
};

/** Watches the dates of one column: a single 31/12/2020 settles what 03/04/2020 means. */
export function watchDates(): DatesSeen {
  const first: Partial<Record<DateOrder | 'unclear', Example>> = {};
  return {
    see(text, line) {
      const shown = orderShownBy(text);
      if (shown !== undefined) first[shown] ??= {text, line};
    },
    get order() {
      if (first.dmy && first.mdy) return undefined;
      return first.dmy ? 'dmy' : first.mdy ? 'mdy' : undefined;
    },
    get dmy() {
      return first.dmy;
    },
    get mdy() {
      return first.mdy;
    },
    get unclear() {
      return first.unclear;
    },
  };
}

/** The order that a date shows by itself. A date with dots has the day first anyway, and shows nothing. */
function orderShownBy(text: string): DateOrder | 'unclear' | undefined {
  const [, first = '', , second = ''] = /^(\d{1,2})([-/])\s?(\d{1,2})\2\s?\d{4}(?!\d)/.exec(text) ?? [];
  const [one, two] = [Number(first), Number(second)];
  if (one === two || (one > 12 && two > 12)) return undefined;
  if (one <= 12 && two <= 12) return 'unclear';
  return one > 12 ? 'dmy' : 'mdy';
}
