import {displayWidth} from '../output/text/width.js';

/** The keys that a question understands, as many of them as there is room for: the last matters most, so the first go. */
export function keysLine(keys: readonly string[], width: number): string {
  const line = keys.join(' · ');
  return displayWidth(line) <= width || keys.length <= 1 ? line : keysLine(keys.slice(1), width);
}
