import type {Loose} from '../../api/describe/schema.js';
import type {CellColumn} from '../drawing/cells.js';
import {measure} from '../drawing/measure.js';
import {type Batches, writeLines} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import {pad} from '../text/width.js';

/** Prints a Markdown table as its records arrive, aligned in the source too, and returns their number. */
export async function printMarkdownTable(
  columns: readonly CellColumn[],
  batches: Batches,
  {totals}: {readonly totals?: Loose | undefined},
  sink: Sink,
): Promise<number> {
  const {widths, all, toRow} = await measure(columns.map(escaped), batches, {shortens: false, totals});
  const room = widths.map(width => Math.max(3, Math.min(width, widest)));
  const toLine = (cells: readonly string[]): string =>
    `| ${cells.map((cell, index) => pad(cell, room[index] ?? 0, columns[index]?.right === true)).join(' | ')} |\n`;
  const dashes = room.map((width, index) => (columns[index]?.right ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)));
  const head = toLine(columns.map(({head}) => toMarkdown(head))) + toLine(dashes);
  const records = await writeLines(sink, head, all, record => toLine(toRow(record)));
  if (totals && records > 0) await sink.write(toLine(toRow(totals).map(cell => (cell === '' ? '' : `**${cell}**`))));
  return records;
}

/** A clean text in Markdown that shows it unchanged: nothing in it is markup, a table's border, or HTML. */
export const toMarkdown = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replace(markup, '\\$&');

/** A text of several lines as a code block, which shows it literally. */
export function toCodeBlock(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, {length}) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

/** An underscore within a word, as in a field's name, is not markup. */
const markup = /[\\`*[\]|~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu;

const escaped = (column: CellColumn): CellColumn => ({
  ...column,
  head: toMarkdown(column.head),
  text: record => toMarkdown(column.text(record)),
});

/** The widest cell to align: a page of HTML must not widen every line of the table. */
const widest = 80;
