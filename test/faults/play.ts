/** One cell of the matrix: one change, struck by one fault, on an account of its own. */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {type Sandbox, startSandbox} from '../../src/sandbox/running/start.js';
import type {Change} from './changes.js';
import {type Became, becameOf, NOW, type State, stateOf} from './state.js';
import type {Struck} from './struck-by.js';

export type Cell = {
  readonly change: Change;
  readonly fault: Struck;
  readonly route: string;
  /** How many requests to the route pass before the fault. */
  readonly after: number;
};

/** How a cell ended. */
export type Played = {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly became: Became;
  /** Changing requests that may have been applied, by their routes. */
  readonly applied: readonly string[];
};

/** The states of an account before a change and after it was made once, and the requests that make it. */
export type Truth = {readonly before: State; readonly after: State; readonly requests: readonly string[]};

/** Runs a change without any fault, and once more not at all, so that every cell has something to be compared with. */
export async function truthOf(change: Change, folder: string): Promise<Truth> {
  const untouched = await accountFor(change);
  const before = await stateOf(untouched);
  await untouched.close();
  const sandbox = await accountFor(change);
  const asked = (await sandbox.requests()).length;
  const {code, stderr} = await runEmk(change, [], sandbox, folder);
  if (code !== 0) throw new Error(`"${change.name}" fails without any fault: ${stderr}`);
  const requests = changing(change, (await sandbox.requests()).slice(asked)).map(({route}) => route);
  const after = await stateOf(sandbox);
  await sandbox.close();
  return {before, after, requests};
}

/** Plays one cell. */
export async function play({change, fault, route, after}: Cell, truth: Truth, folder: string): Promise<Played> {
  const sandbox = await accountFor(change);
  const asked = (await sandbox.requests()).length;
  const [place = ''] = route.split('?');
  sandbox.misbehave(`${place}=${fault.kind}:1,after=${after}${fault.options ? `,${fault.options}` : ''}`);
  const ran = await runEmk(change, fault.more ?? [], sandbox, folder);
  const seen = changing(change, (await sandbox.requests()).slice(asked));
  const applied = seen.filter(({faults}) => !(fault.notApplied && faults.length > 0)).map(({route}) => route);
  const became = becameOf(await stateOf(sandbox), truth);
  await sandbox.close();
  return {...ran, became, applied};
}

async function accountFor({before = []}: Change): Promise<Sandbox> {
  const sandbox = await startSandbox({clock: `step@${NOW.toISOString()}`});
  const headers = {publickey: sandbox.publicKey, secretkey: sandbox.secretKey};
  for (const {path, fields, times} of before) {
    for (let number = 1; number <= times; number++) {
      const numbered = Object.entries(fields).map(([name, value]) => [name, value.replace('#', String(number))]);
      const body = new URLSearchParams(Object.fromEntries(numbered));
      const init = numbered.length > 0 ? {method: 'POST', body} : {};
      const answer = await fetch(sandbox.baseUrl + path, {...init, headers});
      const {status} = (await answer.json()) as {readonly status?: string};
      if (status !== 'success') throw new Error(`${path} prepares nothing: ${status}`);
    }
  }
  return sandbox;
}

const changing = ({routes}: Change, log: Awaited<ReturnType<Sandbox['requests']>>) =>
  log.flatMap(({method, path, faults}) => {
    const [place] = path.replace(/^\/api/, '').split('?');
    const route = routes.find(each => each.split('?')[0] === `${method} ${place}`);
    return route === undefined ? [] : [{route, faults}];
  });

const emk = resolve('bin/emk.js');

async function runEmk(
  {line}: Change,
  more: readonly string[],
  {baseUrl, publicKey, secretKey}: Sandbox,
  folder: string,
): Promise<{readonly code: number; readonly stdout: string; readonly stderr: string}> {
  const state = join(folder, 'state');
  rmSync(state, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  writeFileSync(
    join(folder, 'newsletter.csv'),
    'email,first name\nann@example.com,Anna\nbob@example.com,Bo\neve@leads.example,Eve\n',
  );
  writeFileSync(
    join(folder, 'leads.csv'),
    'email,shoe size\nann@leads.example,38\nbob@leads.example,44\neve@leads.example,40\n',
  );
  const child = spawn(process.execPath, [emk, ...line, '--yes', '-o', 'json', ...more], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      EMK_STATE_DIR: state,
      EMK_BASE_URL: baseUrl,
      EMK_PUBLIC_KEY: publicKey,
      EMK_SECRET_KEY: secretKey,
      EMK_MAX_WAIT: '20s',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = {stdout: '', stderr: ''};
  child.stdout.on('data', chunk => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', chunk => {
    printed.stderr += chunk;
  });
  const [code] = (await once(child, 'close')) as [number | null];
  return {code: code ?? 137, ...printed};
}
