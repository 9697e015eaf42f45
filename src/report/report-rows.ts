import {bar, sparkline} from '../output/drawing/bars.js';
import {clean} from '../output/text/sanitise.js';
import {pad, truncate, wrap} from '../output/text/width.js';
import {rateInWords} from '../records/fields/readable.js';
import type {AutomationFigures} from './report.schema.js';
import {countInWords} from './wording.js';

/** The rows of a report in a window of some width. */
export type Rows = {
  /** A name in its column, and the facts about it. */
  row(name: string, ...cells: readonly string[]): string;
  /** A number, and a bar that compares it with the largest. */
  sized(count: number, most: number): string;
  /** A number for each month, as small columns. */
  monthly<T extends number | null>(values: readonly T[], wordOf: (value: T) => string): string;
  figures(of: Figures): string;
  /** What stands above figures. */
  readonly headings: string;
  /** A sentence in lines. */
  wrapped(text: string): readonly string[];
};

type Figures = Pick<AutomationFigures, 'triggered' | 'open_rate' | 'bounce_rate' | 'unsubscribe_rate'>;

/**
 * Lays the rows out: in a narrow window names and bars are shorter, and rates have no bars. Without pictures, numbers
 * say the same.
 */
export function rowsFor(width: number, pictures: boolean): Rows {
  const isWide = width >= WIDE;
  const names = isWide ? 26 : 18;
  const barred = isWide && pictures;
  const opened = (rate: number | null): string =>
    `${rateInWords(rate).padStart(6)}${barred ? ` ${bar(rate, 10)}` : ''}`;
  return {
    row: (name, ...cells) => `  ${pad(truncate(clean(name), names), names, false)}  ${cells.join('  ')}`.trimEnd(),
    sized: (count, most) =>
      `${countInWords(count).padStart(9)}${pictures ? `  ${bar(count / most, isWide ? 20 : 10)}` : ''}`,
    monthly: (values, wordOf) => (pictures ? sparkline(values) : values.map(wordOf).join(' ')),
    figures: ({triggered, open_rate, bounce_rate, unsubscribe_rate}) =>
      [
        countInWords(triggered).padStart(9),
        opened(open_rate),
        rateInWords(bounce_rate).padStart(7),
        rateInWords(unsubscribe_rate).padStart(6),
      ].join('  '),
    headings: ['mails'.padStart(9), 'opened'.padEnd(barred ? 17 : 6), 'bounced', '  left'].join('  '),
    wrapped: text =>
      wrap(clean(text), Math.max(LEAST, width - 4)).map((line, at) => (at === 0 ? `  ${line}` : `    ${line}`)),
  };
}

/** Sentences are not broken into single letters in a window that is too narrow for anything. */
export const LEAST = 20;

/** The width of the longest row with all its bars. */
const WIDE = 76;
