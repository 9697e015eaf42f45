#!/usr/bin/env node
/**
 * The built emk imports into the built sandbox under faults: every fault in the first, a middle and the last chunk, for
 * each way a service may treat known addresses; and kill -9 at every journal write and at random moments. After that,
 * `resume` until nothing is left: no row may be missing or duplicated. Syncs and undos likewise, each fault in each of
 * their parts. `node test/faults/import-matrix.mjs` runs a sample in some forty seconds, `--long` every combination and
 * 100 random kills, and `--only lost-reply` one fault.
 */
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {availableParallelism, tmpdir} from 'node:os';
import {join} from 'node:path';
import {createInterface} from 'node:readline';
import {setTimeout as sleep} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';
import {duplicates, importTasks, positions, ROWS} from './import-cases.mjs';
import {playSync, syncTasks} from './sync-cases.mjs';

const emk = fileURLToPath(new URL('../../bin/emk.js', import.meta.url));
const long = process.argv.includes('--long');
const only = process.argv.includes('--only') ? process.argv[process.argv.indexOf('--only') + 1] : undefined;
const work = mkdtempSync(join(tmpdir(), 'emk-matrix-'));

const addresses = Array.from({length: ROWS}, (_, at) => `person${at}@example.com`);
const fileOf = people => ['email,first_name', ...people.map((address, at) => `${address},First${at}`)].join('\n');

const upload = 'POST /contacts/upload-csv';
const shortWait = '150ms';

for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(1));

const problems = [];
let cases = 0;

try {
  const lanes = await Promise.all(duplicates.map(kind => serve(kind)));
  const tasks = [...importTasks({long, only}), ...syncTasks({long, only})];
  const queues = lanes.map(lane => tasks.filter(({on}) => on === lane.kind));
  await limited(
    long ? 3 : Math.min(3, availableParallelism()),
    lanes.map((lane, at) => async () => {
      for (const task of queues[at]) await (task.sync || task.undo ? playPart(lane, task) : play(lane, task));
    }),
  );
  for (const {child} of lanes) child.kill('SIGTERM');
} finally {
  rmSync(work, {recursive: true, force: true});
}
console.log(`${cases} imports, syncs and undos, ${problems.length} problems`);
for (const problem of problems) console.log(`✗ ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function playPart(lane, task) {
  cases += 1;
  const complain = what => problems.push(`${task.label}, ${task.on}: ${what}`);
  const log = async on => (await ask(on, '/__log')).requests;
  await playSync({ask, run, work, complain, upload, recordsIn, log}, lane, task);
}

async function play(lane, task) {
  cases += 1;
  const name = `${task.label}, ${task.on}`;
  const folder = join(work, `case${cases}`);
  mkdirSync(folder);
  const people = addresses.slice(0, task.rows);
  writeFileSync(join(folder, 'leads.csv'), fileOf(people));
  const type = `Case ${lane.kind} ${cases}`;
  const {more = [], ends = [0]} = task.fault ?? {};
  const line = ['contacts', 'import', 'leads.csv', '--list', type, '--create-list', ...more];
  const complain = what => problems.push(`${name}: ${what}`);
  await misbehave(lane, task);
  const first = await run(lane, folder, line, task);
  if (task.fault && !ends.includes(first.code))
    complain(`ended with ${first.code}, not ${ends.join(' or ')}: ${first.stderr}`);
  if (first.code === 9 && !/lines? [\d,–]+|All rows were added/.test(first.stderr))
    complain(`exit 9 names no lines: ${first.stderr}`);
  await ask(lane, '/__faults', {method: 'DELETE'});
  let last = first;
  for (let tries = 0; tries < 4 && !isOver(last); tries++) {
    last = await run(lane, folder, hasJournal(folder) ? ['contacts', 'import', 'resume'] : line, {});
  }
  if (!isOver(last)) complain(`never came to an end: ${last.code} ${last.stderr}`);
  const times = await timesListed(lane, type);
  const missing = people.filter(address => !times.has(address));
  const twice = people.filter(address => (times.get(address) ?? 0) > 1);
  if (twice.length > 0) complain(`${twice.length} rows are there twice`);
  const named = task.fault?.mayMiss ? namedMissing(folder) : new Set();
  const lost = missing.filter(address => !named.has(address));
  if (lost.length > 0) complain(`${lost.length} rows are missing and not named`);
}

function isOver({code, stderr}) {
  // A kill after the last record was written leaves nothing to resume.
  return (
    code === 0 || (code === 8 && /did not arrive/.test(stderr)) || (code === 4 && /nothing to resume/.test(stderr))
  );
}

function namedMissing(folder) {
  const path = join(folder, 'leads.rejected.csv');
  return new Set(
    existsSync(path)
      ? readFileSync(path, 'utf8')
          .split('\n')
          .slice(1)
          .map(row => row.split(',')[0])
      : [],
  );
}

async function misbehave(lane, {fault, position, killAtWrite, killAfter}) {
  const add = text => ask(lane, '/__faults', {method: 'POST', body: new URLSearchParams({fault: text})});
  if (killAtWrite !== undefined || killAfter !== undefined) return add(`${upload}=latency,ms=25`);
  await add(`${upload}=${fault.text},after=${positions[position]}`);
  // The first chunk has already listed the contacts once when a later chunk is lost.
  if (fault.also) await add(fault.also + (fault.after ? `,after=${1 + Math.min(1, positions[position])}` : ''));
}

/** Runs emk to its end, or kills it after a number of journal records or milliseconds. */
async function run(lane, folder, line, {killAtWrite, killAfter, fault}) {
  const child = spawn(process.execPath, [emk, ...line], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      HOME: folder,
      // Compiled code is kept for all: each run would spend a third of its time on it.
      XDG_CACHE_HOME: work,
      EMK_CONFIG_DIR: join(folder, 'config'),
      EMK_STATE_DIR: join(folder, 'state'),
      EMK_SETTLE: fault?.wait ?? shortWait,
      EMK_MAX_WAIT: '2s',
      EMK_BASE_URL: lane.baseUrl,
      EMK_PUBLIC_KEY: lane.publicKey,
      EMK_SECRET_KEY: lane.secretKey,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', data => {
    stderr += data;
  });
  let over = false;
  const ended = new Promise(resolve => child.on('close', code => resolve(code)));
  ended.then(() => {
    over = true;
  });
  if (killAfter !== undefined) {
    await Promise.race([ended, sleep(killAfter)]);
    child.kill('SIGKILL');
  }
  if (killAtWrite !== undefined) {
    while (!over && recordsIn(folder) < killAtWrite) await new Promise(setImmediate);
    child.kill('SIGKILL');
  }
  return {code: (await ended) ?? 137, stderr};
}

function journalOf(folder) {
  const imports = join(folder, 'state', 'imports');
  if (!existsSync(imports)) return undefined;
  const runs = readdirSync(imports).map(id => join(imports, id, 'journal.jsonl'));
  return runs.find(path => existsSync(path));
}

function recordsIn(folder) {
  const path = journalOf(folder);
  return path ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;
}

function hasJournal(folder) {
  return recordsIn(folder) > 0;
}

async function timesListed(lane, type) {
  const {contactTypes} = await ask(lane, '/api/contacts-type');
  const id = contactTypes.find(({name}) => name === type)?.id;
  const {contacts} = await ask(lane, '/api/contacts/list');
  const times = new Map();
  for (const {contact_type_id, email} of contacts) {
    if (contact_type_id === id) times.set(email, (times.get(email) ?? 0) + 1);
  }
  return times;
}

async function ask({origin, publicKey, secretKey}, path, init = {}) {
  const headers = {PublicKey: publicKey, SecretKey: secretKey, Accept: 'application/json'};
  const answer = await (await fetch(origin + path, {...init, headers})).json();
  if (answer.status !== 'success') throw new Error(`${path}: ${JSON.stringify(answer)}`);
  return answer.message;
}

async function serve(kind) {
  const child = spawn(
    process.execPath,
    [emk, 'sandbox', 'serve', '--empty', '--setting', `duplicates=${kind}`, '-o', 'json'],
    {stdio: ['ignore', 'pipe', 'ignore'], env: {PATH: process.env.PATH, HOME: work, EMK_STATE_DIR: join(work, kind)}},
  );
  process.once('exit', () => child.kill('SIGKILL'));
  const [line] = await once(createInterface(child.stdout), 'line');
  const {baseUrl, publicKey, secretKey} = JSON.parse(line);
  return {kind, child, baseUrl, publicKey, secretKey, origin: new URL(baseUrl).origin};
}

async function limited(most, jobs) {
  const left = [...jobs];
  await Promise.all(
    Array.from({length: most}, async () => {
      for (let job = left.shift(); job; job = left.shift()) await job();
    }),
  );
}

/** The same random numbers in every run. */
