import type {Loose} from '../../api/describe/schema.js';
import {recordColumns, toColumned} from '../results/columns.js';
import {alone} from '../results/rows.js';
import type {Writer} from '../results/writer.js';
import {inWords} from './results-in-words.js';

/** Tab-separated values for tools that work on lines. */
export const tsv: Writer = {
  ...inWords,
  async records(result, look, sink) {
    const {printTsv} = await import('./delimited.js');
    return printTsv(await toColumned(result), {...look, raw: look.raw || result.view.raw}, sink);
  },
  async record(result, look, sink) {
    const {printTsv} = await import('./delimited.js');
    return printTsv({columns: recordColumns(result), batches: alone(result.record as Loose)}, look, sink);
  },
};
