import {Chalk} from 'chalk';
import CliTable from 'cli-table3';
import {displayWidth, truncate} from './width.js';

export type Grid = {
  readonly widths: readonly number[];
  /** The columns whose cells stand at the right. */
  readonly rights: readonly boolean[];
  readonly head: readonly string[] | undefined;
  readonly color: boolean;
};

/** A table drawn piece by piece; each piece is whole lines. */
export type Drawn = {
  readonly opening: string;
  readonly rows: (rows: readonly Row[]) => string;
  readonly closing: string;
};

/** Clean texts, each on one line. */
export type Row = readonly string[];

/**
Draws a table with cli-table3, a few rows at a time, since it takes time with the square of the rows. It measures wide
characters with another ruler than ours; so a text that is not ASCII goes in as a run of one letter, as wide as the text,
and is put in its place afterwards.
*/
export function drawGrid(grid: Grid): Drawn {
  const {bold} = new Chalk({level: grid.color ? 1 : 0});
  const blank = grid.widths.map(() => '');
  const frame = draw(grid, {head: grid.head, rows: [blank], chars: {}, paint: grid.color ? bold : undefined}).split(
    '\n',
  );
  return {
    opening: joined(frame.slice(0, -2)),
    rows: rows => {
      const pieces: string[] = [];
      for (let start = 0; start < rows.length; start += window) {
        pieces.push(
          draw(grid, {head: undefined, rows: rows.slice(start, start + window), chars: rowsOnly, paint: undefined}),
        );
      }
      return joined(pieces);
    },
    closing: joined(frame.slice(-1)),
  };
}

type Piece = {
  readonly head: Row | undefined;
  readonly rows: readonly Row[];
  readonly chars: Record<string, string>;
  /** Colours the texts. */
  readonly paint: ((text: string) => string) | undefined;
};

function draw({widths, rights}: Grid, {head, rows, chars, paint}: Piece): string {
  const texts: string[] = [];
  const fitted = (row: Row): string[] =>
    row.map((cell, index) => {
      const text = truncate(cell, widths[index] ?? 0);
      if (!paint && ascii.test(text)) return text;
      const stand = standIn.repeat(displayWidth(text));
      if (stand !== '') texts.push(paint ? paint(text) : text);
      return stand;
    });
  const table = new CliTable({
    ...(head && {head: fitted(head)}),
    colWidths: widths.map(width => width + 2),
    colAligns: rights.map(right => (right ? 'right' : 'left')),
    chars,
    style: {head: [], border: [], compact: true},
  });
  for (const row of rows) table.push(fitted(row));
  const drawn = table.toString();
  let next = 0;
  return texts.length === 0 ? drawn : drawn.replace(standIns, () => texts[next++] ?? '');
}

const window = 25;

/** Pieces in the middle of a table have neither top nor bottom. */
const rowsOnly = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'].map(name => [
    name,
    '',
  ]),
);

const joined = (pieces: readonly string[]): string => pieces.map(piece => `${piece}\n`).join('');

const ascii = /^[\x20-\x7e]*$/;
/** Of the private use area, one column wide to every ruler; a text that holds it is not ASCII and so never meets it. */
const standIn = '\ue000';
const standIns = /\ue000+/g;
