import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {type Config, emptyConfig, type Profile} from '../../src/accounts/config-file.js';
import {findAccount, resolveAccount} from '../../src/accounts/resolve.js';
import type {Account} from '../../src/api/wire/account.js';
import {settleGlobals} from '../../src/cli/settle-globals.js';
import {EmkError} from '../../src/errors.js';
import {fakeHost, temporaryFolder} from './fake-host.js';

const prod: Profile = {
  baseUrl: 'https://prod.example/api',
  publicKey: 'pk-prod',
  secretKey: 'sk-prod',
  guard: 'protected',
};
const staging: Profile = {
  ...prod,
  baseUrl: 'https://staging.example/api',
  publicKey: 'pk-staging',
  secretKey: 'sk-staging',
};
const both: Config = {current: 'prod', profiles: new Map(Object.entries({prod, staging})), settings: {}};

const environment = {
  EMK_BASE_URL: 'https://env.example/api',
  EMK_PUBLIC_KEY: 'pk-env',
  EMK_SECRET_KEY: 'sk-env',
} as const;

const secrets = /(sk|pk)-(prod|staging|env)/;

const sandbox: Account = {
  name: 'sandbox',
  source: 'sandbox',
  baseUrl: 'http://127.0.0.1:1/api',
  publicKey: 'p',
  secretKey: 's',
  guard: 'none',
};

type Scene = {
  readonly flags?: Readonly<Record<string, unknown>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly config?: Config;
};

const resolve = ({flags = {}, env = {}, config = emptyConfig}: Scene): Promise<Account> => {
  const host = fakeHost({env: {...env}});
  return resolveAccount(settleGlobals(flags, host, {}), host, {config, sandbox: async () => sandbox});
};

/** The refusal as people and scripts see it; it must not contain a secret. */
async function refusal(scene: Scene): Promise<string> {
  const error = await resolve(scene).catch((thrown: unknown) => thrown);
  if (!(error instanceof EmkError)) throw new Error(`Not refused: ${JSON.stringify(error)}`);
  const text = `${error.exit} ${error.message}${error.hint === undefined ? '' : ` ${error.hint}`}`;
  expect(text).not.toMatch(secrets);
  return text;
}

describe('one unit from one source', () => {
  test('the environment, when it holds all three', async () => {
    expect(await resolve({env: environment, config: both})).toEqual({
      name: 'environment',
      source: 'environment',
      guard: 'none',
      baseUrl: 'https://env.example/api',
      publicKey: 'pk-env',
      secretKey: 'sk-env',
    });
  });

  test('the profile that --profile names, before the one that EMK_PROFILE names, before the current one', async () => {
    expect(await resolve({config: both})).toEqual({name: 'prod', source: 'profile', ...prod});
    expect(await resolve({config: both, env: {EMK_PROFILE: 'staging'}})).toMatchObject({name: 'staging', ...staging});
    expect(await resolve({config: both, env: {EMK_PROFILE: 'staging'}, flags: {profile: 'prod'}})).toMatchObject(prod);
  });

  test('a complete environment comes before EMK_PROFILE, even one that names no profile', async () => {
    const env = {...environment, EMK_PROFILE: 'nonesuch'};
    expect(await resolve({env, config: both})).toMatchObject({source: 'environment'});
  });

  test('empty variables count as unset', async () => {
    const env = {EMK_BASE_URL: '', EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_PROFILE: ''};
    expect(await resolve({env, config: both})).toMatchObject({name: 'prod'});
  });

  test('a secret key may stand in a file, with a line end', async () => {
    const file = join(temporaryFolder(), 'secret');
    writeFileSync(file, 'sk-file\r\n');
    const env = {EMK_BASE_URL: environment.EMK_BASE_URL, EMK_PUBLIC_KEY: 'pk', EMK_SECRET_KEY_FILE: file};
    expect(await resolve({env})).toMatchObject({secretKey: 'sk-file'});
    expect(await refusal({env: {...env, EMK_SECRET_KEY: 'sk-env'}})).toMatch(
      /^3 EMK_SECRET_KEY and EMK_SECRET_KEY_FILE are both set/,
    );
    expect(await refusal({env: {...env, EMK_SECRET_KEY_FILE: `${file}.not`}})).toMatch(
      /^3 The file .*secret\.not, named by EMK_SECRET_KEY_FILE, cannot be read \(ENOENT\)/,
    );
    writeFileSync(file, '\n');
    expect(await refusal({env})).toMatch(/is empty/);
  });

  test('each value says where it comes from', () => {
    const host = fakeHost({env: {EMK_BASE_URL: 'https://prod.example/v2/api'}});
    expect(findAccount(settleGlobals({}, host, {}), host, both)).toMatchObject({
      baseUrl: {value: 'https://prod.example/v2/api', from: 'EMK_BASE_URL'},
      publicKey: {from: 'the profile "prod"'},
      secretKey: {from: 'the profile "prod"'},
    });
  });
});

describe('a base URL on its own', () => {
  const elsewhere = 'https://evil.example/api';

  test("from a flag or the environment uses a profile's keys within the profile's origin", async () => {
    const url = 'https://prod.example:443/other/api/';
    const expected = {...prod, baseUrl: 'https://prod.example/other/api'};
    expect(await resolve({config: both, flags: {'base-url': url}})).toMatchObject(expected);
    expect(await resolve({config: both, env: {EMK_BASE_URL: url}})).toMatchObject(expected);
  });

  test.each([
    ['a flag to another host', {config: both, flags: {'base-url': elsewhere}}, '--base-url', 'the profile "prod"'],
    [
      'a variable to another host',
      {config: both, env: {EMK_BASE_URL: elsewhere}},
      'EMK_BASE_URL',
      'the profile "prod"',
    ],
    [
      'another port',
      {config: both, flags: {'base-url': 'https://prod.example:8443/api'}},
      '--base-url',
      'prod.example:8443',
    ],
    [
      'another scheme',
      {config: both, flags: {'base-url': 'http://prod.example/api', 'allow-http': true}},
      '--base-url',
      'prod',
    ],
    [
      'another host than a named profile',
      {config: both, flags: {profile: 'staging', 'base-url': prod.baseUrl}},
      '--base-url',
      'the profile "staging"',
    ],
    [
      'a flag beside a complete environment',
      {env: environment, flags: {'base-url': elsewhere}},
      '--base-url',
      'EMK_BASE_URL',
    ],
    [
      'a flag beside keys of the environment',
      {env: {EMK_PUBLIC_KEY: 'pk-env', EMK_SECRET_KEY: 'sk-env'}, flags: {'base-url': elsewhere}},
      'EMK_PUBLIC_KEY and EMK_SECRET_KEY',
      '--base-url',
    ],
  ] satisfies [string, Scene, string, string][])(
    '%s is refused, and both sources are named',
    async (_what, scene, one, other) => {
      const text = await refusal(scene);
      expect(text).toMatch(/^3 /);
      expect(text).toContain(one);
      expect(text).toContain(other);
    },
  );

  test("a flag may lead elsewhere within the environment's own origin", async () => {
    const flags = {'base-url': 'https://env.example/v2/api'};
    expect(await resolve({env: environment, flags})).toMatchObject({baseUrl: 'https://env.example/v2/api'});
  });
});

describe('mixtures are refused', () => {
  const {EMK_BASE_URL, EMK_PUBLIC_KEY, EMK_SECRET_KEY} = environment;
  test.each([
    [
      'keys of the environment, no base URL, a profile',
      {config: both, env: {EMK_PUBLIC_KEY, EMK_SECRET_KEY}},
      /EMK_PUBLIC_KEY and EMK_SECRET_KEY are set, but EMK_BASE_URL is not, and the base URL of the profile "prod"/,
    ],
    [
      'keys of the environment and nothing else',
      {env: {EMK_PUBLIC_KEY, EMK_SECRET_KEY}},
      /EMK_PUBLIC_KEY and EMK_SECRET_KEY are set, but EMK_BASE_URL is not\./,
    ],
    [
      'one key of the environment, a profile',
      {config: both, env: {EMK_SECRET_KEY}},
      /EMK_SECRET_KEY is set, but EMK_BASE_URL is not.*"prod"/,
    ],
    [
      'the base URL and the public key',
      {config: both, env: {EMK_BASE_URL, EMK_PUBLIC_KEY}},
      /EMK_BASE_URL and EMK_PUBLIC_KEY are set, but EMK_SECRET_KEY is not/,
    ],
    [
      'the base URL and the secret key',
      {config: both, env: {EMK_BASE_URL, EMK_SECRET_KEY}},
      /EMK_BASE_URL and EMK_SECRET_KEY are set, but EMK_PUBLIC_KEY is not/,
    ],
    [
      'a profile named by flag beside the environment',
      {config: both, env: environment, flags: {profile: 'prod'}},
      /--profile names "prod", but the environment names an account too \(EMK_PUBLIC_KEY and EMK_SECRET_KEY\)/,
    ],
  ] satisfies [string, Scene, RegExp][])('%s', async (_what, scene, says) => {
    const text = await refusal(scene);
    expect(text).toMatch(/^3 /);
    expect(text).toMatch(says);
  });
});

describe('not enough', () => {
  test('nothing at all', async () => {
    expect(await refusal({})).toMatch(/^3 You are not logged in\. Log in with "emk login"/);
    expect(await refusal({flags: {'base-url': 'https://a.example/api'}})).toMatch(
      /^3 You are not logged in: there are no keys for --base-url/,
    );
  });

  test('profiles, but none chosen', async () => {
    expect(await refusal({config: {...both, current: undefined}})).toMatch(/^3 No profile is chosen\. .*prod, staging/);
  });

  test.each(['nonesuch', 'constructor', '__proto__'])('a profile that is not there: %s', async profile => {
    expect(await refusal({config: both, flags: {profile}})).toMatch(/^3 There is no profile .*"prod", "staging"/);
  });

  test('a profile that no login can make is not to be made', async () => {
    for (const profile of ['; rm x', "O'Brien $HOME", 'sandbox'])
      expect(await refusal({config: both, flags: {profile}})).toMatch(/There are "prod", "staging"\./);
    expect(await refusal({config: both, flags: {profile: 'new'}})).toContain('"emk login new" adds it.');
  });
});

describe('a sandbox is never left for a real account', () => {
  const inside = {EMK_SANDBOX_RUN: '1'};
  const ambient = {...environment, EMK_PROFILE: 'prod'};

  test('--sandbox comes before the keys of the environment and the current profile', async () => {
    const env = {...environment, EMK_PROFILE: '', EMK_SANDBOX_RUN: ''};
    expect(await resolve({config: both, env, flags: {sandbox: true}})).toEqual(sandbox);
  });

  test.each([
    ['--sandbox with --profile', {config: both, flags: {sandbox: true, profile: 'prod'}}, /^2 --sandbox and --profile/],
    [
      '--sandbox with --base-url',
      {flags: {sandbox: true, 'base-url': 'https://a.example'}},
      /^2 --sandbox and --base-url/,
    ],
    [
      '--sandbox with EMK_PROFILE',
      {config: both, env: {EMK_PROFILE: 'prod'}, flags: {sandbox: true}},
      /^2 --sandbox and EMK_PROFILE, which names "prod", are two different accounts\. Unset EMK_PROFILE for this command/,
    ],
    [
      '--sandbox inside a run',
      {config: both, env: {...environment, ...inside}, flags: {sandbox: true}},
      /^2 You are in a sandbox already: this runs inside/,
    ],
    [
      '--profile inside a run',
      {config: both, env: {...environment, ...inside}, flags: {profile: 'prod'}},
      /^2 --profile names "prod", but this runs inside/,
    ],
    [
      'EMK_PROFILE inside a run',
      {config: both, env: {...ambient, ...inside}},
      /^2 EMK_PROFILE names "prod", but this runs inside/,
    ],
    ['a run whose keys are gone', {config: both, env: inside}, /^3 .*sandbox's keys are gone/],
  ] satisfies [string, Scene, RegExp][])('%s is refused', async (_what, scene, says) => {
    expect(await refusal(scene)).toMatch(says);
  });

  test("inside a run the run's own environment is used", async () => {
    const env = {...environment, ...inside, EMK_BASE_URL: 'http://127.0.0.1:4000/api'};
    expect(await resolve({config: both, env})).toMatchObject({
      baseUrl: 'http://127.0.0.1:4000/api',
      publicKey: 'pk-env',
    });
  });
});

describe('base URLs', () => {
  const at = (EMK_BASE_URL: string, flags = {}): Scene => ({env: {...environment, EMK_BASE_URL}, flags});

  test.each([
    ['https://a.example/api/', 'https://a.example/api'],
    ['HTTPS://A.Example:443/api//', 'https://a.example/api'],
    ['https://a.example', 'https://a.example'],
    ['mail.example.com/api', 'https://mail.example.com/api'],
    ['http://localhost:8080/api', 'http://localhost:8080/api'],
    ['http://127.9.0.1/api', 'http://127.9.0.1/api'],
    ['http://[::1]:80/api', 'http://[::1]/api'],
  ])('%s becomes %s', async (given, becomes) => {
    expect(await resolve(at(given))).toMatchObject({baseUrl: becomes});
  });

  test.each([
    ['mail', /is not a web address.*https:\/\//],
    ['localhost:8080/api', /is not a web address/],
    ['ftp://a.example/api', /is not a web address/],
    ['https://user:pass@a.example/api', /has a user name or password/],
    ['https://a.example/api?x=1', /query/],
    ['https://a.example/api#x', /fragment/],
    ['http://a.example/api', /would send your keys to a\.example unencrypted.*--allow-http/],
    ['http://127.0.0.1.evil.example/api', /unencrypted/],
  ])('%s is refused', async (given, says) => {
    const text = await refusal(at(given));
    expect(text).toMatch(says);
    expect(text).toContain('EMK_BASE_URL');
    expect(text).not.toContain('pass@');
  });

  test('--allow-http insists', async () => {
    expect(await resolve(at('http://a.example/api', {'allow-http': true}))).toMatchObject({
      baseUrl: 'http://a.example/api',
    });
  });
});

test.each([
  ['sk-env\n', 'a line break'],
  ['sk-env\r\nX-Evil: 1', 'a line break'],
  ['sk-env two', 'a space'],
  ['sk-env\u00e9', 'characters that a key never has'],
])('a key that cannot travel in a header is refused without being shown: %j', async (EMK_SECRET_KEY, oddity) => {
  expect(await refusal({env: {...environment, EMK_SECRET_KEY}})).toMatch(new RegExp(`^3 EMK_SECRET_KEY has ${oddity}`));
});
