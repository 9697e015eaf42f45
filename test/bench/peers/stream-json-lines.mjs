/** `message.contacts` of a file to JSON lines, by stream-json. */
import {createReadStream} from 'node:fs';
import chain from 'stream-chain';
import {parser} from 'stream-json';
import {pick} from 'stream-json/filters/pick.js';
import {streamArray} from 'stream-json/streamers/stream-array.js';

chain([
  createReadStream(process.argv[2]),
  parser(),
  pick({filter: 'message.contacts'}),
  streamArray(),
  ({value}) => `${JSON.stringify(value)}\n`,
]).pipe(process.stdout);
