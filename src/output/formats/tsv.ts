import type {Loose} from '../../api/schema.js';
import {recordColumns, toColumned} from '../columns.js';
import {alone} from '../rows.js';
import {inWords} from '../words.js';
import type {Writer} from '../writer.js';

/** Tab-separated values for tools that work on lines. */
export const tsv: Writer = {
  ...inWords,
  async records(result, look, sink) {
    const {printTsv} = await import('../delimited.js');
    return printTsv(await toColumned(result), {...look, raw: look.raw || result.view.raw}, sink);
  },
  async record(result, look, sink) {
    const {printTsv} = await import('../delimited.js');
    return printTsv({columns: recordColumns(result), batches: alone(result.record as Loose)}, look, sink);
  },
};
