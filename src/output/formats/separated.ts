import type {Loose} from '../../api/describe/schema.js';
import {type Columned, recordColumns, toColumned} from '../results/columns.js';
import type {Look} from '../results/render-options.js';
import {oneRecord} from '../results/rows.js';
import type {Sink} from '../results/sink.js';
import type {Writer} from '../results/writer.js';
import {rowsOrWords} from './results-in-words.js';

type Print = (list: Columned, look: Look, sink: Sink) => Promise<void>;

/** A format of rows with a header, loaded when the first row is printed. */
export const separated = (load: () => Promise<Print>): Writer => ({
  ...rowsOrWords(async (result, look, sink) => {
    const print = await load();
    return print(await toColumned(result), {...look, raw: look.raw || result.view.raw}, sink);
  }),
  async record(result, look, sink) {
    const print = await load();
    return print({columns: recordColumns(result), batches: oneRecord(result.record as Loose)}, look, sink);
  },
});
