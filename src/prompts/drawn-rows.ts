import {stripVTControlCharacters} from 'node:util';
import {displayWidth} from '../output/text/width.js';

/** A question as it was last drawn, to find its rows again after the window has changed. */
export type Drawn = {
  /** The lines down to the one that is typed on. */
  readonly above: readonly string[];
  readonly below: readonly string[];
  /** The width of the window at that moment. */
  readonly columns: number;
};

/**
 * Erases a question in a window of another width, and leaves the cursor where it began. A terminal breaks the lines that
 * have become too wide, so the question takes more rows than were drawn.
 */
export function eraseDrawn(drawn: Drawn, cursor: number, columns: number): string {
  const lines = drawn.above.slice(0, -1).map(line => Math.max(1, Math.ceil(widthOf(line) / columns)));
  const typedOn =
    Math.floor(cursor / drawn.columns) * Math.ceil(drawn.columns / columns) +
    Math.floor((cursor % drawn.columns) / columns);
  return `${up(lines.reduce((rows, each) => rows + each, typedOn))}\r${ERASE_BELOW}`;
}

/** Makes room for a question like the one drawn, and leaves the cursor where the next drawing expects it. */
export const makeRoom = (drawn: Drawn, cursor: number): string =>
  `\r${'\n'.repeat(drawn.above.length - 1 + rowOf(drawn, cursor) + rowsUnder(drawn, cursor))}${up(rowsUnder(drawn, cursor))}`;

/** How many rows of the question are below the cursor. */
export const rowsUnder = (drawn: Drawn, cursor: number): number =>
  Math.floor(widthOf(drawn.above.at(-1) ?? '') / drawn.columns) - rowOf(drawn, cursor) + drawn.below.length;

/** Begins behind the first character: some terminals keep a copy of a whole screen that is erased. */
const ERASE_BELOW = '\u001b[1C\u001b[J\r\u001b[K';

const rowOf = ({columns}: Drawn, cursor: number): number => Math.floor(cursor / columns);
const widthOf = (line: string): number => displayWidth(stripVTControlCharacters(line));
/** Moves the cursor up. */
export const up = (rows: number): string => (rows > 0 ? `\u001b[${rows}A` : '');
