import {clean} from '../text/sanitise.js';
import {displayWidth, pad, wrap} from '../text/width.js';

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
