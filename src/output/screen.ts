import type {CellColumn} from './cells.js';
import {fitWidths} from './fit.js';
import {drawGrid, type Row} from './grid.js';
import {measure} from './measure.js';
import type {Batches} from './rows.js';
import {drawSheet, type Screen, type SheetField, sides} from './sheet.js';
import type {Sink} from './sink.js';

/**
Prints a table that fits the terminal, and returns how many records it has. Where the columns do not fit, each record
gets a sheet of its own.
*/
export async function printTable(
  columns: readonly CellColumn[],
  batches: Batches,
  screen: Screen,
  sink: Sink,
): Promise<number> {
  const {widths, all, toRow} = await measure(columns, batches);
  const {opening, record, closing} = toDrawn(columns, widths, screen);
  let records = 0;
  for await (const batch of all) {
    if (batch.length === 0) continue;
    await sink.write((records === 0 ? opening : '') + batch.map(each => record(toRow(each))).join(''));
    records += batch.length;
  }
  if (records > 0) await sink.write(closing);
  return records;
}

/** Prints one record as a table of its fields, values wrapped. */
export async function printSheet(fields: readonly SheetField[], screen: Screen, sink: Sink): Promise<void> {
  await sink.write(drawSheet(fields, screen));
}

type Drawn = {readonly opening: string; readonly record: (row: Row) => string; readonly closing: string};

function toDrawn(columns: readonly CellColumn[], natural: readonly number[], screen: Screen): Drawn {
  const available = screen.width - sides(columns.length);
  const wanted = columns.map(({shrinks}, index) => {
    const width = natural[index] ?? 0;
    return {width: shrinks ? Math.max(1, Math.min(width, available)) : width, shrinks};
  });
  const head = columns.map(({head}) => head);
  const widths = fitWidths(wanted, available);
  if (!widths) return {opening: '', record: row => drawSheet(toFields(head, row), screen), closing: ''};
  const grid = drawGrid({...screen, widths, head, columns});
  return {opening: grid.opening, record: grid.row, closing: grid.closing};
}

const toFields = (names: Row, values: Row): SheetField[] => names.map((name, index) => [name, values[index] ?? '']);
