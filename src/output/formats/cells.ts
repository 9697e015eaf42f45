import type {Loose} from '../../api/describe/schema.js';
import {ForeignAnswerError} from '../../core/errors.js';
import {toReader} from '../../records/fields/path.js';
import {type Columned, recordColumns, toColumned} from '../results/columns.js';
import type {Look, ResultOf, Writer} from '../results/result.js';
import {type Batches, oneRecord, select} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import {clean, cleanLines} from '../text/sanitise.js';

/** Prints results that are not records in words, for formats that have no other form for them. */
export const resultsInWords: Pick<Writer, 'done' | 'data'> = {
  async done() {},

  data: ({text}, _, sink) => sink.write(`${cleanLines(text)}${text === '' || text.endsWith('\n') ? '' : '\n'}`),
};

/** CSV for spreadsheets and other programs. */
export const csv = separated('csv');

/** Tab-separated values for tools that work on lines. */
export const tsv = separated('tsv');

/** A format of rows with a header. What writes its lines is loaded when the first row is printed. */
function separated(form: 'csv' | 'tsv'): Writer {
  /** Prints a header and then a line for each record as it arrives. An empty list has only its header. */
  const print = async ({columns, batches}: Columned, {width}: Look, sink: Sink): Promise<void> => {
    const {csvLines, tsvLines} = await import('../../csv/bytes/write-lines.js');
    // Cells for a terminal are cleaned like everything that people see.
    const onScreen = width === undefined ? {} : {clean};
    const toLines = {csv: csvLines, tsv: tsvLines}[form]({
      onGuard: () => sink.notice(guardNotice),
      ...onScreen,
    });
    let header = toLines([columns.map(({path}) => path)]);
    for await (const batch of batches) {
      await sink.write(header + toLines(batch.map(record => columns.map(({read}) => read(record)))));
      header = '';
    }
    await sink.write(header);
  };
  return {
    ...resultsInWords,
    records: async (result, look, sink) => print(await toColumned(result), look, sink),
    record: (result, look, sink) =>
      print({columns: recordColumns(result), batches: oneRecord(result.record as Loose)}, look, sink),
  };
}

const guardNotice =
  "Cells that a spreadsheet would run as formulas start with ' here. An import removes it; -o jsonl writes them unchanged.";

/** The value that identifies each record, one per line, for other commands. */
export const id: Writer = {
  ...resultsInWords,
  async records({records, view, key, noun}, _, sink) {
    const printed = await printIds(select(records, view, [key]), key, sink);
    if (printed === 0) tellNone({noun, view}, sink);
  },
  async record({record, key}, _, sink) {
    await printIds(oneRecord(record as Loose), key, sink);
  },
  done: ({done}, _, sink) => sink.write(done.map(each => `${toId(each)}\n`).join('')),
};

async function printIds(batches: Batches, key: string, sink: Sink): Promise<number> {
  const read = toReader(key);
  let records = 0;
  let without = 0;
  for await (const batch of batches) {
    let text = '';
    for (const record of batch) {
      const id = toId(exact(read(record), key));
      if (id === '') without++;
      else text += `${id}\n`;
    }
    records += batch.length;
    await sink.write(text);
  }
  if (without > 0) sink.warn(`${without} of ${records} records have no ${key}, so they were not printed.`);
  return records;
}

/** An id, checked: a double may have rounded it to another record's id, and the next command may delete that record. */
function exact(value: unknown, key: string): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  throw new ForeignAnswerError(`The ${key} ${value} is not exact: the service sent a longer number.`, {
    hint: 'Use -o jsonl, which prints every digit as the service sent it.',
  });
}

/** An id as one word on one line, whatever the service sends. */
const toId = (value: unknown): string => (value === null || value === undefined ? '' : clean(String(value)));

/** Says that a list has no records. Who asks for the first 0 is told nothing: there may be some. */
export function tellNone({noun, view}: Pick<ResultOf<'records'>, 'noun' | 'view'>, sink: Sink): void {
  if (view.limit !== 0) sink.notice(`No ${noun.many}.`, {kind: 'none', of: noun.many});
}
