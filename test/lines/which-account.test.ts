/** Which account a line works on: one base URL with its keys, from one source; a contradiction sends nothing. */
import {mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterAll, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {type Ran, runAgainst} from '../support/run-against.js';
import {errorOf} from '../support/said.js';

type Seen = {readonly port: number; readonly method: string; readonly keys: string};

const seen: Seen[] = [];
const servers: Server[] = [];
const folder = mkdtempSync(join(tmpdir(), 'emk-which-'));

/** A service that notes who asks, and has nothing. */
async function service(): Promise<string> {
  const server = createServer((request, response) => {
    const {publickey, secretkey} = request.headers;
    const {port} = server.address() as AddressInfo;
    seen.push({port, method: request.method ?? '', keys: `${publickey} ${secretkey}`});
    response.setHeader('content-type', 'application/json');
    response.end('{"status":"success","message":{"contactTypes":[]}}');
  });
  await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
}

const urls = {env: '', prod: '', staging: ''};
beforeAll(async () => {
  for (const name of ['env', 'prod', 'staging'] as const) urls[name] = await service();
});
afterAll(() => {
  for (const server of servers) server.close();
  rmSync(folder, {recursive: true, force: true});
});
beforeEach(() => void seen.splice(0));

type Guard = 'none' | 'protected' | 'read-only';
type Scene = {
  readonly flags?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The profile in use; undefined: there are none. */
  readonly current?: string | undefined;
  readonly guard?: Guard;
};

/** What names no account at all, so that each scene sets only what it is about. */
const nothing = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};

function emk(line: string, {flags = '', env = {}, current, guard = 'none'}: Scene): Promise<Ran> {
  const home = mkdtempSync(join(folder, 'home-'));
  const profileOf = (name: 'prod' | 'staging') => ({
    baseUrl: urls[name],
    publicKey: `pk-of-${name}`,
    secretKey: `sk-of-${name}`,
    guard,
  });
  const file = {
    version: 1,
    ...(current && {current}),
    profiles: {prod: profileOf('prod'), staging: profileOf('staging')},
    settings: {},
  };
  const config = join(home, 'config.json');
  if (current !== undefined) writeFileSync(config, JSON.stringify(file), {mode: 0o600});
  return runAgainst('', `${line} ${flags} -o json`, {
    env: {...nothing, EMK_CONFIG_DIR: home, EMK_SANDBOX_DB: join(home, 'sandbox.db'), ...env},
    host: {cwd: home, home},
  });
}

const environment = () => ({EMK_BASE_URL: urls.env, EMK_PUBLIC_KEY: 'pk-of-env', EMK_SECRET_KEY: 'sk-of-env'});
const secrets = /sk-of-(?:prod|staging|env)/;

/** What a scene is said to use, and what a request then really uses. */
async function used(scene: Scene) {
  const status = await emk('auth status', scene);
  expect(status).toMatchObject({code: 0});
  const {name, source, base_url, base_url_from, public_key_from, secret_key_from} = JSON.parse(status.stdout);
  seen.splice(0);
  expect((await emk('lists list', scene)).code).toBe(0);
  const [request] = seen;
  expect(status.stdout).not.toMatch(secrets);
  return {name, source, base_url, from: [base_url_from, public_key_from, secret_key_from], asked: request};
}

/** A refusal: exit code and code, without a request and without a key. */
async function refused(scene: Scene): Promise<readonly [number, string]> {
  seen.splice(0);
  const {code, stdout, stderr} = await emk('lists list', scene);
  const error = errorOf({stderr});
  expect([seen, stdout]).toEqual([[], '']);
  expect(stderr).not.toMatch(secrets);
  expect(error?.exit).toBe(code);
  return [code, error?.code ?? ''];
}

describe('one unit from one source', () => {
  const is = (name: 'env' | 'prod' | 'staging') => ({
    base_url: urls[name],
    asked: {port: Number(new URL(urls[name]).port), keys: `pk-of-${name} sk-of-${name}`},
  });

  test('a complete environment comes before the current profile, and before the one that EMK_PROFILE names', async () => {
    for (const EMK_PROFILE of ['', 'staging', 'nonesuch'])
      expect(await used({env: {...environment(), EMK_PROFILE}, current: 'prod'})).toMatchObject({
        name: 'environment',
        source: 'environment',
        from: ['EMK_BASE_URL', 'EMK_PUBLIC_KEY', 'EMK_SECRET_KEY'],
        ...is('env'),
      });
  });

  test('--profile comes before EMK_PROFILE, and that before the current one', async () => {
    expect(await used({current: 'prod'})).toMatchObject({name: 'prod', source: 'profile', ...is('prod')});
    const env = {EMK_PROFILE: 'staging'};
    expect(await used({current: 'prod', env})).toMatchObject({name: 'staging', ...is('staging')});
    expect(await used({current: 'prod', env, flags: '--profile prod'})).toMatchObject({name: 'prod', ...is('prod')});
  });

  test('a secret key may stand in a file, with a line end', async () => {
    const path = join(folder, 'secret');
    writeFileSync(path, 'sk-of-env\r\n');
    const {EMK_BASE_URL, EMK_PUBLIC_KEY} = environment();
    const env = {EMK_BASE_URL, EMK_PUBLIC_KEY, EMK_SECRET_KEY_FILE: path};
    expect(await used({env})).toMatchObject({
      from: ['EMK_BASE_URL', 'EMK_PUBLIC_KEY', 'EMK_SECRET_KEY_FILE'],
      ...is('env'),
    });
    expect(await refused({env: {...env, EMK_SECRET_KEY: 'sk-of-env'}})).toEqual([3, 'config']);
    expect(await refused({env: {...env, EMK_SECRET_KEY_FILE: `${path}.not`}})).toEqual([3, 'config']);
    writeFileSync(path, '\n');
    expect(await refused({env})).toEqual([3, 'config']);
  });

  test('a base URL within the origin of the keys may lead to another path', async () => {
    const there = urls.prod.replace('/api', '/v2/api');
    for (const scene of [{flags: `--base-url ${there}`}, {env: {EMK_BASE_URL: there}}])
      expect(await used({current: 'prod', ...scene})).toMatchObject({...is('prod'), base_url: there});
    const within = urls.env.replace('/api', '/v2/api');
    expect(await used({env: environment(), flags: `--base-url ${within}`})).toMatchObject({base_url: within});
  });

  test('--sandbox comes before the environment and the current profile', async () => {
    const scene = {env: environment(), current: 'prod', flags: '--sandbox'};
    const status = await emk('auth status', scene);
    expect(JSON.parse(status.stdout)).toMatchObject({name: 'sandbox', source: 'sandbox', guard: 'none'});
    expect((await emk('lists list', scene)).code).toBe(0);
    expect(seen).toEqual([]);
  });
});

describe('a mixture is refused, and nothing is asked of any account', () => {
  const {EMK_PUBLIC_KEY, EMK_SECRET_KEY} = {EMK_PUBLIC_KEY: 'pk-of-env', EMK_SECRET_KEY: 'sk-of-env'};
  const elsewhere = 'https://evil.example/api';
  const inside = {EMK_SANDBOX_RUN: '1'};

  test.each<readonly [string, number, () => Scene]>([
    [
      'a flag that leads the keys of a profile elsewhere',
      3,
      () => ({current: 'prod', flags: `--base-url ${elsewhere}`}),
    ],
    ['a variable that leads them elsewhere', 3, () => ({current: 'prod', env: {EMK_BASE_URL: elsewhere}})],
    ['an empty flag beside a profile', 3, () => ({current: 'prod', flags: '--base-url='})],
    ['an empty flag beside a complete environment', 3, () => ({env: environment(), flags: '--base-url='})],
    ['another port', 3, () => ({current: 'prod', flags: `--base-url ${urls.staging}`})],
    ['another scheme', 3, () => ({current: 'prod', flags: `--base-url ${urls.prod.replace('http:', 'https:')}`})],
    [
      'the base URL of another profile',
      3,
      () => ({current: 'prod', flags: `--profile staging --base-url ${urls.prod}`}),
    ],
    ['a flag beside a complete environment', 3, () => ({env: environment(), flags: `--base-url ${elsewhere}`})],
    ['a flag beside keys', 3, () => ({env: {EMK_PUBLIC_KEY, EMK_SECRET_KEY}, flags: `--base-url ${elsewhere}`})],
    ['keys without a base URL, and a profile', 3, () => ({current: 'prod', env: {EMK_PUBLIC_KEY, EMK_SECRET_KEY}})],
    ['keys without a base URL', 3, () => ({env: {EMK_PUBLIC_KEY, EMK_SECRET_KEY}})],
    ['a secret key beside a profile', 3, () => ({current: 'prod', env: {EMK_SECRET_KEY}})],
    ['a public key beside a profile', 3, () => ({current: 'prod', env: {EMK_PUBLIC_KEY}})],
    ['a base URL and a public key', 3, () => ({current: 'prod', env: {...environment(), EMK_SECRET_KEY: ''}})],
    ['a base URL and a secret key', 3, () => ({current: 'prod', env: {...environment(), EMK_PUBLIC_KEY: ''}})],
    ['--profile beside the environment', 3, () => ({current: 'prod', env: environment(), flags: '--profile prod'})],
    ['nothing at all', 3, () => ({})],
    ['a base URL without keys', 3, () => ({flags: `--base-url ${urls.env}`})],
    ['profiles, of which none is chosen', 3, () => ({current: ''})],
    ...['nonesuch', 'constructor', '__proto__'].map(
      name => [`the profile ${name}`, 3, () => ({current: 'prod', flags: `--profile ${name}`})] as const,
    ),
    ['--sandbox with --profile', 2, () => ({current: 'prod', flags: '--sandbox --profile prod'})],
    ['--sandbox with --base-url', 2, () => ({flags: `--sandbox --base-url ${urls.env}`})],
    ['--sandbox with EMK_PROFILE', 2, () => ({current: 'prod', env: {EMK_PROFILE: 'prod'}, flags: '--sandbox'})],
    ['--sandbox inside a run', 2, () => ({env: {...environment(), ...inside}, flags: '--sandbox'})],
    [
      '--profile inside a run',
      2,
      () => ({current: 'prod', env: {...environment(), ...inside}, flags: '--profile prod'}),
    ],
    ['EMK_PROFILE inside a run', 2, () => ({current: 'prod', env: {...environment(), ...inside, EMK_PROFILE: 'prod'}})],
    ['a run whose keys are gone', 3, () => ({current: 'prod', env: inside})],
  ])('%s', async (_, exit, scene) => {
    expect((await refused(scene()))[0]).toBe(exit);
  });

  test.each([
    'mail',
    'localhost:8080/api',
    'ftp://a.example/api',
    'https://user:pass@a.example/api',
    'https://a.example/api?x=1',
    'https://a.example/api#x',
    'http://a.example/api',
    'http://127.0.0.1.evil.example/api',
  ])('the base URL %s', async EMK_BASE_URL => {
    expect((await refused({env: {...environment(), EMK_BASE_URL}}))[0]).toBe(3);
  });

  test.each(['sk-of-env\n', 'sk-of-env\r\nX-Evil: 1', 'sk-of-env two', 'sk-of-env\u00e9'])(
    'the key %j, which cannot travel in a header',
    async EMK_SECRET_KEY => {
      expect((await refused({env: {...environment(), EMK_SECRET_KEY}}))[0]).toBe(3);
    },
  );
});

describe('base URLs', () => {
  test.each([
    ['https://a.example/api/', 'https://a.example/api', ''],
    ['HTTPS://A.Example:443/api//', 'https://a.example/api', ''],
    ['https://a.example', 'https://a.example', ''],
    ['mail.example.com/api', 'https://mail.example.com/api', ''],
    ['http://localhost:8080/api', 'http://localhost:8080/api', ''],
    ['http://127.9.0.1/api', 'http://127.9.0.1/api', ''],
    ['http://[::1]:80/api', 'http://[::1]/api', ''],
    ['http://a.example/api', 'http://a.example/api', '--allow-http'],
  ])('%s becomes %s', async (given, becomes, flags) => {
    const {code, stdout} = await emk('auth status', {env: {...environment(), EMK_BASE_URL: given}, flags});
    expect([code, JSON.parse(stdout).base_url]).toEqual([0, becomes]);
  });
});

describe('a guard', () => {
  const line = 'lists create Leads';
  const changes = (): readonly Seen[] => seen.filter(({method}) => method !== 'GET');

  test.each(['', '--yes', '--confirm prod', '--yes --confirm prod'])(
    'read-only changes nothing with "%s"',
    async flags => {
      expect(await emk(line, {current: 'prod', guard: 'read-only', flags})).toMatchObject({code: 2, stdout: ''});
      expect(changes()).toEqual([]);
      expect((await emk('lists list', {current: 'prod', guard: 'read-only'})).code).toBe(0);
    },
  );

  test('read-only lets a dry run pass', async () => {
    expect((await emk(line, {current: 'prod', guard: 'read-only', flags: '--dry-run'})).code).toBe(0);
    expect(changes()).toEqual([]);
  });

  test.each(['', '--yes', '--confirm staging', '--confirm PROD'])(
    'protected wants its name, and not "%s"',
    async flags => {
      expect(await emk(line, {current: 'prod', guard: 'protected', flags})).toMatchObject({code: 2, stdout: ''});
      expect(changes()).toEqual([]);
    },
  );

  test('protected passes with its name', async () => {
    await emk(line, {current: 'prod', guard: 'protected', flags: '--confirm prod'});
    expect(changes()).toHaveLength(1);
  });

  test('a base URL from elsewhere does not take a guard off', async () => {
    const flags = `--base-url ${urls.prod.replace('/api', '/v2/api')} --yes`;
    expect((await emk(line, {current: 'prod', guard: 'read-only', flags})).code).toBe(2);
    expect(changes()).toEqual([]);
  });
});
