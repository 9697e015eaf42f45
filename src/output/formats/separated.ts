import type {RowForm} from '../../api/answers/copied-rows.js';
import type {Loose} from '../../api/describe/schema.js';
import {type Columned, recordColumns, toColumned} from '../results/columns.js';
import type {Look} from '../results/render-options.js';
import {oneRecord} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import type {Writer} from '../results/writer.js';
import {clean} from '../text/sanitise.js';
import {rowsOrWords} from './results-in-words.js';

/** CSV for spreadsheets and other programs. */
export const csv = separated('csv');

/** Tab-separated values for tools that work on lines. */
export const tsv = separated('tsv');

/** A format of rows with a header. What writes its lines is loaded when the first row is printed. */
function separated(form: 'csv' | 'tsv'): Writer {
  /** Prints a header and then a line for each record as it arrives. An empty list has only its header. */
  const print = async ({columns, batches, rows}: Columned, {width}: Look, sink: Sink): Promise<void> => {
    const {csvLines, plainTexts, tsvLines} = await import('../../csv/bytes/write-lines.js');
    // Cells for a terminal are cleaned like everything that people see.
    const onScreen = width === undefined ? {} : {clean};
    const toLines = {csv: csvLines, tsv: tsvLines}[form]({
      raw: false,
      onGuard: () => sink.notice(guardNotice),
      ...onScreen,
    });
    const write = (records: readonly Loose[]): string =>
      toLines(records.map(record => columns.map(({read}) => read(record))));
    let header = toLines([columns.map(({path}) => path)]);
    const copied = width === undefined && rows?.({...plainTexts[form], write});
    for await (const lines of copied || written(batches, write)) {
      await sink.write(header + lines);
      header = '';
    }
    await sink.write(header);
  };
  return {
    ...rowsOrWords(async (result, look, sink) => print(await toColumned(result), look, sink)),
    record: (result, look, sink) =>
      print({columns: recordColumns(result), batches: oneRecord(result.record as Loose)}, look, sink),
  };
}

async function* written(batches: Columned['batches'], write: RowForm['write']): AsyncGenerator<string> {
  for await (const batch of batches) yield write(batch);
}

const guardNotice =
  "Cells that a spreadsheet would run as formulas start with ' here. An import removes it; -o jsonl writes them unchanged.";
