import type {Loose} from '../../api/describe/schema.js';
import type {CellColumn} from '../drawing/cells.js';
import {measure} from '../drawing/measure.js';
import type {Tone} from '../drawing/tone.js';
import {type Batches, writeLines} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import {displayWidth, pad} from '../text/width.js';

/**
 * Prints a table for files and pipes, and returns the number of records: columns aligned by spaces, nothing cut, no
 * lines, and colours only where somebody wants them in a pipe. A later cell wider than the measured ones moves the rest of its line to the right. An empty line
 * comes before the totals, so that a reader of lines can stop there.
 */
export async function printPlainTable(
  columns: readonly CellColumn[],
  batches: Batches,
  {totals, color}: {readonly totals?: Loose | undefined; readonly color: boolean},
  sink: Sink,
): Promise<number> {
  const {widths, all, toRow} = await measure(columns, batches, {shortens: false, totals});
  const toCell = (cell: string, index: number): string =>
    pad(cell, Math.min(widths[index] ?? 0, widest), columns[index]?.right === true);
  const toLine = (cells: readonly string[]): string => `${cells.map(toCell).join('  ').trimEnd()}\n`;
  const {toHead, toRecord} = color ? await inColour(columns, toCell) : {toHead: toLine, toRecord: toLine};
  const head = toHead(columns.map(({head}) => head));
  const records = await writeLines(sink, head, all, record => toRecord(toRow(record)));
  if (totals && records > 0) await sink.write(`\n${toLine(toRow(totals))}`);
  return records;
}

/** The same lines with the colours of a terminal. */
async function inColour(columns: readonly CellColumn[], toCell: (cell: string, index: number) => string) {
  const paints = (await import('../drawing/paint.js')).paintsFor(true);
  const painted = (
    cells: readonly string[],
    paintOf: (text: string, index: number) => keyof typeof paints | undefined,
  ) => {
    const shown = cells.map((text, index) => {
      const [paint, cell] = [paintOf(text, index), toCell(text, index)];
      // A line ends without spaces, so the space around a text stays outside of its colour.
      return paint === undefined ? cell : cell.replace(text, shown => paints[paint](shown));
    });
    return `${shown.join('  ').trimEnd()}\n`;
  };
  return {
    toHead: (heads: readonly string[]) => painted(heads, () => 'head'),
    toRecord: (cells: readonly string[]) => painted(cells, (text, index) => columns[index]?.tone?.(text)),
  };
}

/** Prints one record for files and pipes: one field per line. */
export async function printPlainSheet(
  fields: ReadonlyArray<readonly [string, string, Tone | undefined]>,
  color: boolean,
  sink: Sink,
): Promise<void> {
  const width = Math.max(0, ...fields.map(([name]) => displayWidth(name)));
  const paints = color ? (await import('../drawing/paint.js')).paintsFor(true) : undefined;
  const toLine = ([name, value, tone]: (typeof fields)[number]): string =>
    `${pad(name, width, false)}  ${tone && paints ? paints[tone](value) : value}`.trimEnd();
  await sink.write(fields.map(field => `${toLine(field)}\n`).join(''));
}

/** The widest cell to align: a page of HTML must not push the columns of all other records out of sight. */
const widest = 80;
