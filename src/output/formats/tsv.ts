import {separated} from './separated.js';

/** Tab-separated values for tools that work on lines. */
export const tsv = separated(async () => (await import('./delimited.js')).printTsv);
