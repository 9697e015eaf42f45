import {displayWidth, wrap} from '../text/width.js';
import {drawGrid, type Row} from './grid.js';
import type {Tone} from './tone.js';

/** Where a sheet is drawn; `readAloud` means that a screen reader reads it, which would read borders too. */
export type Screen = {readonly width: number; readonly color: boolean; readonly readAloud?: boolean | undefined};

export type SheetField = readonly [name: string, value: string, tone?: Tone | undefined];

/** Draws one record as a table of its fields, or as wrapped lines on a narrow terminal and for a screen reader. */
export function drawSheet(fields: readonly SheetField[], screen: Screen): string {
  const names = widest(fields.map(([name]) => name));
  const room = screen.width - sides(2) - names;
  if (screen.readAloud) return drawLines(fields, spokenWidth);
  return room < leastValue ? drawLines(fields, screen.width) : drawFields(fields, {names, room, color: screen.color});
}

function drawFields(
  fields: readonly SheetField[],
  {names, room, color}: {readonly names: number; readonly room: number; readonly color: boolean},
): string {
  const rows = fields.flatMap(([name, value, tone]) =>
    folded(value, room).map((line, index) => ({row: [index === 0 ? name : '', line] as Row, tones: [undefined, tone]})),
  );
  const grid = drawGrid({
    widths: [names, widest(rows.map(({row: [, line = '']}) => line))],
    columns: [],
    head: undefined,
    color,
  });
  return grid.opening + rows.map(({row, tones}) => grid.row(row, color ? tones : [])).join('') + grid.closing;
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

/** The width of all borders, and of the spaces on either side of each cell. */
export const sides = (columns: number): number => columns * 3 + 1;

/** Nobody sees these lines, so an address is in one piece, and only a whole page is folded. */
const spokenWidth = 240;

const mostLines = 12;
const leastValue = 10;
const indent = '  ';
