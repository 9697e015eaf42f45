/** The least that any row check does: parse, check the address, find duplicates. For csv-parse's stream. */
import {createReadStream} from 'node:fs';
import {parse} from 'csv-parse';

const seen = new Set();
let [bad, repeated] = [0, 0];
for await (const [email] of createReadStream(process.argv[2]).pipe(parse({from_line: 2}))) {
  const address = email.trim().toLowerCase();
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) bad++;
  else if (seen.has(address)) repeated++;
  else seen.add(address);
}
console.log({bad, repeated, good: seen.size});
