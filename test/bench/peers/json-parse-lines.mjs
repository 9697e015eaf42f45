/** `message.contacts` of a file to JSON lines, the whole file at once. */
import {readFileSync} from 'node:fs';

for (const record of JSON.parse(readFileSync(process.argv[2], 'utf8')).message.contacts) {
  process.stdout.write(`${JSON.stringify(record)}\n`);
}
