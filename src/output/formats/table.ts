import type {Loose} from '../../api/describe/schema.js';
import {counted} from '../../core/words/sentence.js';
import type {Look, ResultOf, Writer} from '../results/result.js';
import {peek} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import {clean, cleanLines} from '../text/sanitise.js';
import {displayWidth, pad} from '../text/width.js';
import {resultsInWords, tellNone} from './cells.js';
import {type CellColumn, type SheetField, toPeoplesSheet, toPeoplesTable} from './people.js';
import type {Frame, TextRow} from './screen.js';

/** Tables for people: drawn to fit a terminal, and plain ones without cuts for files and pipes. */
export const table: Writer = {
  ...resultsInWords,
  async records(result, look, sink) {
    const {view} = result;
    const {width, color, readAloud} = look;
    if (width === undefined) {
      const paints = await paintsOf(look);
      await printTable(result, look, sink, (columns, widths) => pipeFrame(columns, widths, paints));
      return;
    }
    const {screenFrame} = await import('./screen.js');
    let hidden: readonly string[] = [];
    const records = await printTable(result, look, sink, (columns, widths) => {
      const frame = screenFrame(columns, widths, {width, color, readAloud, whole: view.all});
      hidden = frame.hidden;
      return frame;
    });
    if (records === 0) return;
    sink.notice(sizeOf(result, records));
    if (hidden.length > 0)
      sink.notice(
        `+${counted(hidden.length, 'column')} in a wider window, or in a pipe (| less -S): ${hidden.join(', ')}.`,
      );
  },
  async record(result, look, sink) {
    const {width, color, readAloud} = look;
    const fields = await toPeoplesSheet(result, look);
    if (width === undefined) await sink.write(plainSheet(fields.map(onOneLine), await paintsOf(look)));
    else {
      const {drawSheet} = await import('./screen.js');
      await sink.write(drawSheet(fields.map(onItsLines), {width, color, readAloud}), 'drawn');
    }
  },
};

/** Markdown tables in people's words, for pull requests, issues and chats. */
export const md: Writer = {
  ...resultsInWords,
  async records(result, look, sink) {
    await printTable(result, look, sink, markdownFrame, escaped);
  },
  async record(result, look, sink) {
    const fields = (await toPeoplesSheet(result, look)).map(onOneLine).map(([name, value]) => [name, value]);
    const lines = [['field', 'value'], ['---', '---'], ...fields.map(field => field.map(toMarkdown))];
    await sink.write(lines.map(([name, value]) => `| ${name} | ${value} |\n`).join(''));
  },
  async data({text}, _, sink) {
    if (text !== '') await sink.write(toCodeBlock(cleanLines(text)));
  },
};

type FrameFor = (columns: readonly CellColumn[], widths: readonly number[]) => Frame;

/**
 * Prints a list in a frame, and returns the number of its records. The first thousand are measured, so that a table can
 * begin before its list ends; totals are one more row. If more may follow, numbers get some extra space, because ids grow along a list.
 */
async function printTable(
  result: ResultOf<'records'>,
  look: Look,
  sink: Sink,
  frameFor: FrameFor,
  asIn = (column: CellColumn): CellColumn => column,
): Promise<number> {
  const {columns: worded, batches} = await toPeoplesTable(result, look);
  const columns = worded.map(asIn);
  const toRow = (record: Loose): TextRow => columns.map(({text}) => text(record));
  const {first, all} = await peek(batches, sample);
  const {totals} = result;
  const rows = [...first.slice(0, sample), ...(totals ? [totals] : [])].map(toRow);
  const room = first.length < sample ? 1 : 7;
  const widths = columns.map(({head, right}, index) =>
    rows.reduce(
      (most, row) => Math.max(most, displayWidth(row[index] ?? '')),
      Math.max(right ? room : 1, displayWidth(head)),
    ),
  );
  const {opening, row, closing} = frameFor(columns, widths);
  let records = 0;
  for await (const batch of all) {
    if (batch.length === 0) continue;
    let text = records === 0 ? opening : '';
    for (const record of batch) text += row(toRow(record));
    await sink.write(text, 'drawn');
    records += batch.length;
  }
  if (records === 0) tellNone(result, sink);
  else await sink.write((totals ? row(toRow(totals)) : '') + closing, 'drawn');
  return records;
}

const sample = 1000;

type Paint = keyof ReturnType<typeof import('./screen.js').paintsFor>;
type Paints = Readonly<Record<Paint, (text: string) => string>> | undefined;

const paintsOf = async ({color}: Look): Promise<Paints> =>
  color ? (await import('./screen.js')).paintsFor(true) : undefined;

/**
 * For files and pipes: columns aligned by spaces, nothing cut, no lines. A cell wider than the measured ones moves the
 * rest of its line to the right. A line ends without spaces, so the space around a text stays outside of its colour.
 */
function pipeFrame(columns: readonly CellColumn[], widths: readonly number[], paints: Paints): Frame {
  const toLine = (cells: TextRow, paintOf: (text: string, index: number) => Paint | undefined): string => {
    const padded = cells.map((text, index) => {
      const cell = pad(text, Math.min(widths[index] ?? 0, widest), columns[index]?.right === true);
      const paint = paints && paintOf(text, index);
      return paint ? cell.replace(text, shown => paints[paint](shown)) : cell;
    });
    return `${padded.join('  ').trimEnd()}\n`;
  };
  const row = (cells: TextRow): string => toLine(cells, (text, index) => columns[index]?.tone?.(text));
  const opening = toLine(
    columns.map(({head}) => head),
    () => 'head',
  );
  return {opening, row, closing: '', hidden: []};
}

function plainSheet(fields: readonly SheetField[], paints: Paints): string {
  const width = Math.max(0, ...fields.map(([name]) => displayWidth(name)));
  const toLine = ([name, value, tone]: SheetField): string =>
    `${pad(name, width, false)}  ${tone && paints ? paints[tone](value) : value}`.trimEnd();
  return fields.map(field => `${toLine(field)}\n`).join('');
}

/** A Markdown table that is aligned in the source too. */
function markdownFrame(columns: readonly CellColumn[], natural: readonly number[]): Frame {
  const widths = natural.map(width => Math.max(3, Math.min(width, widest)));
  const row = (cells: TextRow): string =>
    `| ${cells.map((cell, index) => pad(cell, widths[index] ?? 0, columns[index]?.right === true)).join(' | ')} |\n`;
  const dashes = widths.map((width, index) =>
    columns[index]?.right ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width),
  );
  return {opening: row(columns.map(({head}) => head)) + row(dashes), row, closing: '', hidden: []};
}

/** The widest cell to align: a page of HTML must not push the columns of all other records out of sight. */
const widest = 80;

const escaped = (column: CellColumn): CellColumn => ({
  ...column,
  head: toMarkdown(column.head),
  text: record => toMarkdown(column.text(record)),
});

/**
 * A clean text in Markdown that shows it unchanged: nothing in it is markup, a table's border, or HTML. An underscore
 * within a word, as in a field's name, is not markup.
 */
const toMarkdown = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*[\]|~$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&');

/** A text of several lines as a code block, which shows it literally. */
function toCodeBlock(text: string): string {
  const longest = (text.match(/`{3,}/g) ?? []).reduce((most, {length}) => Math.max(most, length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}\n`;
}

const onOneLine = ([name, value, tone]: SheetField): SheetField => [clean(name), clean(value), tone];

/** A field of a terminal's sheet, where a value may have several lines. */
const onItsLines = ([name, value, tone]: SheetField): SheetField => [
  clean(name),
  value
    .split(/\r\n|[\n\r]/)
    .map(clean)
    .join('\n'),
  tone,
];

/** How many records a table has; where a limit ended it, there may be more. */
function sizeOf({noun, view: {limit}}: ResultOf<'records'>, records: number): string {
  const size = counted(records, noun.one, noun.many);
  return records === limit ? `The first ${records === 1 ? noun.one : size}.` : `${size}.`;
}
