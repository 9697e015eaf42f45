/** `message.contacts` of a file to CSV, by stream-json and csv-stringify. */
import {createReadStream} from 'node:fs';
import {stringify} from 'csv-stringify';
import chain from 'stream-chain';
import {parser} from 'stream-json';
import {pick} from 'stream-json/filters/pick.js';
import {streamArray} from 'stream-json/streamers/stream-array.js';
import {columns} from '../contacts.mjs';

chain([
  createReadStream(process.argv[2]),
  parser(),
  pick({filter: 'message.contacts'}),
  streamArray(),
  ({value}) => value,
])
  .pipe(stringify({columns, header: true}))
  .pipe(process.stdout);
