import {type Params, params} from '../api/schema.js';

/** The options of commands that add addresses to a list: each, or a file of them, or both. */
export const addressOptions = params({
  email: {type: 'text', many: true, value: 'address', help: 'Address to add; commas may stand between several'},
  file: {type: 'text', value: 'file', help: 'A file of addresses, one a line or a CSV file; - is standard input'},
  column: {type: 'text', value: 'header', help: 'The column of the CSV file that holds them'},
}) satisfies Params;
