import {once} from 'node:events';
import {get} from 'node:http';
import {createInterface} from 'node:readline';
import {amountRow} from './row.mjs';
import {emk, inGroup, median} from './run.mjs';

const CONTACTS = 300_000;

/** How soon a large sandbox is there, and how fast it lists its contacts. */
export async function sandboxRows() {
  const begun = performance.now();
  const served = inGroup(process.execPath, [emk, 'sandbox', 'serve', '--contacts', String(CONTACTS), '-o', 'json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(createInterface({input: served.stdout}), 'line');
    const start = performance.now() - begun;
    const {baseUrl, publicKey, secretKey} = JSON.parse(line);
    const headers = {PublicKey: publicKey, SecretKey: secretKey, accept: 'application/json'};
    const lists = [];
    for (let round = 0; round < 3; round++) lists.push(await timeOf(`${baseUrl}/contacts/list`, headers));
    return [
      amountRow('a sandbox with 300,000 contacts is there', {amount: start / 1000, unit: 's', atMost: 8}),
      amountRow('the sandbox lists 300,000 contacts: time for one', {
        amount: (median(lists) * 1000) / CONTACTS,
        unit: 'µs',
        atMost: 10,
      }),
    ];
  } finally {
    served.kill();
    await once(served, 'close');
  }
}

function timeOf(url, headers) {
  const begun = performance.now();
  return new Promise((resolve, reject) => {
    get(url, {headers}, response => {
      response.on('error', reject).on('end', () => resolve(performance.now() - begun));
      response.resume();
    }).on('error', reject);
  });
}
