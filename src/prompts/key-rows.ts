import {displayWidth, wrap} from '../output/text/width.js';
import type {Look} from './widget.js';

/** The keys of a question, or other short parts of a line: in a narrow window in several rows, each part whole. */
export function keyRows(keys: readonly string[], {width, paint}: Look): string[] {
  const rows: string[] = [];
  for (const key of keys) {
    const longer = [...rows.slice(-1), key].join(' · ');
    if (rows.length > 0 && displayWidth(longer) <= width - 2) rows[rows.length - 1] = longer;
    else rows.push(key);
  }
  return rows.flatMap(row => wrap(row, width - 2)).map(row => `  ${paint.small(row)}`);
}
