import type {Loose} from '../../api/schema.js';
import {recordColumns, toColumned} from '../columns.js';
import {alone} from '../rows.js';
import {inWords} from '../words.js';
import type {Writer} from '../writer.js';

/** CSV for spreadsheets and for other programs. */
export const csv: Writer = {
  ...inWords,
  async records(result, look, sink) {
    const {printCsv} = await import('../delimited.js');
    return printCsv(await toColumned(result), {...look, raw: look.raw || result.view.raw}, sink);
  },
  async record(result, look, sink) {
    const {printCsv} = await import('../delimited.js');
    return printCsv({columns: recordColumns(result), batches: alone(result.record as Loose)}, look, sink);
  },
};
