import CliTable from 'cli-table3';
import {displayWidth, pad, truncate} from '../text/width.js';
import {paintsFor} from './paint.js';
import type {Tone} from './tone.js';

type Grid = {
  readonly widths: readonly number[];
  /** Whether cells are aligned right, and whether they may be cut; by default they are aligned left and may be cut. */
  readonly columns: ReadonlyArray<{readonly right: boolean; readonly shrinks: boolean}>;
  readonly head: Row | undefined;
  readonly color: boolean;
};

/** A table in pieces of whole lines, so that printing can begin before the last record is known. */
type Drawn = {
  readonly opening: string;
  readonly row: (row: Row, tones?: Tones) => string;
  /** The line between the head and the rows, to separate other rows. */
  readonly divider: string;
  readonly closing: string;
};

/** Clean texts, each on one line. */
export type Row = readonly string[];

/** The tones of a row's cells; undefined without colours. */
type Tones = ReadonlyArray<Tone | undefined>;

/**
 * Draws a table's lines and borders once with cli-table3, and fills in its row for each record. cli-table3 itself takes
 * quadratic time, and measures wide characters differently from the code that fits the table. A number may be wider
 * than the measured ones; it is never cut, and the widest text of its row gives up the space.
 */
export function drawGrid({widths, columns, head, color}: Grid): Drawn {
  const blank = widths.map(width => standIn.repeat(width));
  const table = new CliTable({
    ...(head && {head: blank}),
    colWidths: widths.map(width => width + 2),
    style: {head: [], border: [], compact: true},
  });
  table.push(blank);
  const lines = table.toString().split('\n');
  const borders = (lines.at(-2) ?? '').split(standIns);
  const isCut = (index: number): boolean => columns[index]?.shrinks !== false;
  const toCell = (text: string, index: number, {cut, width}: {cut: boolean; width: number}): string =>
    pad(cut ? truncate(text, width) : text, width, columns[index]?.right === true);
  const widestText = widths.reduce(
    (widest, width, index) => (isCut(index) && width > (widths[widest] ?? 0) ? index : widest),
    -1,
  );
  const fill = (cells: readonly string[]): string =>
    borders.reduce((line, border, index) => line + (cells[index - 1] ?? '') + border);
  const paints = paintsFor(color);
  const toRow = (row: Row, tones: Tones): string => {
    const over = row.reduce(
      (sum, text, index) => (isCut(index) ? sum : sum + Math.max(0, displayWidth(text) - (widths[index] ?? 0))),
      0,
    );
    return fill(
      row.map((text, index) => {
        const width = Math.max(1, (widths[index] ?? 0) - (index === widestText ? over : 0));
        const cell = toCell(text, index, {cut: isCut(index), width});
        const tone = tones[index];
        return tone ? paints[tone](cell) : cell;
      }),
    );
  };
  const toHead = (names: Row): string =>
    fill(names.map((name, index) => paints.head(toCell(name, index, {cut: true, width: widths[index] ?? 0}))));
  const ended = (some: readonly string[]): string => some.map(line => `${line}\n`).join('');
  return {
    opening: ended(head ? [lines[0] ?? '', toHead(head), lines[2] ?? ''] : lines.slice(0, 1)),
    row: (row, tones = []) => `${toRow(row, tones)}\n`,
    divider: head ? ended(lines.slice(2, 3)) : '',
    closing: ended(lines.slice(-1)),
  };
}

/** A character of the private use area: one column wide by every measure, and not part of any border. */
const standIn = '\ue000';
const standIns = /\ue000+/;
