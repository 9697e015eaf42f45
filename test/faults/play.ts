/** One cell of the matrix: one change with one fault, on its own account. */

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import type {Sum} from '../../src/output/results/documents.js';
import {stepClock} from '../../src/sandbox/account/clock.js';
import type {LogEntry} from '../../src/sandbox/http/log.js';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {copiedAccount} from '../support/account-copy.js';
import {keptCode} from '../support/built-emk.js';
import {isVariable, runAgainst} from '../support/run-against.js';
import {type Change, IMPORTED, KEPT, type Preparation} from './change.js';
import {files} from './files.js';
import {type Became, becameOf, type Course, NOW, type State, stateOf} from './state.js';
import type {ReadStruck, Struck} from './struck-by.js';

export type Cell = {
  readonly change: Change;
  readonly fault: Struck | ReadStruck;
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
  /** Changing requests that may have been applied, by route. */
  readonly applied: readonly string[];
};

/** The states of an account before a change and after it was made once, and the requests that make it. */
export type Truth = Course & {
  /** The changing requests, by route. */
  readonly requests: readonly string[];
  /** All requests, as method and path. */
  readonly log: readonly string[];
  /** How much its line asks for, if its result has a sum. */
  readonly wanted?: number | undefined;
};

/** Runs a change without any fault, and not at all, so that every cell has something to be compared with. */
export async function truthOf(change: Change, folder: string, emk: Emk = runEmk): Promise<Truth> {
  const untouched = await accountFor(change, folder, emk);
  const before = await stateOf(untouched);
  await untouched.close();
  const between = change.passing && (await stateAfter({...change, line: change.passing}, folder, emk));
  const sandbox = await accountFor(change, folder, emk);
  const asked = (await sandbox.requests()).length;
  const {code, stdout, stderr} = await runChange(change, [], sandbox, folder, emk);
  if (code !== 0) await sandbox.close();
  if (code !== 0) throw new Error(`"${change.name}" fails without any fault: ${stderr}`);
  const seen = (await sandbox.requests()).slice(asked);
  const requests = changing(change, seen).map(({route}) => route);
  const after = await stateOf(sandbox);
  await sandbox.close();
  if ([...requests].sort().join() !== [...change.routes].sort().join())
    throw new Error(`"${change.name}" asks for ${requests.join(', ')}, which is not what it is known to.`);
  return {before, after, between, requests, log: seen.map(placeOf), wanted: sumOn(stdout)?.wanted};
}

/** The sum in what a command printed. */
export function sumOn(stdout: string): Sum | undefined {
  try {
    return (JSON.parse(stdout) as {readonly sum?: Sum} | null)?.sum;
  } catch {
    return undefined;
  }
}

async function stateAfter(change: Change, folder: string, emk: Emk): Promise<State> {
  const sandbox = await accountFor(change, folder, emk);
  await runChange(change, [], sandbox, folder, emk);
  const state = await stateOf(sandbox);
  await sandbox.close();
  return state;
}

/** Runs one cell. */
export async function play(cell: Cell, truth: Truth, folder: string, emk: Emk = runEmk): Promise<Played> {
  const {change, fault} = cell;
  const sandbox = await accountFor(change, folder, emk);
  const asked = (await sandbox.requests()).length;
  sandbox.misbehave(...faultsOf(cell, truth));
  const ran = await runChange(change, fault.more ?? [], sandbox, folder, emk);
  const seen = changing(change, (await sandbox.requests()).slice(asked));
  const isApplied = ({faults}: LogEntry) => !('notApplied' in fault && faults.length > 0);
  const applied = seen.filter(({entry}) => isApplied(entry)).map(({route}) => route);
  const became = becameOf(await stateOf(sandbox), truth);
  await sandbox.close();
  return {...ran, became, applied};
}

/** The faults of a cell, in the sandbox's form. */
function faultsOf({fault, route, after}: Cell, {log}: Truth): string[] {
  const [place = ''] = route.split('?');
  const times = 'forGood' in fault ? '' : ':1';
  const text = `${place}=${fault.kind}${times},after=${after}${fault.options ? `,${fault.options}` : ''}`;
  if (!('blind' in fault)) return [text];
  const struckAt = log.flatMap((each, at) => (each === place ? [at] : []))[after] ?? log.length;
  // A request with the first fault does not count for the second.
  const readBefore = log.slice(0, struckAt).filter(each => each.startsWith('GET ')).length;
  return [text, `GET *=500,after=${readBefore}`];
}

/** The account and folder for a change, after everything that comes before it. */
export async function accountFor(
  {before = [], first}: Change,
  folder: string,
  emk: Emk = runEmk,
  /** Leads what runs before to another address, of which the line itself is to find the journal. */
  through: (sandbox: RunningSandbox) => RunningSandbox = sandbox => sandbox,
): Promise<RunningSandbox> {
  rmSync(folder, {recursive: true, force: true});
  mkdirSync(folder, {recursive: true});
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), {recursive: true});
    writeFileSync(join(folder, name), text);
  }
  const copy = await copiedAccount({clock: `step@${NOW.toISOString()}`});
  const started = await startSandbox(copy.options);
  const sandbox = {
    ...started,
    async close() {
      await started.close();
      copy.remove();
    },
  };
  for (const each of before) await prepare(sandbox, each);
  if (first) {
    if (first.fault) sandbox.misbehave(first.fault);
    await emk(first.line, [], through(sandbox), folder);
    sandbox.faults.clear();
    if (first.edits) {
      const path = join(folder, first.edits.file);
      writeFileSync(path, first.edits.text(readFileSync(path, 'utf8')));
    }
  }
  return sandbox;
}

async function prepare(
  {baseUrl, publicKey, secretKey}: RunningSandbox,
  {path, fields, times}: Preparation,
): Promise<void> {
  const headers = {publickey: publicKey, secretkey: secretKey};
  for (let number = 1; number <= times; number++) {
    const numbered = Object.entries(fields).map(([name, value]) => [name, value.replace('#', String(number))]);
    const body = new URLSearchParams(Object.fromEntries(numbered));
    const init = numbered.length > 0 ? {method: 'POST', body} : {};
    const answer = await fetch(baseUrl + path, {...init, headers});
    const {status, errors} = (await answer.json()) as {readonly status?: string; readonly errors?: unknown};
    if (status !== 'success') throw new Error(`${path} prepares nothing: ${JSON.stringify(errors)}`);
  }
}

const placeOf = ({method, path}: LogEntry): string => `${method} ${path.replace(/^\/api/, '').split('?')[0]}`;

const changing = ({routes}: Change, log: readonly LogEntry[]) =>
  log.flatMap(entry => {
    const route = routes.find(each => each.split('?')[0] === placeOf(entry));
    return route === undefined ? [] : [{route, entry}];
  });

/** Runs a change, and moves the clock with each request from the one for which the service takes time. */
async function runChange(
  {line, waitsFor}: Change,
  more: readonly string[],
  sandbox: RunningSandbox,
  folder: string,
  emk: Emk,
): Promise<Ran> {
  const ran = emk(line, more, sandbox, folder);
  if (waitsFor === undefined) return ran;
  const over = ran.then(() => true);
  const {account} = sandbox;
  for (let known = 0; !(await Promise.race([over, sleep(LOOK_EVERY, false)])); ) {
    const log = (await sandbox.requests()).map(placeOf);
    const seen = log.includes(waitsFor) ? log.length - log.indexOf(waitsFor) : 0;
    if (seen > known) await account.store.transaction(db => stepClock(db, {by: 10_000}, account.realNow()));
    known = seen;
  }
  return ran;
}

/** How often to check whether a change waits, in milliseconds. */
const LOOK_EVERY = 50;

const program = resolve('bin/emk.js');

const keptIn = (folder: string): string =>
  readdirSync(join(folder, 'state/deleted'))[0]?.replace(/\..*/, '') ?? 'nothing';

const importedIn = (folder: string): string => readdirSync(join(folder, 'state/imports')).sort().at(-1) ?? 'nothing';

type Ran = {readonly code: number; readonly stdout: string; readonly stderr: string};

/** A way to run a line of a change. */
export type Emk = (
  line: readonly string[],
  more: readonly string[],
  sandbox: RunningSandbox,
  folder: string,
) => Promise<Ran>;

const wordsOf = (line: readonly string[], more: readonly string[], folder: string): string[] => [
  ...line.map(word => (word === KEPT ? keptIn(folder) : word === IMPORTED ? importedIn(folder) : word)),
  ...['--yes', '-o', 'json', ...more],
];

const variablesOf = ({publicKey, secretKey}: RunningSandbox, folder: string) => ({
  EMK_STATE_DIR: join(folder, 'state'),
  EMK_PUBLIC_KEY: publicKey,
  EMK_SECRET_KEY: secretKey,
  EMK_MAX_WAIT: '20s',
});

/** An undo waits only this long for the requests of a run that was killed; an import whose looks all fail would wait ten minutes. */
const quickly = ([first, second]: readonly string[]): Record<string, string> =>
  first === 'undo' ? {EMK_SETTLE: '60ms'} : second === 'import' ? {EMK_SETTLE: '1s'} : {};

/** Runs a line in this process, which takes a tenth of the time, until a signal ends it. */
export const runUntil =
  (interrupted = new AbortController().signal): Emk =>
  (line, more, sandbox, folder) =>
    runAgainst(sandbox.baseUrl, wordsOf(line, more, folder), {
      env: {...variablesOf(sandbox, folder), ...quickly(line), EMK_CONFIG_DIR: join(folder, '.config')},
      host: {
        ...{cwd: folder, home: folder, now: () => new Date(), elapsed: () => performance.now(), random: Math.random},
        ...{interrupted, sleep: (milliseconds, signal) => sleep(milliseconds, undefined, signal ? {signal} : {})},
      },
    });

export const runHere = runUntil();

/** Runs a line by the built program. */
export async function runEmk(
  line: readonly string[],
  more: readonly string[],
  sandbox: RunningSandbox,
  folder: string,
  /** Gets a function that kills the process. */
  started: (kill: () => void) => void = () => {},
): Promise<Ran> {
  const all = wordsOf(line, more, folder);
  const child = spawn(process.execPath, [program, ...all.filter(word => !isVariable(word))], {
    cwd: folder,
    env: {
      ...keptCode,
      PATH: process.env['PATH'],
      HOME: folder,
      EMK_BASE_URL: sandbox.baseUrl,
      ...variablesOf(sandbox, folder),
      ...quickly(line),
      ...Object.fromEntries(all.filter(isVariable).map(word => word.split('='))),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started(() => void child.kill('SIGKILL'));
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
