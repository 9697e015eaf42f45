import type {Loose} from '../../api/describe/schema.js';
import type {CellColumn} from '../drawing/cells.js';
import {byImportance, columnsWithRoom, longName, shortName} from '../drawing/columns-with-room.js';
import {fitWidths, growTexts} from '../drawing/fit.js';
import {drawGrid, type Row} from '../drawing/grid.js';
import {type Measured, measure} from '../drawing/measure.js';
import {drawSheet, type Screen, type SheetField, sides} from '../drawing/sheet.js';
import type {Batches} from '../results/rows.js';
import type {Sink} from '../results/sink.js';

/** What was printed: the number of records, and the heads of the columns that did not fit. */
type Printed = {readonly records: number; readonly hidden: readonly string[]};

/** Prints a table that fits the terminal, without the least important columns; `whole` keeps all, as sheets. */
export async function printTable(
  columns: readonly CellColumn[],
  batches: Batches,
  {
    whole,
    shortens,
    totals,
    ...screen
  }: Screen & {readonly whole: boolean; readonly shortens: boolean; readonly totals?: Loose | undefined},
  sink: Sink,
): Promise<Printed> {
  const measured = await measure(columns, batches, {shortens, totals});
  const {opening, record, divider, closing, hidden} = toDrawn(columns, measured, {
    ...screen,
    leaves: !whole && screen.width >= leastTable,
  });
  let records = 0;
  for await (const batch of measured.all) {
    if (batch.length === 0) continue;
    let text = records === 0 ? opening : '';
    for (const each of batch) text += record(each);
    await sink.write(text, 'drawn');
    records += batch.length;
  }
  if (records > 0) await sink.write((totals ? divider + record(totals) : '') + closing, 'drawn');
  return {records, hidden};
}

/** Prints one record as a table of its fields, with values wrapped. */
export async function printSheet(fields: readonly SheetField[], screen: Screen, sink: Sink): Promise<void> {
  await sink.write(drawSheet(fields, screen), 'drawn');
}

type Drawn = {
  readonly opening: string;
  readonly record: (record: Loose) => string;
  readonly divider: string;
  readonly closing: string;
  readonly hidden: readonly string[];
};

/** Draws the table with the columns that fit, or a sheet for each record. */
function toDrawn(
  columns: readonly CellColumn[],
  {widths: natural, more, toRow}: Measured,
  {leaves, ...screen}: Screen & {readonly leaves: boolean},
): Drawn {
  const roomFor = (count: number): number => screen.width - sides(count);
  const wanted = columns.map((column, index) => ({...column, width: natural[index] ?? 0}));
  const kept = leaves ? columnsWithRoom(wanted, roomFor) : columns.map((_, index) => index);
  const shown = kept.flatMap(index => wanted[index] ?? []);
  const room = roomFor(shown.length);
  const [, second = -1] = byImportance(shown);
  const widthsFor = (name: number, beside: number) =>
    fitWidths(
      shown.map(({width, shrinks, least, stays}, index) => ({
        width: shrinks ? Math.max(1, Math.min(width, room)) : width,
        shrinks,
        least: Math.max(least, Math.min(width, stays ? name : index === second ? beside : 0)),
      })),
      room,
    );
  const fitted = widthsFor(longName, shortName) ?? widthsFor(longName, 0) ?? widthsFor(shortName, 0) ?? widthsFor(0, 0);
  if (!fitted || screen.readAloud) {
    const toSheet = screen.readAloud ? toSpokenFields : toFields;
    const record = (of: Loose): string => `${drawSheet(toSheet(columns, toRow(of)), screen)}\n`;
    return {opening: '', record, divider: '', closing: '', hidden: []};
  }
  const widths = more ? growTexts(fitted, shown, room) : fitted;
  const grid = drawGrid({...screen, widths, head: shown.map(({head}) => head), columns: shown});
  const toned = screen.color && shown.some(({tone}) => tone !== undefined);
  const record = (of: Loose): string => {
    const row = toRow(of);
    const cells = shown.length === columns.length ? row : kept.map(index => row[index] ?? '');
    return toned
      ? grid.row(
          cells,
          cells.map((text, index) => shown[index]?.tone?.(text)),
        )
      : grid.row(cells);
  };
  const hidden = columns.filter(({isKey}, index) => !isKey && !kept.includes(index)).map(({head}) => head);
  return {opening: grid.opening, record, divider: grid.divider, closing: grid.closing, hidden};
}

const toFields = (columns: readonly CellColumn[], values: Row): SheetField[] =>
  columns.map(({head}, index) => [head, values[index] ?? '']);

/** What a screen reader says of a record in a list: no empty field, and no id where a name identifies the record. */
const toSpokenFields = (columns: readonly CellColumn[], values: Row): SheetField[] =>
  toFields(columns, values).filter(([, value], at) => columns[at]?.stays || (value !== '' && !columns[at]?.isKey));

/** In a narrower terminal, a table has too little space to be worth its borders. */
const leastTable = 60;
