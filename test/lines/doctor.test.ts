/** `emk doctor` on machines and services with one problem at a time; it changes none of them. */

import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {describe, expect, onTestFinished, test} from 'vitest';
import {runAgainst} from '../support/run-against.js';
import {useShell} from '../support/use-shell.js';

type Look = {readonly check: string; readonly state: string; readonly says: string; readonly hint: string | null};

const shell = useShell({clock: 'real'});

type Case = {
  readonly env?: Record<string, string>;
  readonly line?: string;
  readonly base?: string;
  readonly now?: Date;
};

const examine = async (folder: string, {env = {}, line = 'doctor', base, now}: Case = {}) => {
  const {publicKey, secretKey, baseUrl} = shell().sandbox;
  const ran = await runAgainst(base ?? baseUrl, `${line} -o json`, {
    env: {EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey, EMK_CONFIG_DIR: '', EMK_STATE_DIR: '', ...env},
    host: {cwd: folder, home: folder, now: () => now ?? new Date()},
  });
  const {well, looks} = JSON.parse(ran.stdout) as {readonly well: boolean; readonly looks: readonly Look[]};
  const of = (check: string) => looks.find(look => look.check === check);
  const found = looks.filter(({state}) => state === 'wrong').map(({check}) => check);
  return {code: ran.code, stderr: ran.stderr, well, looks, of, found};
};

const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-doctor-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  return folder;
};

const configured = (folder: string, text: string, mode = 0o600): string => {
  const path = join(folder, '.config', 'emk', 'config.json');
  mkdirSync(join(path, '..'), {recursive: true, mode: 0o700});
  writeFileSync(path, text, {mode});
  return path;
};

test('where all is well says so step by step and ends with 0', async () => {
  const {code, well, looks, of, found} = await examine(newFolder());
  expect([code, well, found]).toEqual([0, true, []]);
  expect(looks.map(({check}) => check)).toEqual([
    ...['config folder', 'state folder', 'configuration', 'keys'],
    ...['connection', 'clock', 'imports'],
  ]);
  expect(of('keys')?.says).toContain('EMK_SECRET_KEY');
  for (const {state, hint} of looks) expect(hint === undefined).toBe(state === 'good');
});

test('gives its list where nobody knows the home folder, and says what to set', async () => {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const ran = await runAgainst(baseUrl, 'doctor -o json', {
    env: {
      ...{EMK_PUBLIC_KEY: publicKey, EMK_SECRET_KEY: secretKey, EMK_CONFIG_DIR: '', EMK_STATE_DIR: ''},
      SHELL: '/bin/bash',
    },
    host: {cwd: newFolder(), home: '', now: () => new Date()},
  });
  const {looks} = JSON.parse(ran.stdout) as {readonly looks: readonly Look[]};
  const lost = looks.filter(({says}) => says.includes('emk cannot find your home folder'));
  expect(ran.code).toBe(10);
  expect(lost.map(({check, state}) => `${check} ${state}`)).toEqual([
    ...['config folder wrong', 'state folder wrong', 'configuration wrong'],
    'imports wrong',
  ]);
  expect(lost.filter(({hint}) => !/HOME/.test(`${hint}`))).toEqual([]);
  expect(looks.find(({check}) => check === 'connection')?.state).toBe('good');
});

test('is one line for each look, with what to do below it', async () => {
  const folder = newFolder();
  const {stdout} = await runAgainst('http://127.0.0.1:1/api', 'doctor', {
    env: {EMK_CONFIG_DIR: '', EMK_STATE_DIR: '', FORCE_COLOR: '1'},
    host: {cwd: folder, home: folder},
  });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter(line => !/^(?:[✓!✗] \S| {17}\S)/.test(line))).toEqual([]);
  expect(lines.findIndex(line => line.startsWith('✗ connection'))).toBe(
    lines.findIndex(line => line.includes('Check the base URL')) - 1,
  );
});

test('writes no file and asks the service for one read, on the built binary', {tags: ['long']}, async () => {
  const folder = newFolder();
  const config = configured(folder, '{"profiles": {}}', 0o644);
  chmodSync(config, 0o644);
  const before = everythingIn(folder);
  const asked = (await requests()).length;
  const child = spawn(process.execPath, [resolve('bin/emk.js'), 'doctor'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      EMK_BASE_URL: shell().sandbox.baseUrl,
      EMK_PUBLIC_KEY: shell().sandbox.publicKey,
      EMK_SECRET_KEY: shell().sandbox.secretKey,
    },
  });
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => printed.push(String(chunk)));
  const [code] = await once(child, 'close');
  expect([code, printed.join('')]).toEqual([10, expect.stringContaining(`chmod 600 ${config}`)]);
  expect(printed.join('')).not.toContain(shell().sandbox.secretKey);
  expect(everythingIn(folder)).toEqual(before);
  expect((await requests()).slice(asked)).toEqual(['GET /api/contacts-type']);
});

const requests = async (): Promise<readonly string[]> => {
  const {baseUrl, secretKey} = shell().sandbox;
  const log = await fetch(new URL('/__log', baseUrl), {headers: {SecretKey: secretKey}});
  const answer = (await log.json()) as {
    readonly message: {readonly requests: ReadonlyArray<{readonly method: string; readonly path: string}>};
  };
  return answer.message.requests.map(({method, path}) => `${method} ${path}`);
};

const everythingIn = (folder: string): readonly string[] =>
  readdirSync(folder, {recursive: true, encoding: 'utf8'})
    .sort()
    .map(name => {
      const {mode, mtimeMs, size} = statSync(join(folder, name));
      return [name, mode, mtimeMs, size].join(' ');
    });

describe('tells what is wrong and what to do:', () => {
  test('no keys', async () => {
    const {code, found, of} = await examine(newFolder(), {
      env: {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: ''},
    });
    expect([code, found]).toEqual([10, ['keys']]);
    expect(of('keys')?.hint).toContain('emk login');
  });

  test('a damaged configuration', async () => {
    const folder = newFolder();
    configured(folder, '{');
    const {code, found, of} = await examine(folder);
    expect([code, found]).toEqual([10, ['configuration']]);
    expect(of('configuration')?.says).toContain('is damaged');
  });

  test('keys that the service refuses', async () => {
    const {code, found, of} = await examine(newFolder(), {env: {EMK_SECRET_KEY: 'sk-of-somebody-else'}});
    expect([code, found, of('connection')?.state]).toEqual([10, ['connection'], 'wrong']);
    expect(of('clock')).toBeUndefined();
  });

  test('a service that is not there', async () => {
    const {code, found, of} = await examine(newFolder(), {base: 'http://127.0.0.1:1/api'});
    expect([code, found]).toEqual([10, ['connection']]);
    expect(of('connection')?.says).toContain('ECONNREFUSED');
    expect(of('clock')).toBeUndefined();
  });

  test('a clock that is a day ahead', async () => {
    const {code, found, of} = await examine(newFolder(), {now: new Date(Date.now() + 86_400_000)});
    expect([code, found, of('clock')?.says]).toEqual([
      10,
      ['clock'],
      expect.stringMatching(/^This machine's clock is 86\d{3} s ahead of the service's\.$/),
    ]);
  });

  test('folders that are files, and folders that others may change', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    const open = join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    const {found, of} = await examine(folder, {
      env: {EMK_STATE_DIR: join(folder, 'file'), EMK_CONFIG_DIR: open},
    });
    expect(found).toEqual(['config folder', 'state folder']);
    expect(of('state folder')?.hint).toContain('EMK_STATE_DIR');
    expect(of('config folder')?.hint).toContain(`chmod 700 ${open}`);
  });

  test('a proxy that is not one', async () => {
    const {found} = await examine(newFolder(), {
      base: 'https://mail.example/api',
      env: {HTTPS_PROXY: 'socks5://127.0.0.1:1'},
    });
    expect(found).toEqual(['connection']);
  });

  test('a key in a file that others can read', async () => {
    const folder = newFolder();
    const path = join(folder, 'secret');
    writeFileSync(path, shell().sandbox.secretKey);
    chmodSync(path, 0o644);
    const {found, of} = await examine(folder, {env: {EMK_SECRET_KEY: '', EMK_SECRET_KEY_FILE: path}});
    expect([found, of('keys')?.hint]).toEqual([['keys'], expect.stringContaining(`chmod 600 ${path}`)]);
  });
});

test('what is only worth knowing is no failure: an import that waits', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'leads.csv'), 'email\nada@example.com\n');
  shell().sandbox.misbehave('POST /contacts/upload-csv=503-maintenance');
  const env = {
    EMK_PUBLIC_KEY: shell().sandbox.publicKey,
    EMK_SECRET_KEY: shell().sandbox.secretKey,
  };
  await runAgainst(
    shell().sandbox.baseUrl,
    'contacts import leads.csv --list Later --create-list --yes EMK_MAX_WAIT=0',
    {
      env: {...env, EMK_STATE_DIR: ''},
      host: {cwd: folder, home: folder, now: () => new Date()},
    },
  );
  const {code, of} = await examine(folder, {env});
  expect([code, of('imports')]).toEqual([
    0,
    expect.objectContaining({state: 'note', hint: expect.stringContaining('emk contacts import resume ')}),
  ]);
});
