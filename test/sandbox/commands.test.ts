/** `emk sandbox …` as other programs find it, and the account of --sandbox, which is kept between lines. */
import {execFileSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {request} from 'node:http';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {PassThrough} from 'node:stream';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import type {Host} from '../../src/core/system/host.js';
import {keysOf, raw, urlencoded} from '../support/raw-http.js';
import {type Ran, runAgainst} from '../support/run-against.js';
import {words} from '../support/words.js';

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'emk-sandbox-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true, maxRetries: 5}));

type Given = {readonly env?: Record<string, string>; readonly host?: Partial<Host>};

const nobody = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};

/** A line of somebody who has no account. */
const emk = (line: string | readonly string[], {env = {}, host = {}}: Given = {}): Promise<Ran> =>
  runAgainst('', line, {
    env: {...nobody, PATH: process.env['PATH'] ?? '', ...env},
    host: {cwd: home, home, ...host},
  });

const node = process.execPath;
const running = (script: string, options = '--empty') => [
  'sandbox',
  'run',
  ...words(options),
  '--',
  node,
  '-e',
  script,
];

type Served = {readonly baseUrl: string; readonly publicKey: string; readonly secretKey: string};

/** Serves while `use` runs, and tells how that ended. */
async function serving(
  options: string,
  use: (served: Served, line: string) => Promise<void>,
  given: Given = {},
): Promise<Ran> {
  const interruption = new AbortController();
  const stdout = new PassThrough();
  const ended = emk(`sandbox serve ${options}`, {...given, host: {interrupted: interruption.signal, stdout}});
  let line = '';
  const announced = expect
    .poll(() => (line += String(stdout.read() ?? '')), {interval: 5, timeout: 20_000})
    .toMatch(/SECRET_KEY=.*\n|\}\n$/);
  await Promise.race([announced, ended]);
  const exported = Object.fromEntries(
    [...line.matchAll(/^export (\w+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  );
  const served: Served = line.startsWith('{')
    ? JSON.parse(line)
    : {baseUrl: exported.EMK_BASE_URL, publicKey: exported.EMK_PUBLIC_KEY, secretKey: exported.EMK_SECRET_KEY};
  await use(served, line);
  interruption.abort('SIGTERM');
  return ended;
}

const asked = (served: Served, path: string) => raw(`${served.baseUrl}${path}`, {headers: keysOf(served)});
const change = (served: Served, path: string, fields: ReadonlyArray<readonly [string, string]>) =>
  raw(`${served.baseUrl}${path}`, {
    ...urlencoded(fields),
    headers: {...urlencoded(fields).headers, ...keysOf(served)},
  });
const namesOf = async (served: Served): Promise<readonly string[]> =>
  ((await asked(served, '/contacts-type')).json.message as {contactTypes: {name: string}[]}).contactTypes.map(
    ({name}) => name,
  );

describe('sandbox run', () => {
  test('gives a command a sandbox, no profile, and passes its exit code on', async () => {
    const script = `
      const {EMK_BASE_URL, EMK_PUBLIC_KEY, EMK_SECRET_KEY, EMK_PROFILE, EMK_SANDBOX_RUN} = process.env;
      fetch(EMK_BASE_URL + '/contacts-type', {headers: {PublicKey: EMK_PUBLIC_KEY, SecretKey: EMK_SECRET_KEY}})
        .then(answer => answer.json())
        .then(({message}) => {
          console.log(JSON.stringify({lists: message.contactTypes.length, EMK_PROFILE, EMK_SANDBOX_RUN, EMK_BASE_URL}));
          process.exit(7);
        });`;
    const env = {EMK_PROFILE: 'prod', EMK_SECRET_KEY_FILE: '/nowhere'};
    const {code, stdout} = await emk(running(script), {env});
    const seen = JSON.parse(stdout);
    expect([code, seen]).toEqual([
      7,
      {lists: 0, EMK_SANDBOX_RUN: '1', EMK_BASE_URL: expect.stringMatching(/^http:\/\/127/)},
    ]);
    await expect(raw(`${seen.EMK_BASE_URL}/contacts-type`)).rejects.toThrow();
  });

  test('says nothing of what the command left under way when it ended', {tags: ['long']}, async () => {
    const leaves = `
      const {EMK_BASE_URL, EMK_PUBLIC_KEY, EMK_SECRET_KEY} = process.env;
      fetch(EMK_BASE_URL + '/contacts-type', {headers: {PublicKey: EMK_PUBLIC_KEY, SecretKey: EMK_SECRET_KEY}}).catch(() => {});
      setTimeout(() => process.exit(0), 100);`;
    const ran = await emk(running(leaves, "--fault 'GET *=latency,ms=350'"));
    expect([ran.code, ran.stderr]).toEqual([0, '']);
  });

  test('hands none of what was said about it to the sandboxes within', async () => {
    const env = {
      EMK_SANDBOX_FAULTS: 'GET /senders=500',
      EMK_SANDBOX_CLOCK: 'x60',
      EMK_SANDBOX_SETTINGS: 'sample=none',
      EMK_SANDBOX_DB: 'mine.db',
    };
    const {stdout} = await emk(running('console.log(Object.keys(process.env).join(" "))'), {env});
    expect(stdout).toContain('EMK_SANDBOX_RUN');
    expect(stdout.split(/\s/).filter(name => name in env)).toEqual([]);
  });

  test('takes emk for itself', async () => {
    const host = {program: [node, '-p', '"emk: " + process.argv.slice(1)']};
    expect((await emk('sandbox run --empty -- emk contacts list', {host})).stdout).toBe('emk: contacts,list\n');
  });

  test('passes a signal on, and its outcome back', async () => {
    const interruption = new AbortController();
    const stdout = new PassThrough();
    const host = {interrupted: interruption.signal, stdout};
    const ended = emk(running('console.log("up"); setInterval(() => {}, 1000)'), {host});
    await expect.poll(() => String(stdout.read() ?? '')).toBe('up\n');
    interruption.abort('SIGTERM');
    expect((await ended).code).toBe(143);
  });

  test.each([
    'sandbox run',
    "sandbox run --fault 'GET *=explode' -- true",
    "sandbox run --fault 'GET /sender=500' -- true",
    'sandbox run --setting duplicates=perhaps -- true',
    'sandbox run --setting noSuchThing=1 -- true',
    'sandbox run --setting unsubscribeRate=2 -- true',
    'sandbox run --clock sometimes -- true',
    'sandbox serve --port 70000',
    'sandbox serve --host 203.0.113.7 --empty',
    'sandbox reset',
    'sandbox log EMK_SANDBOX_RUN=1',
    'sandbox mail EMK_SANDBOX_RUN=1',
    'lists list --sandbox EMK_SANDBOX_DB=:memory:',
    'lists list --sandbox EMK_SANDBOX_FAULTS="POST /contacts/ad=500"',
  ])('emk %s is refused', async line => {
    const {code} = await emk(line);
    expect([2, 3]).toContain(code);
  });

  test('a program that is not there is no success', async () => {
    expect((await emk('sandbox run --empty -- no-such-program-anywhere')).code).not.toBe(0);
  });
});

describe('sandbox serve', () => {
  test('says where it is once it answers, misbehaves as told, and stops when told to', async () => {
    let url = '';
    const {code} = await serving("--empty -o json --fault 'GET /senders=500'", async served => {
      url = served.baseUrl;
      expect((await asked(served, '/contacts-type')).json.status).toBe('success');
      expect((await asked(served, '/senders')).status).toBe(500);
      const taken = new URL(url).port;
      expect((await emk(`sandbox serve --empty --port ${taken}`)).code).toBe(2);
    });
    expect(code).toBe(0);
    await expect(raw(`${url}/contacts-type`)).rejects.toThrow();
  });

  test('keeps the account and its keys in a file where one is named', async () => {
    const keys: string[] = [];
    for (const turn of [1, 2])
      await serving('--empty --db kept.db -o json', async served => {
        keys.push(served.secretKey);
        if (turn === 1) await change(served, '/contacts-type/add', [['name', 'Kept']]);
        expect(await namesOf(served)).toEqual(['Kept']);
      });
    expect(keys[0]).toBe(keys[1]);
  });

  test('makes the same keys of the same seed', {tags: ['long']}, async () => {
    const keys: string[] = [];
    for (const options of ['--random 7', '--random 7', '--random 8', '', ''])
      await serving(`--empty -o json ${options}`, async ({secretKey}) => void keys.push(secretKey));
    expect([keys[0] === keys[1], new Set(keys).size]).toEqual([true, 4]);
  });

  test('its health needs no key and no name', async () => {
    await serving('--empty -o json', async ({baseUrl}) => {
      const status = await new Promise(resolve => {
        request(`${baseUrl.replace('/api', '')}/__health`, {headers: {host: 'pod.example'}, agent: false}, answer =>
          resolve(answer.resume().statusCode),
        ).end();
      });
      expect(status).toBe(200);
    });
  });

  test('a reset takes back records, ids, mail, clock, log and faults', {tags: ['long']}, async () => {
    await serving("--clock step@2026-01-31T09:00:00Z --fault 'GET /senders=500' -o json", async served => {
      const state = async () => [
        await namesOf(served),
        (await asked(served, '/__mail')).text,
        (await asked(served, '/__faults')).json.message,
      ];
      const before = await state();
      for (const name of ['First', 'Second']) {
        await change(served, '/contacts-type/add', [['name', name]]);
        await change(served, '/__clock', [['by', '60 days']]);
        await change(served, '/__faults', [['fault', 'GET /segments=500']]);
        expect((await state()).some((part, at) => part !== before[at])).toBe(true);
        const {json} = await change(served, '/__reset', []);
        expect(json.message).toEqual({clock: {now: '2026-01-31T09:00:00.000Z', speed: 0}});
        expect((await asked(served, '/__log')).json.message).toEqual({requests: []});
        expect(await state()).toEqual(before);
      }
    });
  });

  test('listens where it is told to', async () => {
    await serving('--empty --host 0.0.0.0 -o json', async served => {
      expect([served.baseUrl.startsWith('http://127.0.0.1:'), await namesOf(served)]).toEqual([true, []]);
    });
    expect((await serving('--empty --host 127.0.0.2 -o json', async () => {})).stderr).toBe('');
  });
});

describe('the account of --sandbox', () => {
  const lists = async (given: Given = {}): Promise<readonly string[]> =>
    JSON.parse((await emk('lists list --sandbox -o json', given)).stdout).map(({name}: {name: string}) => name);

  test('is kept between lines, logs them, and starts over when asked', async () => {
    const demo = await lists();
    expect((await emk('lists create Leads --sandbox --yes')).code).toBe(0);
    expect(await lists()).toEqual([...demo, 'Leads']);
    const log = JSON.parse((await emk('sandbox log --limit 3 -o json')).stdout);
    expect(log.map(({path}: {path: string}) => path)).toContain('/api/contacts-type/add');
    expect((await emk('sandbox reset --empty --yes')).code).toBe(0);
    expect(await lists()).toEqual([]);
  });

  test('is not made by looking for it', async () => {
    for (const line of ['sandbox log', 'sandbox mail']) expect(await emk(line)).toMatchObject({code: 0, stdout: ''});
    expect(existsSync(join(home, 'state/sandbox/account.db'))).toBe(false);
  });

  test('is where EMK_SANDBOX_DB says, which must be a place for a file', async () => {
    await lists({env: {EMK_SANDBOX_DB: 'mine.db'}});
    expect(existsSync(join(home, 'mine.db'))).toBe(true);
    expect((await emk('lists list --sandbox EMK_SANDBOX_DB=mine.db/account.db')).code).toBe(3);
  });

  test('is never what another program keeps, nor what is no database', async () => {
    const theirs = {EMK_SANDBOX_DB: 'theirs.db'};
    const {default: sqlite} = await import('node-sqlite3-wasm');
    const database = new sqlite.Database(join(home, 'theirs.db'));
    database.exec('CREATE TABLE bookmarks (id INTEGER PRIMARY KEY);');
    database.close();
    writeFileSync(join(home, 'text.db'), 'not a database at all, but long enough to be taken for one'.repeat(50));
    for (const name of ['theirs.db', 'text.db', '.']) {
      const before = name === '.' ? '' : readFileSync(join(home, name), 'latin1');
      for (const line of ['lists list --sandbox', 'sandbox reset --yes']) {
        const {code, stderr} = await emk(line, {env: {...theirs, EMK_SANDBOX_DB: name}});
        expect([line, code, /EMK_SANDBOX_DB/.test(stderr)]).toEqual([line, 3, true]);
      }
      expect(name === '.' ? '' : readFileSync(join(home, name), 'latin1')).toBe(before);
    }
  });

  test('behaves as the environment says', async () => {
    const env = {
      EMK_SANDBOX_FAULTS: 'GET /senders=500:1; GET /contacts-type=429',
      EMK_SANDBOX_SETTINGS: 'sample=none;duplicates=skip',
    };
    const code = async (line: string) => (await emk(`${line} --sandbox --retries 0`, {env})).code;
    expect(await code('senders list')).toBe(6);
    expect(await code('lists list')).toBe(7);
    expect(await code('contacts sample one.csv')).toBe(4);
  });

  test.skipIf(process.platform !== 'linux')(
    'names a disk that has no room for it',
    {tags: ['long']},
    async ({skip}) => {
      const disk = mkdtempSync(join(tmpdir(), 'emk-small-'));
      try {
        execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=80k', 'tmpfs', disk], {stdio: 'ignore'});
      } catch {
        rmSync(disk, {recursive: true});
        skip('only root can mount a disk');
      }
      const {code, stderr} = await emk('lists list --sandbox', {env: {EMK_SANDBOX_DB: join(disk, 'account.db')}});
      execFileSync('umount', [disk]);
      rmSync(disk, {recursive: true});
      expect([code, stderr]).toEqual([3, expect.stringContaining('Check that its disk has room')]);
    },
  );

  test('shows its mail as it was read, tags filled, and only that of a person or a mailing who is named', async () => {
    await lists();
    const mail = async (options = '') => JSON.parse((await emk(`sandbox mail -o json ${options}`)).stdout || '[]');
    const all: readonly {readonly id: number; readonly to: string; readonly utr: string}[] = await mail();
    const ids = (some: typeof all) => some.map(({id}) => id);
    const [{to, utr} = {to: '', utr: ''}] = all.slice(-1);
    expect(ids(await mail(`--to ${to.toUpperCase()}`))).toEqual(ids(all.filter(one => one.to === to)));
    expect(ids(await mail(utr))).toEqual(ids(all.filter(one => one.utr === utr)));
    expect(await mail('--to nobody@example.com')).toEqual([]);
    const {stdout} = await emk('sandbox mail');
    expect(stdout).toMatch(/^To: \S+@\S+$/m);
    expect(stdout).not.toMatch(/\(\(first_name\)\)|<p|<html/);
  });
});
