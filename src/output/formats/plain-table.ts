import type {Loose} from '../../api/describe/schema.js';
import type {CellColumn} from '../drawing/cells.js';
import {measure} from '../drawing/measure.js';
import type {Batches} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import {displayWidth, pad} from '../text/width.js';

/**
 * Prints a table for files and pipes, and returns the number of records: columns aligned by spaces, nothing cut, no
 * lines, no colours. A later cell wider than the measured ones moves the rest of its line to the right. An empty line
 * comes before the totals, so that a reader of lines can stop there.
 */
export async function printPlainTable(
  columns: readonly CellColumn[],
  batches: Batches,
  {totals}: {readonly totals?: Loose | undefined},
  sink: Sink,
): Promise<number> {
  const {widths, all, toRow} = await measure(columns, batches, {shortens: false, totals});
  const toLine = (cells: readonly string[]): string =>
    `${cells
      .map((cell, index) => pad(cell, Math.min(widths[index] ?? 0, widest), columns[index]?.right === true))
      .join('  ')
      .trimEnd()}\n`;
  const head = toLine(columns.map(({head}) => head));
  let records = 0;
  for await (const batch of all) {
    if (batch.length === 0) continue;
    await sink.write((records === 0 ? head : '') + batch.map(record => toLine(toRow(record))).join(''));
    records += batch.length;
  }
  if (totals && records > 0) await sink.write(`\n${toLine(toRow(totals))}`);
  return records;
}

/** Prints one record for files and pipes: one field per line. */
export async function printPlainSheet(fields: ReadonlyArray<readonly [string, string]>, sink: Sink): Promise<void> {
  const width = Math.max(0, ...fields.map(([name]) => displayWidth(name)));
  const toLine = ([name, value]: (typeof fields)[number]): string => `${pad(name, width, false)}  ${value}`.trimEnd();
  await sink.write(fields.map(field => `${toLine(field)}\n`).join(''));
}

/** The widest cell to align: a page of HTML must not push the columns of all other records out of sight. */
const widest = 80;
