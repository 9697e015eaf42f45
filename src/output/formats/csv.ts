import {separated} from './separated.js';

/** CSV for spreadsheets and other programs. */
export const csv = separated(async () => (await import('./delimited.js')).printCsv);
