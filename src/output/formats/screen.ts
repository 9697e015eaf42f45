import {Chalk} from 'chalk';
import CliTable from 'cli-table3';
import {sum} from '../../core/words/sentence.js';
import {displayWidth, pad, truncate, wrap} from '../text/width.js';
import type {CellColumn, SheetField, Tone} from './people.js';

export type TextRow = readonly string[];

/** How a table is drawn, in pieces of whole lines, so that printing can begin before the last record is known. */
export type Frame = {
  readonly opening: string;
  readonly row: (cells: TextRow) => string;
  readonly closing: string;
  readonly hidden: readonly string[];
};

/** Where something is drawn; `readAloud` means that a screen reader reads it, which would read borders too. */
type DrawnScreen = {readonly width: number; readonly color: boolean; readonly readAloud?: boolean | undefined};

/** A table that fits the terminal, without the least important columns; `whole` keeps all. With no room, each record is lines. */
export function screenFrame(
  columns: readonly CellColumn[],
  natural: readonly number[],
  {width, color, readAloud, whole}: DrawnScreen & {readonly whole: boolean},
): Frame {
  const fitted = readAloud ? undefined : fitColumns(columns, natural, {width, whole: whole || width < leastTable});
  if (!fitted) return linesFrame(columns, readAloud ? undefined : width);
  const kept = [...fitted.keys()];
  const shown = kept.flatMap(index => columns[index] ?? []);
  const grid = drawGrid([...fitted.values()], shown);
  const paints = paintsFor(color);
  const row = (cells: TextRow): string =>
    grid.row(
      kept.map(index => cells[index] ?? ''),
      (cell, text, index) => {
        const tone = color ? shown[index]?.tone?.(text) : undefined;
        return tone ? paints[tone](cell) : cell;
      },
    );
  const head = grid.row(
    shown.map(({head}) => head),
    cell => paints.head(cell),
  );
  return {
    opening: grid.top + head + grid.divider,
    row,
    closing: grid.bottom,
    hidden: columns.filter(({isSpare}, index) => !isSpare && !fitted.has(index)).map(({head}) => head),
  };
}

/** Each record as lines of its fields. A screen reader says no empty field, and no id where a name identifies the record. */
function linesFrame(columns: readonly CellColumn[], width: number | undefined): Frame {
  const row = (cells: TextRow): string => {
    const fields = columns.flatMap(({head, stays, isSpare}, index): SheetField[] => {
      const value = cells[index] ?? '';
      return width === undefined && !stays && (isSpare || value === '') ? [] : [[head, value]];
    });
    return `${drawLines(fields, width ?? spokenWidth)}\n`;
  };
  return {opening: '', row, closing: '', hidden: []};
}

/**
 * The columns that fit, each with its width: the least important are dropped until the rest is readable, then the
 * widest texts are cut, and numbers and dates never. Undefined if there is no room for a table.
 */
function fitColumns(
  columns: ReadonlyArray<Pick<CellColumn, 'head' | 'rank' | 'stays' | 'shrinks'>>,
  natural: readonly number[],
  {width, whole}: {readonly width: number; readonly whole: boolean},
): ReadonlyMap<number, number> | undefined {
  const kept = columns.map(({head, shrinks, ...column}, index) => {
    const wish = natural[index] ?? 0;
    const leastFor = (text: number): number => (shrinks ? Math.min(wish, Math.max(displayWidth(head), text)) : wish);
    const least = [leastFor(column.stays ? leastName : leastText), leastFor(leastCut)] as const;
    return {...column, index, shrinks, wish, least};
  });
  kept.sort((one, other) => Number(other.stays) - Number(one.stays) || one.rank - other.rank);
  const room = (): number => width - sides(kept.length);
  while (!whole && kept.at(-1)?.stays === false && sum(kept.map(({least: [least]}) => least)) > room()) kept.pop();
  kept.sort((one, other) => one.index - other.index);
  const wished = kept.map(({shrinks, wish}) => (shrinks ? Math.max(1, Math.min(wish, room())) : wish));
  for (const which of [0, 1] as const) {
    const least = kept.map(({least}) => least[which]);
    const widths = cutWidest(wished, least, room());
    if (sum(widths) <= room()) return new Map(kept.map(({index}, at) => [index, widths[at] ?? 0]));
  }
  return undefined;
}

/** Cuts the widest columns to one common width, as large as possible, and none below its least width. */
function cutWidest(widths: readonly number[], least: readonly number[], room: number): number[] {
  let cap = Math.max(0, ...widths);
  const capped = (): number[] => widths.map((width, index) => Math.min(width, Math.max(cap, least[index] ?? 0)));
  while (cap > 0 && sum(capped()) > room) cap--;
  let spare = room - sum(capped());
  return capped().map((width, index) => (width < (widths[index] ?? 0) && spare-- > 0 ? width + 1 : width));
}

/** A name can be told from others by this much of it, and other texts are worth a column with that much. */
const leastName = 20;
const leastText = 14;

/** Four characters of a text are still useful where nothing else fits. */
const leastCut = 4;

/** In a narrower terminal, no column is dropped: each record is lines if they do not fit. */
const leastTable = 60;

/**
 * Draws a table's lines and borders once with cli-table3, and fills in its row for each record. cli-table3 itself takes
 * quadratic time, and measures wide characters differently from the code that fits the table. A number is never cut: one that is
 * wider than the measured ones moves the rest of its line.
 */
function drawGrid(widths: readonly number[], columns: ReadonlyArray<Pick<CellColumn, 'right' | 'shrinks'>>) {
  const blank = widths.map(width => standIn.repeat(width));
  const table = new CliTable({
    head: blank,
    colWidths: widths.map(width => width + 2),
    style: {head: [], border: [], compact: true},
  });
  table.push(blank);
  const [top = '', , divider = '', between = '', bottom = ''] = table.toString().split('\n');
  const borders = between.split(standIns);
  const fill = (cells: TextRow): string =>
    `${borders.reduce((line, border, index) => line + (cells[index - 1] ?? '') + border)}\n`;
  const isCut = (index: number): boolean => columns[index]?.shrinks !== false;
  return {
    top: `${top}\n`,
    divider: `${divider}\n`,
    bottom: `${bottom}\n`,
    row: (row: TextRow, paint: (cell: string, text: string, index: number) => string): string => {
      const drawn = row.map((text, index) => {
        const width = widths[index] ?? 0;
        const shown = isCut(index) ? truncate(text, Math.max(1, width)) : text;
        return paint(pad(shown, width, columns[index]?.right === true), text, index);
      });
      return fill(drawn);
    },
  };
}

/** A character of the private use area: one column wide by every measure, and not part of any border. */
const standIn = '\ue000';
const standIns = /\ue000+/;

/** The width of all borders, and of the spaces on either side of each cell. */
const sides = (columns: number): number => columns * 3 + 1;

/** How heads and cells stand out, or the same functions without any colour. */
export function paintsFor(color: boolean): Readonly<Record<Tone | 'head', (text: string) => string>> {
  const {bold, green, yellow, dim} = new Chalk({level: color ? 1 : 0});
  return {head: bold, good: green, moving: yellow, resting: dim};
}

/** Draws one record as a table of its fields, or as wrapped lines on a narrow terminal and for a screen reader. */
export function drawSheet(fields: readonly SheetField[], {width, color, readAloud}: DrawnScreen): string {
  const names = widest(fields.map(([name]) => name));
  const room = width - sides(2) - names;
  if (readAloud) return drawLines(fields, spokenWidth);
  if (room < leastValue) return drawLines(fields, width);
  const lines = fields.flatMap(([name, value, tone]) =>
    folded(value, room).map((line, index) => ({row: [index === 0 ? name : '', line], tone})),
  );
  const grid = drawGrid([names, widest(lines.map(({row: [, line = '']}) => line))], []);
  const paints = paintsFor(color);
  const drawn = lines.map(({row, tone}) =>
    grid.row(row, (cell, _, index) => (tone && index === 1 ? paints[tone](cell) : cell)),
  );
  return grid.top + drawn.join('') + grid.bottom;
}

/** Writes fields as lines. Continued lines are indented, to look like no field. */
function drawLines(fields: readonly SheetField[], width: number): string {
  const lines = fields.flatMap(([name, value]) => {
    const [first = '', ...others] = folded(`${name}: ${value}`, Math.max(1, width - indent.length));
    return [first.trimEnd(), ...others.map(line => indent + line)];
  });
  return lines.map(line => `${line}\n`).join('');
}

/** The lines of a value; only the first ones of a very long value, such as a page of HTML. */
function folded(value: string, room: number): string[] {
  const lines = value.split('\n').flatMap(line => wrap(line, room));
  if (lines.length <= mostLines) return lines;
  const rest = `… ${lines.length - mostLines} more lines; -o json shows all`;
  return [...lines.slice(0, mostLines), ...wrap(rest, room)];
}

const widest = (texts: readonly string[]): number => Math.max(1, ...texts.map(displayWidth));

/** Nobody sees these lines, so an address is in one piece, and only a whole page is folded. */
const spokenWidth = 240;

const mostLines = 12;
const leastValue = 10;
const indent = '  ';
