/**
 * Each recipe as the script that a person makes of it, against a service that answers and under six faults: it ends in time,
 * with the exit code of the table; it prints only data; and the account has nothing twice, nor anything that nobody asked for.
 */
import {execFileSync, spawn} from 'node:child_process';
import {chmodSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {recipes} from '../../src/reference/recipes.js';
import type {LogEntry} from '../../src/sandbox/http/log.schema.js';
import {startSandbox} from '../../src/sandbox/running/start.js';
import {becameOf, NOW, type State, stateOf} from '../faults/state.js';
import {keptCode} from '../kept-code.js';
import {oneIn} from '../one-in.js';

/** What a service or a machine does wrong, at the requests that are struck. */
const faults = {
  'the keys are refused': () => [],
  'too many requests, once': () => ['* *=429:1'],
  'errors for a while': ({at, after, applied}) => [`${at}=500:3${after}${applied}`],
  'answers are cut off': ({at}) => [`${at}=truncate`],
  'no answer comes': ({at, after, times}) => [`${at}=hang${times}${after}`],
  'the disk is full': () => [],
} as const satisfies {readonly [fault: string]: (struck: Struck) => readonly string[]};

const isChange = ({method}: LogEntry): boolean => method !== 'GET';

type Struck = {readonly at: string; readonly after: string; readonly applied: string; readonly times: string};
type Fault = keyof typeof faults;

/** A script that changes something is struck at its first change, which is made in spite of errors, but not where nothing is answered. */
function struckIn({requests}: Played): Struck {
  const change = requests.find(isChange);
  const reading = {at: '* *', after: requests.length > 1 ? ',after=1' : '', applied: '', times: ''};
  if (!change) return reading;
  return {at: `${change.method} ${change.path.replace(/\?.*/, '')}`, after: '', applied: ',applied', times: ':1'};
}

type Expected = {
  /** Each line that it prints. */
  readonly prints: RegExp;
  /** Its exit code without a fault, and under each fault in their order. */
  readonly ends: string;
  /** The files that it leaves. */
  readonly makes: string;
};

const nothing = /^$/;

const table: {readonly [title: string]: Expected} = {
  'Copy all contacts every night, with the date in the name': {
    prints: nothing,
    ends: '0 3 0 6 6 6 8',
    makes: 'contacts-2026-03-04.csv',
  },
  'Keep a list the same as the file of a CRM, and report who is gone from it': {
    prints: nothing,
    ends: '0 3 0 0 0 0 8',
    makes: 'gone-2026-03-04.txt sync.json',
  },
  'Unsubscribes from another tool count here too, and the other way round': {
    prints: nothing,
    ends: '0 3 0 0 0 0 8',
    makes: 'left.csv',
  },
  'Warn when an automation is not live': {prints: nothing, ends: '0 3 0 6 6 6 0', makes: ''},
  'Delete contacts that nobody has touched for two years': {
    prints: nothing,
    ends: '0 3 0 0 0 9 8',
    makes: 'before-2026-03-04.csv stale.txt',
  },
  'Check in the evening that tomorrow has a mailing': {prints: nothing, ends: '0 3 0 0 6 6 8', makes: 'agenda.txt'},
  'Export all contacts to a warehouse': {prints: nothing, ends: '0 3 0 6 6 6 8', makes: 'contacts.jsonl'},
  // comm writes last, and ends with 1 where it cannot.
  'Stop at the first error, and leave no files behind': {prints: /^\S+@\S+$/, ends: '0 3 0 6 6 6 1', makes: ''},
  'Try a line as cron will run it': {prints: nothing, ends: '0 3 0 6 6 6 8', makes: 'contacts.csv'},
  'Show the numbers of every mailing that was sent, one JSON object a line': {
    prints: /^\{"utr":".*\}$/,
    ends: '0 3 0 123 6 123 8',
    makes: 'sent.txt',
  },
  'Write a file for each list': {
    prints: nothing,
    ends: '0 3 0 6 6 6 8',
    makes: 'Customers.csv Newsletter.csv Staff.csv lists.tsv',
  },
  // Make ends with 2 whatever failed, and xargs above with 123.
  'Let Make fetch the files that are missing': {prints: nothing, ends: '0 2 0 2 2 2 2', makes: 'contacts.csv left.csv'},
  // The log is written by script, which goes on without it.
  'Keep the log of an import as a terminal shows it': {prints: /^/, ends: '0 3 0 0 0 0 0', makes: 'import.log'},
  'Add people who are in the script itself': {
    prints: /^standard input → "Customers": 2 sent · 2 verified in the list$/,
    ends: '0 3 0 0 0 0 8',
    makes: '',
  },
  // console.log says nothing of a full disk.
  'Read JSON without jq': {prints: /^\d+ on \w+$/, ends: '0 3 0 6 6 6 0', makes: ''},
  'Do two things at the same time, and fail if one of them failed': {
    prints: nothing,
    ends: '0 3 0 6 6 6 8',
    makes: 'contacts.csv left.csv',
  },
  'Try again later, but only where that can help': {prints: nothing, ends: '0 3 0 0 6 6 8', makes: 'contacts.csv'},
  'Create a list unless it exists, and import into it': {
    prints: /^[{}]$|^ {2}"/,
    ends: '0 3 0 0 0 9 8',
    makes: 'import.json',
  },
  'Add the person who filled in a form, once': {prints: /^\d+$/, ends: '0 3 0 0 0 0 8', makes: ''},
};

const given: Readonly<Record<string, string>> = {
  'crm.csv': 'email,first name,city\nann@example.com,Ann,Leeds\nzoe@people.example,Zoe,Rome\n',
  'other-tool.csv': 'Email,Status\nstays@people.example,Subscribed\nleft@people.example,Unsubscribed\n',
  'leads.csv': 'email,first name\nada@lovelace.example,Ada\nalan@turing.example,Alan\n',
};

const bin = mkdtempSync(join(tmpdir(), 'emk-recipes-'));
beforeAll(() => {
  program('emk', `exec "${process.execPath}" "${resolve('bin/emk.js')}" --retries 2 --timeout 2s --max-wait 4s "$@"`);
  program('date', 'echo 2026-03-04');
  program('sleep', ':');
  program('curl', ':');
  program('duckdb', 'test -s contacts.jsonl');
  program(
    'jq',
    `exec "${process.execPath}" -e '
    for (const {email} of JSON.parse(require("fs").readFileSync("sync.json")).contacts.gone) console.log(email)'`,
  );
});
afterAll(() => rmSync(bin, {recursive: true, force: true}));

function program(name: string, body: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${body}\n`);
  chmodSync(join(bin, name), 0o755);
}

type Played = {
  readonly code: number | string | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly made: Readonly<Record<string, string>>;
  readonly requests: readonly LogEntry[];
  readonly before: State;
  readonly after: State;
};

/** Longer than any script may take: it has hung. */
const HUNG = 60_000;

async function play(script: string, fault?: Fault, good?: Played): Promise<Played> {
  const home = mkdtempSync(join(tmpdir(), 'emk-recipes-'));
  const folder = join(home, 'work');
  mkdirSync(folder);
  const isFull = fault === 'the disk is full';
  if (isFull) execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  const sandbox = await startSandbox({clock: `step@${NOW.toISOString()}`});
  try {
    const before = await stateOf(sandbox);
    for (const [name, text] of Object.entries(given)) writeFileSync(join(folder, name), text);
    writeFileSync(join(home, 'script'), script.replace('<2 years ago', '<1 January 2035'), {mode: 0o755});
    const keys = {
      baseUrl: sandbox.baseUrl,
      publicKey: sandbox.publicKey,
      secretKey: fault === 'the keys are refused' ? 'wrong' : sandbox.secretKey,
    };
    mkdirSync(join(home, '.config/emk'), {recursive: true});
    const config = JSON.stringify({current: 'shop', profiles: {shop: keys}});
    writeFileSync(join(home, '.config/emk/config.json'), config, {mode: 0o600});
    if (isFull) fill(join(folder, '.full'));
    if (fault && good) sandbox.misbehave(...faults[fault](struckIn(good)));
    const asked = (await sandbox.requests()).length;
    const ran = await run(home, folder, isFull);
    const requests = (await sandbox.requests()).slice(asked);
    return {
      ...ran,
      made: isFull ? {} : filesIn(folder),
      requests,
      before,
      after: await stateOf(sandbox),
    };
  } finally {
    await sandbox.close();
    if (isFull) execFileSync('umount', ['-l', folder]);
    rmSync(home, {recursive: true, force: true});
  }
}

/** Fills a disk to its last byte. */
function fill(path: string): void {
  try {
    writeFileSync(path, Buffer.alloc(1 << 20));
  } catch {
    // It is full now.
  }
}

/** Runs the script as a person does who made the file executable, and kills all of it when it hangs. */
async function run(home: string, folder: string, isFull: boolean): Promise<Pick<Played, 'code' | 'stdout' | 'stderr'>> {
  const child = spawn('sh', ['-c', '"$HOME/script"'], {
    cwd: folder,
    detached: true,
    stdio: ['ignore', isFull ? openSync('/dev/full', 'w') : 'pipe', 'pipe'],
    env: {
      ...keptCode,
      PATH: `${bin}:${process.env['PATH']}`,
      HOME: home,
      EMAIL: 'ada@lovelace.example',
      WEBHOOK_URL: 'http://127.0.0.1:9/hook',
    },
  });
  const printed = {stdout: '', stderr: ''};
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', text => (printed[name] += text));
  let hung = false;
  const giveUp = setTimeout(() => {
    hung = true;
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }, HUNG);
  const code = await new Promise<number | null>(done => child.on('close', done));
  clearTimeout(giveUp);
  return {code: hung ? 'hung' : code, ...printed};
}

const filesIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(name => !(name in given))
      .map(name => [name, readFileSync(join(folder, name), 'latin1')]),
  );

/** Root alone can make a small disk. */
const canFill = process.platform === 'linux' && process.getuid?.() === 0;

const names = Object.keys(faults).filter((name): name is Fault => canFill || name !== 'the disk is full');

/** Every other script meets one of the faults, always another; all of them with EMK_EVERY_REQUEST. */
const faultsOf = (ends: readonly (number | undefined)[], row: number) =>
  names.map((fault, at) => [fault, ends[at]] as const).filter((_, at) => (at + row) % oneIn(2 * names.length) === 0);

/** Each script is played without a fault once, and all else is compared with that. */
const good = new Map<string, Promise<Played>>();
function goodRunOf({title, script}: (typeof recipes)[number]): Promise<Played> {
  const found = good.get(title) ?? play(script);
  good.set(title, found);
  return found;
}

/** A file is as it is without a fault. A report has other times, and a log says what happened. */
const isWhole = (name: string, text: string, expected: string | undefined): boolean =>
  text === expected || name.endsWith('.log') || (name.endsWith('.json') && typeof JSON.parse(text) === 'object');

test('the table has every recipe', () => expect(Object.keys(table)).toEqual(recipes.map(({title}) => title)));

/** The program `script` takes other options elsewhere. */
const playable = recipes.filter(({script}) => process.platform === 'linux' || !script.includes('script -qec'));

describe.skipIf(process.platform === 'win32').concurrent.each(playable)('$title', {timeout: 2 * HUNG}, recipe => {
  const {prints, ends, makes} = table[recipe.title] ?? {prints: nothing, ends: '', makes: ''};
  const [withoutFault, ...codes] = ends.split(' ').map(Number);

  test.concurrent('without a fault', async () => {
    const all = await goodRunOf(recipe);
    expectEnd(all, withoutFault, prints);
    expect(Object.keys(all.made).join(' ')).toBe(makes);
    for (const text of Object.values(all.made)) expect(text).not.toBe('');
    expect(becameOf(all.after, all)).toBe(all.requests.some(isChange) ? 'all' : 'nothing');
  });

  test.concurrent.each(faultsOf(codes, recipes.indexOf(recipe)))('%s: it ends with %s', async (fault, exit) => {
    const all = await goodRunOf(recipe);
    const struck = await play(recipe.script, fault, all);
    expectEnd(struck, exit, prints);
    const amiss = Object.entries(struck.made).filter(([name, text]) => !isWhole(name, text, all.made[name]));
    expect(amiss).toEqual([]);
    if (faults[fault](struckIn(all)).length > 0)
      expect(struck.requests.filter(each => each.faults.length > 0)).not.toEqual([]);
    const became = becameOf(struck.after, all);
    expect(became).not.toBe('something else');
    if (exit === 0) expect(became).toBe(becameOf(all.after, all));
    if (exit === 3) expect(became).toBe('nothing');
  });
});

function expectEnd({code, stdout, stderr}: Played, exit: number | undefined, prints: RegExp): void {
  expect([code, stderr]).toEqual([exit, expect.not.stringMatching(/^\s+at .*:\d+/m)]);
  for (const line of stdout.split('\n').filter(Boolean)) expect(line).toMatch(prints);
}
