/**
 * Machines with a full, closed or removed disk, or put to sleep: each run ends as expected, and says what to set.
 * @module-tag long
 */

import {execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import {type RunningSandbox, startSandbox} from '../../src/sandbox/running/start.js';
import {add} from '../../src/sandbox/service/rows.js';
import {templates} from '../../src/sandbox/service/tables.js';
import {said} from '../support/said.js';
import {oneOf} from '../support/sample.js';
import {untilStruck} from '../support/until-struck.js';
import {words} from '../support/words.js';

const emk = resolve('bin/emk.js');
let work: string;
let sandbox: RunningSandbox;

beforeAll(async () => {
  work = mkdtempSync(join(tmpdir(), 'emk-machine-'));
  sandbox = await startSandbox();
  writeFileSync(join(work, 'leads.csv'), 'email\nada@lovelace.example\n');
  writeFileSync(join(work, 'bad.csv'), 'email\nnot an address\n');
});
afterAll(async () => {
  await sandbox.close();
  rmSync(work, {recursive: true, force: true});
});

const keys = () => ({
  EMK_BASE_URL: sandbox.baseUrl,
  EMK_PUBLIC_KEY: sandbox.publicKey,
  EMK_SECRET_KEY: sandbox.secretKey,
});

/** Starts the built program; `env` overrides the account's variables. */
const start = (line: string, env: Record<string, string> = {}) =>
  spawn(process.execPath, [emk, ...words(line)], {
    cwd: work,
    env: {PATH: process.env['PATH'], HOME: work, ...keys(), ...env},
  });

async function ended(child: ReturnType<typeof start>, stdin = '') {
  const printed = {stdout: '', stderr: ''};
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', chunk => (printed[name] += String(chunk)));
  child.stdin.end(stdin);
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  expect(printed.stderr).not.toMatch(/^\s+at .*:\d+/m);
  return {code, signal, ...printed};
}

describe('a signal', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 143],
  ] as const)('%s ends a read that waits, and a change of which nobody knows', async (signal, exit) => {
    for (const [line, place] of [
      ['lists list', 'GET /contacts-type=hang:1'],
      ['lists delete 999 --yes', 'DELETE /contacts-type/delete=hang:1'],
    ] as const) {
      const before = (await sandbox.requests()).length;
      sandbox.misbehave(place);
      const child = start(line);
      const end = ended(child);
      await untilStruck(sandbox, before);
      child.kill(signal);
      expect(await end, line).toMatchObject({code: exit, signal: null});
    }
  });
});

test('a laptop that sleeps in the middle of a request goes on when it wakes', async () => {
  let requests = 0;
  let answer = (): void => undefined;
  let asked = (): void => undefined;
  const arrival = new Promise<void>(resolve => {
    asked = resolve;
  });
  const server = createServer((_, response) => {
    requests++;
    answer = () => response.end('{"status":"success","message":{"contactTypes":[{"id":1,"name":"Leads"}]}}');
    asked();
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const {port} = server.address() as AddressInfo;
  const child = start('lists list --count', {EMK_BASE_URL: `http://127.0.0.1:${port}/api`});
  const end = ended(child);
  await arrival;
  child.kill('SIGSTOP');
  answer();
  child.kill('SIGCONT');
  expect(await end).toMatchObject({code: 0, stdout: '1\n'});
  expect(requests).toBe(1);
  server.closeAllConnections();
  server.close();
});

describe.skipIf(process.platform === 'win32')('a stream that is closed or full', () => {
  const inShell = (line: string) =>
    spawnSync('sh', ['-c', `"${process.execPath}" "${emk}" --sandbox lists list --count ${line}`], {
      cwd: work,
      encoding: 'utf8',
      env: {PATH: process.env['PATH'], HOME: work},
    });

  test.each(oneOf(3, ['<&-', '>&-', '2>&-', '<&- >&- 2>&-']))('%s is no reason to fail', redirection => {
    const {status, stderr} = inShell(redirection);
    expect([status, stderr]).toEqual([0, '']);
  });

  test.skipIf(process.platform !== 'linux')('> /dev/full ends with 8: the output is lost', () => {
    const {status, stderr} = inShell('> /dev/full');
    expect([status, stderr]).toEqual([8, expect.stringContaining('disk is full')]);
  });
});

/** A line, the variable that puts its files on a disk, the exit code, and what the error must name. */
type OnDisk = readonly [line: string, variable: string, exit: number, says: RegExp];

const files: readonly OnDisk[] = [
  ['config set output json', 'EMK_CONFIG_DIR', 3, /EMK_CONFIG_DIR/],
  [
    'contacts import leads.csv --list Newsletter --yes --allow-automations',
    'EMK_STATE_DIR',
    2,
    /EMK_STATE_DIR|cannot write the journal/,
  ],
  ['--sandbox lists list', 'EMK_STATE_DIR', 3, /EMK_SANDBOX_DB/],
  ['contacts import bad.csv --list Newsletter --yes --rejects $DISK/r.csv', 'UNUSED', 2, /--rejects/],
  ['lists list --count', 'XDG_CACHE_HOME', 0, /^$/],
  ['lists list --count', 'EMK_STATE_DIR', 0, /^$/],
];

const onDisk = async (disk: string, [line, variable]: OnDisk) => {
  const isOwn = line.startsWith('--sandbox');
  const env = {[variable]: join(disk, 'emk'), ...(isOwn && {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''})};
  return ended(start(line.replace('$DISK', disk), env));
};

describe('a place that is no folder', () => {
  test.each(oneOf(2, files))('%s, led there by %s, ends with %i', async (...file) => {
    const disk = join(work, 'leads.csv');
    expect(await onDisk(disk, file)).toMatchObject(said(file[2], file[3]));
  });
});

describe('a disk that is full', () => {
  /** A disk of a few kilobytes, which only root can make. */
  let mounted = '';
  beforeAll(() => {
    if (process.platform !== 'linux') return;
    const folder = mkdtempSync(join(tmpdir(), 'emk-full-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', folder], {stdio: 'ignore'});
      mounted = folder;
      writeFileSync(join(folder, 'full'), Buffer.alloc(4096));
    } catch {
      if (mounted === '') rmSync(folder, {recursive: true, force: true});
    }
  });
  afterAll(() => {
    if (mounted === '') return;
    execFileSync('umount', [mounted], {stdio: 'ignore'});
    rmSync(mounted, {recursive: true, force: true});
  });

  test.for(oneOf(2, [...files.slice(1), ...files.slice(0, 1)]))(
    '%s, led there by %s, ends with %i and leaves no half file',
    async (file, {skip}) => {
      skip(mounted === '', 'only root can mount a disk');
      expect(await onDisk(mounted, file)).toMatchObject(said(file[2], file[3]));
      const left = readdirSync(mounted, {recursive: true, encoding: 'utf8'}).filter(
        name => name !== 'full' && statSync(join(mounted, name)).isFile() && !name.includes('sandbox'),
      );
      expect(left).toEqual([]);
    },
  );
});

test('a home that is missing is made, and one that cannot be made costs only what would be kept', async () => {
  const missing = await ended(start('lists list --count', {HOME: join(work, 'nobody')}));
  expect(missing).toMatchObject({code: 0, stdout: '3\n'});
  mkdirSync(join(work, 'somewhere'));
  const impossible = await ended(start('lists list --count', {HOME: join(work, 'leads.csv')}));
  expect(impossible).toMatchObject({code: 0, stdout: '3\n', stderr: ''});
});

test.runIf(process.platform === 'linux')(
  'a folder below one where nothing can be made is refused, not tried for ever',
  async () => {
    const child = start('account pull /proc/1/nobody/account --yes');
    const giveUp = globalThis.setTimeout(() => child.kill('SIGKILL'), 20_000);
    expect(await ended(child)).toMatchObject({code: 2, stderr: expect.stringContaining('emk cannot write')});
    clearTimeout(giveUp);
  },
);

describe.skipIf(process.platform === 'win32')('a shell that allows few open files', () => {
  /** Runs emk where at most `limit` files may be open, its own included. */
  const limited = (limit: number, line: string) =>
    ended(
      spawn('sh', ['-c', `ulimit -n ${limit}; exec "$0" "$@"`, process.execPath, emk, ...words(line)], {
        cwd: work,
        env: {PATH: process.env['PATH'], HOME: work, ...keys()},
      }),
    );

  test('is enough for an account with more files than that', async () => {
    const rest = {preview_image: '', json_code: '', is_blank: 0, created_at: 0, updated_at: 0};
    await sandbox.account.store.transaction(db => {
      for (let at = 1; at <= 300; at++)
        add(db, templates, {template_name: `Letter ${at}`, html_code: `<p>${at}</p>`, ...rest});
    });
    expect(await limited(64, 'account pull many')).toMatchObject({code: 0});
    expect(readdirSync(join(work, 'many/templates')).length).toBeGreaterThanOrEqual(300);
    expect(await limited(64, 'account plan many --exit-code')).toMatchObject({code: 0});
  });

  test('is named where emk cannot even start: nothing is damaged', async () => {
    const starts = [];
    for (let limit = 18; limit < 24; limit++) starts.push(await limited(limit, 'lists list --count'));
    const stopped = starts.map(({stderr}) => stderr).filter(text => text.includes('too many'));
    expect(stopped.length).toBeGreaterThan(0);
    for (const stderr of stopped) expect(stderr).toContain('ulimit -n 1024');
  });
});
