import {displayWidth} from '../output/text/width.js';

/** The keys of a question, as many as fit: the last matters most, so the first are dropped. */
export function keysLine(keys: readonly string[], width: number): string {
  const line = keys.join(' · ');
  return displayWidth(line) <= width || keys.length <= 1 ? line : keysLine(keys.slice(1), width);
}
