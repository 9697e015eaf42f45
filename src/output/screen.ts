import type {CellColumn} from './cells.js';
import {fitWidths} from './fit.js';
import {peek} from './peek.js';
import type {Batches} from './rows.js';
import type {Sink} from './sink.js';
import {drawGrid, type Row} from './table.js';
import {displayWidth, wrap} from './width.js';

export type Screen = {readonly width: number; readonly color: boolean};

/** Prints a table that fits the terminal, with widths after the first thousand records, and gives how many there were. */
export async function printTable(
  columns: readonly CellColumn[],
  batches: Batches,
  {width, color}: Screen,
  sink: Sink,
): Promise<number> {
  const {first, all} = await peek(batches, measured);
  const toRow = (record: (typeof first)[number]): Row => columns.map(({text}) => text(record));
  const table = drawGrid({
    widths: settleWidths(columns, first.slice(0, measured).map(toRow), width),
    rights: columns.map(({right}) => right),
    head: columns.map(({head}) => head),
    color,
  });
  let records = 0;
  for await (const batch of all) {
    await sink.write((records === 0 ? table.opening : '') + table.rows(batch.map(toRow)));
    records += batch.length;
  }
  if (records > 0) await sink.write(table.closing);
  return records;
}

/** Prints one record as a table of its fields, values wrapped; of a very long one, such as a page of HTML, the beginning. */
export async function printSheet(
  fields: ReadonlyArray<readonly [string, string]>,
  screen: Screen,
  sink: Sink,
): Promise<void> {
  const names = widest(fields.map(([name]) => name));
  const room = Math.max(leastValue, screen.width - sides(2) - names);
  const rows = fields.flatMap(([name, value]) =>
    folded(value, room).map((line, index): Row => [index === 0 ? name : '', line]),
  );
  const table = drawGrid({
    widths: [names, widest(rows.map(([, line = '']) => line))],
    rights: [false, false],
    head: undefined,
    color: screen.color,
  });
  await sink.write(table.opening + table.rows(rows) + table.closing);
}

/** Columns as wide as their cells, where the terminal has the room. */
function settleWidths(columns: readonly CellColumn[], rows: readonly Row[], width: number): number[] {
  const available = width - sides(columns.length);
  const natural = columns.map(({head, shrinks}, index) => {
    const wanted = widest([head, ...rows.map(row => row[index] ?? '')]);
    return {width: Math.max(1, Math.min(wanted, available)), shrinks};
  });
  return fitWidths(natural, available);
}

function folded(value: string, room: number): string[] {
  const lines = value.split('\n').flatMap(line => wrap(line, room));
  if (lines.length <= mostLines) return lines;
  return [...lines.slice(0, mostLines), ...wrap(`… ${lines.length - mostLines} more lines; -o json shows all`, room)];
}

const widest = (texts: readonly string[]): number =>
  texts.reduce((most, text) => Math.max(most, displayWidth(text)), 1);

/** A border before each column and after the last, and a space on either side of each cell. */
const sides = (columns: number): number => columns * 3 + 1;

const measured = 1000;
const mostLines = 12;
const leastValue = 10;
