import {clean} from '../text/sanitise.js';
import {displayWidth, pad, wrap} from '../text/width.js';

/** A moment on a line of time: when it is, and what happens then; the first line says it, the others say more. */
export type Step = {readonly when: string; readonly says: readonly string[]};

/**
Draws a line of time downwards, since its texts are longer than a terminal is wide. Texts are wrapped to the width; without
one there are no lines drawn and nothing is wrapped.
*/
export function drawTimeline(steps: readonly Step[], width: number | undefined): string {
  const left = Math.max(0, ...steps.map(({when}) => displayWidth(clean(when))));
  return steps
    .flatMap(({when, says}, at) => {
      const isLast = at === steps.length - 1;
      const [knot, rail] =
        width === undefined ? ['', ''] : [at === 0 ? '● ' : isLast ? '└ ' : '├ ', isLast ? '  ' : '│ '];
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

/** A line of fewer columns would hold less than a word. */
const narrowest = 12;
