/** The same check as `csv-check.mjs`, by papaparse. */
import {createReadStream} from 'node:fs';
import papaparse from 'papaparse';

const seen = new Set();
let [bad, repeated] = [0, 0];
papaparse.parse(createReadStream(process.argv[2]), {
  step({data: [email = '']}) {
    const address = email.trim().toLowerCase();
    if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address)) bad++;
    else if (seen.has(address)) repeated++;
    else seen.add(address);
  },
  complete: () => console.log({bad, repeated, good: seen.size}),
});
