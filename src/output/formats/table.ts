import {idsLast} from '../drawing/cells.js';
import type {SheetField} from '../drawing/sheet.js';
import type {ResultOf, Writer} from '../results/writer.js';
import {clean, cleanLines} from '../text/sanitise.js';
import {wrapMessage} from '../text/wrap-message.js';
import {onOneLine, toPeoplesSheet, toPeoplesTable} from './for-people.js';
import {countRecords, endOfList, tellNone} from './list-end.js';
import {resultsInWords} from './results-in-words.js';

/** Tables for people: drawn to fit a terminal, and plain ones without cuts for files and pipes. */
export const table: Writer = {
  ...resultsInWords,
  async records(result, look, sink) {
    const {noun, view} = result;
    const {width, color, readAloud} = look;
    const {list, total} = countRecords(width === undefined ? withKey(result) : result);
    const {cells, all} = await toPeoplesTable(list, look);
    if (width === undefined) {
      const printed = await (await import('./plain-table.js')).printPlainTable(cells, all, {...result, color}, sink);
      if (printed === 0) tellNone(result, sink);
      return;
    }
    const {printTable} = await import('./screen-table.js');
    const inOrder = view.chosen || view.all ? cells : idsLast(cells);
    const {records, hidden} = await printTable(
      inOrder,
      all,
      {
        width,
        color,
        readAloud,
        whole: view.all,
        shortens: !view.chosen && !view.all,
        totals: result.totals,
      },
      sink,
    );
    if (records === 0) tellNone(result, sink);
    else
      for (const sentence of endOfList({records, total: total(), limit: view.limit, noun, hidden}))
        sink.notice(sentence);
  },
  async record(result, look, sink) {
    const {width, color, readAloud} = look;
    const fields = await toPeoplesSheet(result, look);
    const picture = (await result.picture?.(readAloud ? undefined : width)) ?? '';
    if (width === undefined)
      await (await import('./plain-table.js')).printPlainSheet(fields.map(onOneLine), color, sink);
    else await (await import('./screen-table.js')).printSheet(fields.map(onItsLines), {width, color, readAloud}, sink);
    if (picture !== '') await sink.write(`\n${picture}`);
  },
  async data(result, look, sink) {
    const {text, coloured, prose = false} = result;
    const {width, color} = look;
    if (coloured && color)
      return sink.write(width === undefined ? coloured() : wrapMessage(coloured(), width), 'drawn');
    if (!prose || width === undefined) return resultsInWords.data(result, look, sink);
    return resultsInWords.data({...result, text: wrapMessage(cleanLines(text), width)}, look, sink);
  },
};

/** A list with its key in front, if the key is shown only outside of terminals. */
function withKey(result: ResultOf<'records'>): ResultOf<'records'> {
  const {view, key} = result;
  return view.keyOffScreen ? {...result, view: {...view, columns: [key, ...view.columns]}} : result;
}

/** A field of a terminal's sheet, where a value may have several lines. */
const onItsLines = ([name, value, tone]: SheetField): SheetField => [
  clean(name),
  value
    .split(/\r\n|[\n\r]/)
    .map(clean)
    .join('\n'),
  tone,
];
