import {once} from 'node:events';
import {createInterface} from 'node:readline';
import {amountRow, row} from './row.mjs';
import {emk, inGroup, inTurn, median, peer, run} from './run.mjs';

/**
 * An import into an account whose every answer comes 5 ms late, over the least that it can take: the same uploads from
 * memory, and one reading of the list that looks for the rows.
 */
export const importRows = (_service, files) =>
  inSandbox(files, async ({runImport, sandbox, empty}) => {
    const {path} = files.csv(100_000);
    let requests = [];
    const [own, least] = await inTurn(3, [
      async () => {
        await empty({late: 5});
        const ran = await runImport(path);
        ({requests} = await ask(sandbox, 'GET', '/__log'));
        return ran;
      },
      async () => {
        await empty({late: 5});
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
  });

/** Gives an account in a sandbox to `use`, and ends the sandbox afterwards. */
async function inSandbox(files, use) {
  const served = inGroup(process.execPath, [emk, 'sandbox', 'serve', '--empty', '-o', 'json'], {
    env: {...process.env, EMK_STATE_DIR: `${files.folder}/sandbox`},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  try {
    const [line] = await once(createInterface(served.stdout), 'line');
    const sandbox = JSON.parse(line);
    const env = {...keys(sandbox), EMK_STATE_DIR: `${files.folder}/state`};
    const runImport = (path, options) =>
      run(process.execPath, [emk, 'contacts', 'import', path, '--list', '1', '--no-input'], {...options, env});
    return await use({sandbox, runImport, empty: how => empty(sandbox, how)});
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

/** Begins a new account with a list, whose answers may come late. */
async function empty(sandbox, {late} = {}) {
  await ask(sandbox, 'POST', '/__reset');
  await ask(sandbox, 'POST', '/api/contacts-type/add', {name: 'Leads'});
  if (!late) return;
  for (const method of ['GET', 'POST'])
    await ask(sandbox, 'POST', '/__faults', {fault: `${method} *=latency,ms=${late}`});
}

async function ask({baseUrl, publicKey, secretKey}, method, path, form) {
  const headers = {PublicKey: publicKey, SecretKey: secretKey, accept: 'application/json'};
  const answer = await fetch(new URL(path, baseUrl), {method, headers, body: form && new URLSearchParams(form)});
  const {status, message} = await answer.json();
  if (status !== 'success') throw new Error(`${path}: ${status}`);
  return message;
}
