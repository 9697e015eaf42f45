import type {CellColumn} from './cells.js';
import {peek} from './peek.js';
import type {Batches} from './rows.js';
import type {Sink} from './sink.js';
import {displayWidth, pad} from './width.js';

/**
Prints a table for files and pipes: columns aligned by spaces, nothing cut, no lines, no colours. Widths are those of the
first thousand records, so that it starts before the list ends; a later cell that is wider pushes its line out.
*/
export async function printPlainTable(columns: readonly CellColumn[], batches: Batches, sink: Sink): Promise<number> {
  const {first, all} = await peek(batches, measured);
  const rowsOf = (records: Awaited<typeof first>): string[][] =>
    records.map(record => columns.map(({text}) => text(record)));
  const sample = rowsOf(first.slice(0, measured));
  const widths = columns.map(({head}, index) =>
    Math.min(widest, Math.max(displayWidth(head), ...sample.map(row => displayWidth(row[index] ?? '')))),
  );
  const toLine = (cells: readonly string[]): string =>
    `${cells.map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.right === true)).join('  ')}`.trimEnd();
  let text = `${toLine(columns.map(({head}) => head))}\n`;
  let records = 0;
  for await (const batch of all) {
    for (const row of rowsOf(batch)) text += `${toLine(row)}\n`;
    await sink.write(text);
    text = '';
    records += batch.length;
  }
  return records;
}

/** Prints one record for files and pipes: a field a line. */
export async function printPlainSheet(lines: ReadonlyArray<readonly [string, string]>, sink: Sink): Promise<void> {
  const width = Math.max(0, ...lines.map(([name]) => displayWidth(name)));
  await sink.write(lines.map(([name, value]) => `${`${pad(name, width, false)}  ${value}`.trimEnd()}\n`).join(''));
}

const measured = 1000;
/** One page of HTML must not push the columns of all other records out of sight. */
const widest = 80;
