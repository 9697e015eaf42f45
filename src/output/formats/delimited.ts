import {csvLines, type LineOptions, type LineWriter, tsvLines} from '../../csv/bytes/write-lines.js';
import type {Columned} from '../results/columns.js';
import type {Look} from '../results/render-options.js';
import type {Sink} from '../results/sink.js';
import {clean} from '../text/sanitise.js';

/** Prints CSV, and tells the user if a cell was guarded. */
export const printCsv = (list: Columned, look: Look, sink: Sink): Promise<void> =>
  printLines(list, csvLines(optionsOf(look, sink)), sink);

/** Prints TSV, and tells the user if a cell was guarded. */
export const printTsv = (list: Columned, look: Look, sink: Sink): Promise<void> =>
  printLines(list, tsvLines(optionsOf(look, sink)), sink);

/** The options for lines. Cells for a terminal are cleaned like everything that people see. */
const optionsOf = ({width, raw}: Look, sink: Sink): LineOptions => ({
  raw,
  onGuard: () => sink.notice(guardNotice),
  ...(width === undefined ? {} : {clean}),
});

/** Prints a header and then a line for each record as it arrives. An empty list has only its header. */
async function printLines({columns, batches}: Columned, toLines: LineWriter, sink: Sink): Promise<void> {
  let header = toLines([columns.map(({path}) => path)]);
  for await (const batch of batches) {
    await sink.write(header + toLines(batch.map(record => columns.map(({read}) => read(record)))));
    header = '';
  }
  await sink.write(header);
}

const guardNotice =
  "Cells that a spreadsheet would run as formulas start with ' here. An import removes it; --raw writes them unchanged.";
