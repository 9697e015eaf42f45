/** `emk doctor` on machines and services with one problem at a time; it changes none of them. */

import {execFileSync, spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:http';
import {createServer as createSecureServer} from 'node:https';
import type {AddressInfo, Server} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {describe, expect, onTestFinished} from 'vitest';
import type {Look} from '../../src/doctor/looks.schema.js';
import {longTest, test} from '../in-two-parts.js';
import {runAgainst} from '../run-against.js';
import {useShell} from '../use-shell.js';

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
    ...['node', 'terminal', 'config folder', 'state folder', 'cache folder', 'configuration', 'keys'],
    ...['proxy', 'dns', 'connect', 'read', 'rate limit', 'clock'],
    ...['imports', 'completion', 'sandbox'],
  ]);
  expect(of('keys')?.facts).toMatchObject({secret_key_from: 'EMK_SECRET_KEY'});
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
    ...['config folder wrong', 'state folder wrong', 'cache folder note', 'configuration wrong'],
    ...['imports wrong', 'completion wrong', 'sandbox wrong'],
  ]);
  expect(lost.filter(({hint}) => !/HOME/.test(`${hint}`))).toEqual([]);
  expect(looks.find(({check}) => check === 'read')?.state).toBe('good');
});

test('is one line for each look, with what to do below it', async () => {
  const folder = newFolder();
  const {stdout} = await runAgainst('http://127.0.0.1:1/api', 'doctor', {
    env: {EMK_CONFIG_DIR: '', EMK_STATE_DIR: '', FORCE_COLOR: '1'},
    host: {cwd: folder, home: folder},
  });
  const lines = stdout.trimEnd().split('\n');
  expect(lines.filter(line => !/^(?:[✓!✗] \S| {17}\S)/.test(line))).toEqual([]);
  expect(lines.findIndex(line => line.startsWith('✗ connect'))).toBe(
    lines.findIndex(line => line.includes('Check the base URL')) - 1,
  );
});

longTest('writes no file and asks the service for one read, on the built binary', async () => {
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
  const answer = (await (await fetch(new URL('/__log', shell().sandbox.baseUrl))).json()) as {
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
    expect(of('keys')?.hint).toContain('emk auth login');
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
    expect([code, found, of('read')?.state]).toEqual([10, ['read'], 'wrong']);
    expect(of('clock')).toBeUndefined();
  });

  test('a service that is not there', async () => {
    const {code, found, of} = await examine(newFolder(), {base: 'http://127.0.0.1:1/api'});
    expect([code, found]).toEqual([10, ['connect']]);
    expect(of('connect')?.says).toBe('127.0.0.1 does not answer on port 1 (ECONNREFUSED).');
    expect(of('read')).toBeUndefined();
  });

  test('a clock that is a day ahead', async () => {
    const {code, found, of} = await examine(newFolder(), {now: new Date(Date.now() + 86_400_000)});
    expect([code, found, of('clock')?.says]).toEqual([
      10,
      ['clock'],
      "This machine's clock is 24 h ahead of the service's.",
    ]);
  });

  test('folders that are files, and folders that others may change', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'file'), '');
    const open = join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    const {found, of} = await examine(folder, {
      env: {EMK_STATE_DIR: join(folder, 'file'), EMK_CONFIG_DIR: open, XDG_CACHE_HOME: join(folder, 'file')},
    });
    expect(found).toEqual(['config folder', 'state folder']);
    expect(of('state folder')?.hint).toContain('EMK_STATE_DIR');
    expect(of('config folder')?.hint).toContain(`chmod 700 ${open}`);
    expect(of('cache folder')).toMatchObject({state: 'note', hint: expect.stringContaining('XDG_CACHE_HOME')});
  });

  test('a proxy that is not one', async () => {
    const {found} = await examine(newFolder(), {
      base: 'https://mail.example/api',
      env: {HTTPS_PROXY: 'socks5://127.0.0.1:1'},
    });
    expect(found).toEqual(['proxy']);
  });

  test('a key in a file that others can read', async () => {
    const folder = newFolder();
    const path = join(folder, 'secret');
    writeFileSync(path, shell().sandbox.secretKey);
    chmodSync(path, 0o644);
    const {found, of} = await examine(folder, {env: {EMK_SECRET_KEY: '', EMK_SECRET_KEY_FILE: path}});
    expect([found, of('key file')?.hint]).toEqual([['key file'], expect.stringContaining(`chmod 600 ${path}`)]);
  });

  test('a file in the place of the sandbox’s account', async () => {
    const folder = newFolder();
    writeFileSync(join(folder, 'account.db'), 'a letter to my grandmother');
    const {found} = await examine(folder, {env: {EMK_SANDBOX_DB: 'account.db'}});
    expect(found).toEqual(['sandbox']);
  });
});

test('what is only worth knowing is no failure: an import that waits, a completion of another version', async () => {
  const folder = newFolder();
  writeFileSync(join(folder, 'leads.csv'), 'email\nada@example.com\n');
  shell().sandbox.misbehave('POST /contacts/upload-csv=503-maintenance');
  const env = {
    EMK_PUBLIC_KEY: shell().sandbox.publicKey,
    EMK_SECRET_KEY: shell().sandbox.secretKey,
    SHELL: '/bin/fish',
  };
  await runAgainst(shell().sandbox.baseUrl, 'contacts import leads.csv --type Later --create-type --yes --max-wait 0', {
    env: {...env, EMK_STATE_DIR: ''},
    host: {cwd: folder, home: folder, now: () => new Date()},
  });
  const script = join(folder, '.config', 'fish', 'completions', 'emk.fish');
  mkdirSync(join(script, '..'), {recursive: true});
  writeFileSync(script, '# completion for emk: generated by an older one');
  const {code, of} = await examine(folder, {env});
  expect([code, of('imports'), of('completion')?.hint]).toEqual([
    0,
    expect.objectContaining({state: 'note', hint: expect.stringContaining('emk contacts import resume ')}),
    'Run: emk completion fish --install',
  ]);
});

test('limits that are nearly used up are told', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, {'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0'});
    response.end('{"status":"success","message":{"contactTypes":[]}}');
  });
  const {of} = await examine(newFolder(), {base: `http://127.0.0.1:${await portOf(server)}/api`});
  expect(of('rate limit')).toMatchObject({state: 'note', facts: {limit: 60, left: 0}});
});

const certificate = selfSigned();

test.skipIf(!certificate)('a certificate is shown with its dates, also where it is not accepted', async () => {
  const server = createSecureServer(certificate ?? {}, (_, response) => response.end('{}'));
  const {found, of} = await examine(newFolder(), {base: `https://127.0.0.1:${await portOf(server)}/api`});
  expect(found).toEqual(['certificate']);
  expect(of('certificate')?.says).toMatch(/valid from 20\d\d-\d\d-\d\d to 20\d\d-\d\d-\d\d, is not accepted \(/);
  expect(of('certificate')?.facts).toMatchObject({days_left: expect.any(Number)});
  expect(of('read')).toBeUndefined();
});

async function portOf(server: Server): Promise<number> {
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

/** A certificate made by openssl, if that is installed. */
function selfSigned(): {key: string; cert: string} | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'emk-cert-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const request = 'req -x509 -newkey rsa:2048 -nodes -days 9 -subj /CN=mail.example';
  try {
    execFileSync('openssl', [...request.split(' '), '-keyout', key, '-out', cert], {stdio: 'ignore'});
    return {key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8')};
  } catch {
    return undefined;
  } finally {
    rmSync(folder, {recursive: true});
  }
}
