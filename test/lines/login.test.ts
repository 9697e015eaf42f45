/** Logging in and out, profiles and their settings: what is kept, what is refused, and that no key is shown. */
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {errorOf} from '../support/said.js';
import type {Shell} from '../support/shell.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});

/** Nobody is logged in, and the environment names no account. */
const nobody = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: ''};

const file = (): string => join(shell().folder, 'config', 'config.json');
const kept = () => (existsSync(file()) ? JSON.parse(readFileSync(file(), 'utf8')) : {profiles: {}, settings: {}});

type Given = {readonly stdin?: string; readonly env?: Record<string, string>};

async function emk(line: string, {stdin, env}: Given = {}) {
  const ran = await shell().emk(`${line} -o json`, {...(stdin && {stdin}), env: {...nobody, ...env}});
  expect(ran.stdout + ran.stderr).not.toContain(shell().sandbox.secretKey);
  return {...ran, error: errorOf(ran)};
}

const login = (name: string, more = '', {stdin = shell().sandbox.secretKey, env}: Given = {}) =>
  emk(
    `login ${name} --public-key ${shell().sandbox.publicKey} --secret-key-stdin --base-url ${shell().sandbox.baseUrl} ${more}`,
    {stdin, ...(env && {env})},
  );

const profile = (more: object = {}) => ({
  ...{baseUrl: shell().sandbox.baseUrl, publicKey: shell().sandbox.publicKey, secretKey: shell().sandbox.secretKey},
  ...{guard: 'none', ...more},
});

/** The same at a terminal: what is typed after which question. */
const typed = (line: string, ...answers: ReadonlyArray<readonly [string, string]>) =>
  atTerminal({...shell(), emk: (words, given) => shell().emk(words, {...given, env: nobody})}, line, ...answers);

describe('in a script', () => {
  test('the secret comes through a pipe, the keys are tried, and the profile is kept', async () => {
    expect((await login('ci', '--guard read-only')).code).toBe(0);
    expect((await shell().sandbox.requests()).map(({method}) => method)).toEqual(['GET']);
    expect(kept()).toMatchObject({current: 'ci', profiles: {ci: profile({guard: 'read-only'})}});
    expect((await emk('lists list')).code).toBe(0);
  });

  test.each<readonly [string, string, Given, number, string]>([
    ['nothing of what it needs', 'login', {}, 2, 'usage'],
    ['an empty pipe', 'PIPED', {stdin: '\n'}, 3, 'config'],
    ['a whole file', 'PIPED', {stdin: 'x'.repeat(9000)}, 3, 'config'],
    ['two lines', 'PIPED', {stdin: 'sk-1\nmore'}, 3, 'config'],
    ['keys that are refused', 'PIPED', {stdin: 'sk-of-another'}, 3, 'keys'],
    ['a name that is none', 'PIPED ../x', {}, 2, 'usage'],
    ['a name that means something else', 'PIPED environment', {}, 2, 'usage'],
    ['two names', 'PIPED a --profile b', {}, 2, 'usage'],
    ['the sandbox', 'PIPED --sandbox', {}, 2, 'usage'],
    [
      'nobody who answers',
      'login --public-key pk --secret-key-stdin --base-url http://127.0.0.1:9/api',
      {stdin: 'sk-1'},
      6,
      'unreachable',
    ],
  ])('%s is refused, and nothing is kept', async (_, line, given, exit, code) => {
    const {publicKey, baseUrl, secretKey} = shell().sandbox;
    const words = line.replace('PIPED', `login --public-key ${publicKey} --secret-key-stdin --base-url ${baseUrl}`);
    const ended = await emk(words, {stdin: secretKey, ...given});
    expect([ended.code, ended.error?.code, kept().profiles]).toEqual([exit, code, {}]);
  });

  test('a dry run tries the keys and keeps nothing', async () => {
    expect((await login('ci', '--dry-run')).code).toBe(0);
    expect([(await shell().sandbox.requests()).length, existsSync(file())]).toEqual([1, false]);
  });

  test('again keeps the guard and the time zone, and takes the place of another service only with --yes', async () => {
    const other = {baseUrl: 'https://old.example/api', publicKey: 'pk-old', secretKey: 'sk-old', guard: 'none'};
    await login('ci', '--guard protected');
    await emk('config set timezone europe/berlin');
    expect((await login('ci')).code).toBe(0);
    expect(kept().profiles.ci).toEqual(profile({guard: 'protected', timezone: 'Europe/Berlin'}));
    writeFileSync(file(), JSON.stringify({version: 1, current: 'ci', profiles: {ci: other}, settings: {}}));
    expect((await login('ci')).code).toBe(2);
    expect(kept().profiles.ci).toEqual(other);
    expect((await login('ci', '--yes')).code).toBe(0);
    expect(kept().profiles.ci).toEqual(profile());
  });
});

describe('which profile is current', () => {
  const all = (current: string | undefined, ...names: readonly string[]) => {
    const profiles = Object.fromEntries(names.map(name => [name, profile()]));
    return JSON.stringify({version: 1, ...(current && {current}), profiles, settings: {}});
  };

  test.each<readonly [string, readonly string[], string | undefined, string | undefined]>([
    ['the first profile', [], undefined, 'live'],
    ['a new key of another profile', ['test', 'live'], 'test', 'test'],
    ['a new key of the current profile', ['test', 'live'], 'live', 'live'],
    ['a second profile', ['test'], 'test', 'test'],
    ['a profile beside others of which none is current', ['test'], undefined, undefined],
  ])('after a login of %s', async (_, names, current, after) => {
    await login('first');
    writeFileSync(file(), all(current, ...names));
    expect((await login('live')).code).toBe(0);
    expect(kept().current).toBe(after);
  });

  test('a switch leads to one that is there, and a list names all of them without a key', async () => {
    await login('test');
    await login('live');
    expect((await emk('switch live')).code).toBe(0);
    expect((await emk('switch nonesuch')).code).toBe(3);
    expect(kept().current).toBe('live');
    expect(JSON.parse((await emk('auth')).stdout).profiles).toEqual([
      {name: 'test', base_url: shell().sandbox.baseUrl, guard: 'none', current: false},
      {name: 'live', base_url: shell().sandbox.baseUrl, guard: 'none', current: true},
    ]);
  });

  test('a logout forgets the one that is named, asks or refuses where there are several, and a dry run forgets none', async () => {
    await login('test');
    await login('live');
    await emk('switch live');
    expect((await emk('logout')).code).toBe(2);
    expect((await emk('logout test --dry-run')).code).toBe(0);
    expect(Object.keys(kept().profiles)).toHaveLength(2);
    expect((await typed('logout', ['Log out of which profile?', 'test\r'])).code).toBe(0);
    expect([Object.keys(kept().profiles), kept().current]).toEqual([['live'], 'live']);
    expect((await emk('logout')).code).toBe(0);
    expect([kept().profiles, kept().current]).toEqual([{}, undefined]);
    expect((await emk('logout')).code).toBe(3);
  });
});

describe('at a terminal', () => {
  test('what is wrong is asked again, the rest is kept, and the keys are tried before they are', async () => {
    const {baseUrl, publicKey, secretKey} = shell().sandbox;
    const {code, stderr} = await typed(
      'login',
      ['Address of the service', 'mail\r'],
      ['not the address of an API', `\u0015${baseUrl}\r`],
      ['Public key', 'a key\r'],
      ['has a space', `\u0015${publicKey}\r`],
      ['Secret key', 'typo\r'],
      ['refused the keys', ''],
      ['Public key', `${publicKey}\r`],
      ['Secret key', `${secretKey}\r`],
    );
    expect([code, kept().profiles.default]).toEqual([0, profile()]);
    expect(stderr).not.toContain(secretKey);
    expect(stderr).toContain(`${new URL(baseUrl).host} refused the keys: "Invalid public key or secret key".`);
  });

  test('a guard asks for its name, and another name changes nothing', async () => {
    await login('live', '--guard protected');
    await login('test');
    const [no, yes] = [
      await typed('lists create Leads', ['live', 'yes\r']),
      await typed('lists create Leads', ['live', 'live\r']),
    ];
    const made = (await shell().sandbox.requests()).filter(({method}) => method === 'POST');
    expect([no.code, yes.code, made.length]).toEqual([130, 0, 1]);
  });

  test('a change says which account it is, once, where there are several', async () => {
    await login('live');
    const said = async (name: string) => (await typed(`lists create ${name}`)).stderr.split('"live"').length - 1;
    expect(await said('Leads')).toBe(0);
    await login('test');
    expect(await said('Others')).toBe(1);
  });
});

describe('settings', () => {
  test('are set, listed, and set back by an empty value', async () => {
    expect((await emk('config set timeout 90s')).code).toBe(0);
    const value = async () =>
      JSON.parse((await emk('config list')).stdout).find(({name}: {name: string}) => name === 'timeout').value;
    expect([await value(), kept().settings]).toEqual(['90s', {timeout: '90s'}]);
    expect((await shell().emk(['config', 'set', 'timeout', ''], {env: nobody})).code).toBe(0);
    expect(await value()).toBeNull();
  });

  test.each([...['output xml', 'timeout 0', 'retries 21', 'color red', 'timezone Berlin', 'guard some', 'nonesuch 1']])(
    '%s makes no sense',
    async words => {
      await login('live');
      const before = kept();
      expect((await emk(`config set ${words}`)).code).toBe(2);
      expect(kept()).toEqual(before);
    },
  );

  test('a guard belongs to a profile, and is lowered only with a yes', async () => {
    expect((await emk('config set guard protected')).code).toBe(2);
    await login('live');
    await login('test');
    await emk('config set guard read-only');
    await emk('config set guard protected --profile test');
    const guards = () => [kept().profiles.live.guard, kept().profiles.test.guard];
    expect(guards()).toEqual(['read-only', 'protected']);
    expect((await emk('config set guard none')).code).toBe(2);
    expect((await typed('config set guard none', ['(y/N)', 'n\r'])).code).toBe(130);
    expect(guards()).toEqual(['read-only', 'protected']);
    expect((await emk('config set guard none --yes')).code).toBe(0);
    expect(guards()).toEqual(['none', 'protected']);
  });
});

describe('global options', () => {
  /** What a line prints of the one list that is there, and how. */
  const printed = async (line: string, env: Record<string, string> = {}) => {
    const {code, stdout} = await shell().emk(`lists list --columns id,name ${line}`, {env});
    return code === 0 ? stdout.trim().split('\n')[0] : code;
  };

  test('a flag comes before the environment, and that before the configuration', async () => {
    await shell().emk('lists create Leads');
    await emk('config set output tsv');
    expect(await printed('')).toBe('id\tname');
    expect(await printed('', {EMK_OUTPUT: 'csv'})).toBe('id,name');
    expect(await printed('', {EMK_OUTPUT: ''})).toBe('id\tname');
    expect(await printed('-o id', {EMK_OUTPUT: 'csv'})).toBe('1');
    expect(await printed('--json', {EMK_OUTPUT: 'csv'})).toBe('[');
    expect(await printed('--json -o json')).toBe('[');
    expect(await printed('--json -o csv')).toBe(2);
  });

  test.each<readonly [string, Record<string, string>, number]>([
    ['-o xml', {}, 2],
    ['', {EMK_OUTPUT: 'JSON'}, 3],
    ['--timeout 0', {}, 2],
    ['--timeout 25h', {}, 2],
    ['--timeout "5 s"', {}, 2],
    ['--retries -1', {}, 2],
    ['', {EMK_RETRIES: '1.5'}, 3],
    ['', {EMK_MAX_WAIT: 'soon'}, 3],
    ['--timeout 1m30s --retries 0', {EMK_MAX_WAIT: '0'}, 0],
  ])('emk lists list %s with %j ends with its code before anything is asked', async (line, env, exit) => {
    const {code} = await shell().emk(`lists list ${line}`, {env});
    expect([code, (await shell().sandbox.requests()).length]).toEqual([exit, exit === 0 ? 1 : 0]);
  });

  test.each<readonly [Record<string, string>, boolean]>([
    [{}, true],
    [{EMK_NO_INPUT: '1'}, false],
    [{EMK_NO_INPUT: 'false'}, true],
    [{CI: 'true'}, false],
    [{CODEX_HOME: '/home/ada/.codex'}, true],
  ])('at a terminal with %j questions are asked: %s', async (env, asks) => {
    const asking: Shell = {...shell(), emk: (words, given) => shell().emk(words, {...given, env})};
    const ended = await atTerminal(asking, 'lists create', ...(asks ? [['?', '\u0003'] as const] : []));
    expect(ended.code).toBe(asks ? 130 : 2);
  });
});
