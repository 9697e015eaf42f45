import {on, once} from 'node:events';
import {readFileSync, watch} from 'node:fs';
import {get} from 'node:http';
import {join} from 'node:path';
import {amountRow} from './row.mjs';
import {emk, inGroup, median} from './run.mjs';

const CONTACTS = 300_000;

/** How soon a large sandbox is there, and how fast it lists its contacts. */
export async function sandboxRows(_service, {folder}) {
  const ready = join(folder, 'ready.json');
  const begun = performance.now();
  const served = inGroup(
    process.execPath,
    [emk, 'sandbox', 'serve', '--contacts', String(CONTACTS), '--ready-file', ready],
    {stdio: 'ignore'},
  );
  try {
    await whenThere(folder, ready);
    const start = performance.now() - begun;
    const {baseUrl, publicKey, secretKey} = JSON.parse(readFileSync(ready, 'utf8'));
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

async function whenThere(folder, file) {
  const watching = watch(folder);
  for await (const [, name] of on(watching, 'change')) if (join(folder, name) === file) break;
  watching.close();
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
