import {csvLines, type LineWriter, tsvLines} from '../csv/write-lines.js';
import type {Columned} from './columns.js';
import type {Look} from './render-options.js';
import {clean} from './sanitise.js';
import type {Sink} from './sink.js';

/** Prints CSV, and says so when a cell had to be guarded. */
export function printCsv(list: Columned, {width, raw}: Look, sink: Sink): Promise<void> {
  return printLines(list, csvLines({raw, clean: cleaner(width), onGuard: () => sink.notice(guardNotice)}), sink);
}

/** Prints TSV. */
export const printTsv = (list: Columned, {width}: Look, sink: Sink): Promise<void> =>
  printLines(list, tsvLines(cleaner(width)), sink);

/** Prints a header and then a line for each record as it arrives. An empty list is its header. */
async function printLines({columns, batches}: Columned, toLines: LineWriter, sink: Sink): Promise<void> {
  let header = toLines([columns.map(({path}) => path)]);
  for await (const batch of batches) {
    await sink.write(header + toLines(batch.map(record => columns.map(({read}) => read(record)))));
    header = '';
  }
  await sink.write(header);
}

/** A terminal gets its cells cleaned like everything that people see. */
const cleaner = (width: number | undefined): typeof clean | undefined => (width === undefined ? undefined : clean);

const guardNotice =
  "Cells that a spreadsheet would run begin with ' here, which an import takes away; a list's --raw leaves them alone.";
