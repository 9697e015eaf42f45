import type {Loose} from '../../api/describe/schema.js';
import {recordColumns, toColumned} from '../results/columns.js';
import {alone} from '../results/rows.js';
import type {Writer} from '../results/writer.js';
import {inWords} from './results-in-words.js';

/** CSV for spreadsheets and for other programs. */
export const csv: Writer = {
  ...inWords,
  async records(result, look, sink) {
    const {printCsv} = await import('./delimited.js');
    return printCsv(await toColumned(result), {...look, raw: look.raw || result.view.raw}, sink);
  },
  async record(result, look, sink) {
    const {printCsv} = await import('./delimited.js');
    return printCsv({columns: recordColumns(result), batches: alone(result.record as Loose)}, look, sink);
  },
};
