import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {amountRow, row} from './row.mjs';
import {emk, inTurn, median, peer, run} from './run.mjs';

/**
 * An import into an account whose every answer comes 5 ms late, over the least that it can take: the same uploads from
 * memory, and one reading of the list that looks for the rows.
 */
export async function importRows(_service, files) {
  const {path} = files.csv(100_000);
  const served = spawn(process.execPath, [emk, 'sandbox', 'serve', '--empty', '-o', 'json'], {
    env: {...process.env, EMK_STATE_DIR: `${files.folder}/sandbox`},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(createInterface(served.stdout), 'line');
    const sandbox = JSON.parse(line);
    let requests = [];
    const [own, least] = await inTurn(3, [
      async () => {
        await empty(sandbox);
        const ran = await run(process.execPath, [emk, 'contacts', 'import', path, '--type', '1', '--no-input'], {
          env: {...keys(sandbox), EMK_STATE_DIR: `${files.folder}/state`},
        });
        ({requests} = await ask(sandbox, 'GET', '/__log'));
        return ran;
      },
      async () => {
        await empty(sandbox);
        return run(process.execPath, [peer('undici-import'), path], {env: keys(sandbox)});
      },
    ]);
    const readings = requests.filter(request => request.path.endsWith('/contacts/list')).length;
    return [
      row('import of 100,000 rows, over its uploads and one reading of the list', {
        ones: own.map(({ms}) => ms),
        others: least.map(({ms}) => ms),
        atMost: 1.3,
        note: `${(median(own.map(({ms}) => ms)) / 1000).toFixed(2)} s, ${requests.length} requests`,
      }),
      amountRow('import into an empty list', {amount: readings, unit: 'readings', atMost: 3}),
    ];
  } finally {
    served.kill();
    await once(served, 'close');
  }
}

const keys = ({baseUrl, publicKey, secretKey}) => ({
  EMK_BASE_URL: baseUrl,
  EMK_PUBLIC_KEY: publicKey,
  EMK_SECRET_KEY: secretKey,
});

/** A new account that answers late, with a contact type. */
async function empty(sandbox) {
  await ask(sandbox, 'POST', '/__reset');
  await ask(sandbox, 'POST', '/api/contacts-type/add', {name: 'Leads'});
  for (const method of ['GET', 'POST']) await ask(sandbox, 'POST', '/__faults', {fault: `${method} *=latency,ms=5`});
}

async function ask({baseUrl, publicKey, secretKey}, method, path, form) {
  const headers = {PublicKey: publicKey, SecretKey: secretKey, accept: 'application/json'};
  const answer = await fetch(new URL(path, baseUrl), {method, headers, body: form && new URLSearchParams(form)});
  const {status, message} = await answer.json();
  if (status !== 'success') throw new Error(`${path}: ${status}`);
  return message;
}
