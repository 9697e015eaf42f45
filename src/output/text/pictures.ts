import {clean} from './sanitise.js';
import {displayWidth, pad, wrap} from './width.js';

/** A bar for a share from 0 to 1, in eighths of a column, padded with spaces to its width. A share above 1 fills it. */
export function bar(share: number | null | undefined, width: number): string {
  if (!share || share < 0) return ' '.repeat(width);
  // A share above zero is always visible, however small.
  const eighths = Math.max(1, Math.round(Math.min(1, share) * width * 8));
  const drawn = '█'.repeat(Math.floor(eighths / 8)) + (partial[eighths % 8] ?? '');
  return drawn.padEnd(width, ' ');
}

/** A line of small columns for numbers in a row, from 0 to the largest; an unknown number leaves a gap. */
export function sparkline(values: ReadonlyArray<number | null | undefined>): string {
  const most = values.reduce<number>((top, value) => Math.max(top, value ?? 0), 0);
  return values.map(value => (typeof value === 'number' ? columnFor(value, most) : ' ')).join('');
}

const partial = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

const columns = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** The column for a number. Only zero has the lowest one. */
const columnFor = (value: number, most: number): string =>
  columns[value <= 0 || most <= 0 ? 0 : Math.max(1, Math.round((value / most) * (columns.length - 1)))] ?? '';

/** A moment in a timeline: its time, and what happens; the first line is the title, the others are details. */
export type Step = {readonly when: string; readonly says: readonly string[]};

/** Draws a timeline downwards, with texts wrapped; without a width, no lines and no wrapping. */
export function drawTimeline(steps: readonly Step[], width: number | undefined): string {
  const left = Math.max(0, ...steps.map(({when}) => displayWidth(clean(when))));
  return steps
    .flatMap(({when, says}, at) => {
      const isLast = at === steps.length - 1;
      const [knot, rail] = width === undefined ? ['', ''] : railsOf(at === 0, isLast);
      const room = width === undefined ? Number.POSITIVE_INFINITY : Math.max(narrowest, width - left - 4);
      const texts = says.flatMap(text => wrap(clean(text), room));
      const lines = texts.map(
        (text, line) => `${line === 0 ? knot : rail}${pad(line === 0 ? clean(when) : '', left, false)}  ${text}`,
      );
      return width === undefined || isLast ? lines : [...lines, '│'];
    })
    .map(line => `${line.trimEnd()}\n`)
    .join('');
}

/** What stands before the first line of a moment, and before its other lines. */
function railsOf(isFirst: boolean, isLast: boolean): readonly [knot: string, rail: string] {
  const rail = isLast ? '  ' : '│ ';
  if (isFirst) return ['● ', rail];
  return [isLast ? '└ ' : '├ ', rail];
}

/** The fewest columns for a line; with fewer, a word would not fit. */
const narrowest = 12;
