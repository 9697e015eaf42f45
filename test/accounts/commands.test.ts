import {existsSync} from 'node:fs';
import {describe, expect, test} from 'vitest';
import auth from '../../src/accounts/auth.js';
import config from '../../src/accounts/config.js';
import type {Config, Profile} from '../../src/accounts/config-file.js';
import {changeConfig, configPath, readConfig} from '../../src/accounts/store.js';
import {zonesOf} from '../../src/accounts/time-zone.js';
import {settleGlobals} from '../../src/cli/settle-globals.js';
import {globalOptions} from '../../src/commands/globals.js';
import {optionName} from '../../src/commands/parameter-name.js';
import {InterruptedError, KeysError, NotFoundError, RefusedError, UnreachableError} from '../../src/errors.js';
import type {Result} from '../../src/output/results/result.js';
import type {Host} from '../../src/system/host.js';
import {answering, type Played, play, type Service} from './fake-context.js';
import {fakeHost} from './fake-host.js';

const url = 'https://mail.example.com/api';
const secret = 'sk-very-secret';
const publicKey = 'pk-public';

const profile: Profile = {baseUrl: url, publicKey, secretKey: secret, guard: 'none'};

const kept = (host: Host): Config => readConfig(host, () => {});

async function hostWith(profiles: Readonly<Record<string, Profile>>, current?: string, env = {}): Promise<Host> {
  const host = fakeHost({env});
  await changeConfig(host, now => ({...now, current, profiles: new Map(Object.entries(profiles))}));
  return host;
}

/** The records of a list. */
async function listed(result: Result): Promise<object[]> {
  const all: object[] = [];
  if (result.kind !== 'records') throw new Error(`A ${result.kind} is no list`);
  for await (const batch of result.records) all.push(...batch);
  return all;
}

/** The error of a failed command. */
async function failure(attempt: Promise<Played>): Promise<{exit: number; message: string; hint: string}> {
  const error = await attempt.then(
    () => new Error('It did not fail'),
    (thrown: unknown) => thrown,
  );
  expect(JSON.stringify(error) + String(error)).not.toContain(secret);
  return error as {exit: number; message: string; hint: string};
}

describe('auth login', () => {
  const piped = {public_key: publicKey, secret_key_stdin: true};

  test('asks for what is missing, tries the keys, keeps them', async () => {
    const host = fakeHost({terminal: true});
    const tried: unknown[] = [];
    const service: Service = async account => tried.push(account);
    const ask = answering(` ${url}/ `, publicKey, secret);
    const {result, said} = await play(auth, 'login', {}, {host, ask, service});
    expect(ask.questions).toEqual([
      expect.stringContaining('Address of the service'),
      'Public key:',
      expect.stringContaining('Secret key'),
    ]);
    expect(tried).toEqual([{name: 'default', source: 'profile', ...profile}]);
    expect(kept(host)).toEqual({current: 'default', profiles: new Map([['default', profile]]), settings: {}});
    expect(JSON.stringify({result, said})).not.toContain(secret);
    expect(result).toMatchObject({
      kind: 'done',
      done: ['default'],
      sentence: expect.stringContaining('is the current one.'),
    });
  });

  describe('at a terminal asks again for what is wrong, and keeps the rest', () => {
    const played = async (service: Service, ...answers: ReadonlyArray<string | boolean>) => {
      const host = fakeHost({terminal: true});
      const ask = answering(...answers);
      const {said} = await play(auth, 'login', {}, {host, ask, service});
      return {
        said,
        questions: ask.questions.map(question => question.split(/[ :]/)[0]),
        kept: kept(host).profiles.get('default'),
      };
    };
    const takes =
      (wanted: Partial<Profile>, refusal: Error): Service =>
      async account => {
        if (Object.entries(wanted).some(([name, value]) => account[name as 'baseUrl' | 'secretKey'] !== value))
          throw refusal;
      };

    test('an address that is none, a key that cannot be one', async () => {
      const {said, questions, kept} = await played(async () => [], 'mail', url, 'a key', publicKey, '', secret);
      expect(questions).toEqual(['Address', 'Address', 'Public', 'Public', 'Secret', 'Secret']);
      expect(said).toEqual([
        expect.stringContaining('The address of the service is not a web address.'),
        expect.stringContaining('The public key has a space'),
        expect.stringContaining('The secret key has nothing'),
      ]);
      expect(kept).toEqual(profile);
    });

    test('keys that the service refuses, with the public key to be kept by Enter', async () => {
      const service = takes({secretKey: secret}, new KeysError('Invalid public key or secret key'));
      const {said, questions, kept} = await played(service, url, publicKey, 'typo', '', secret);
      expect(questions).toEqual(['Address', 'Public', 'Secret', 'Public', 'Secret']);
      expect(said).toEqual(['mail.example.com refused the keys: "Invalid public key or secret key".']);
      expect(kept).toMatchObject(profile);
    });

    test('an address without /api, which is offered with it', async () => {
      const service = takes({baseUrl: url}, new NotFoundError('Not Found'));
      const bare = 'https://mail.example.com';
      expect(await played(service, bare, publicKey, secret, true)).toMatchObject({
        questions: ['Address', 'Public', 'Secret', 'Should'],
        kept: profile,
      });
      expect(await played(service, bare, publicKey, secret, false, url)).toMatchObject({
        questions: ['Address', 'Public', 'Secret', 'Should', 'Address'],
        kept: profile,
      });
    });

    test('an address where nobody answers', async () => {
      const service = takes({baseUrl: url}, new UnreachableError('No connection.'));
      expect(await played(service, 'https://typo.example.com/api', publicKey, secret, url)).toMatchObject({
        said: ['No connection.'],
        questions: ['Address', 'Public', 'Secret', 'Address'],
        kept: profile,
      });
    });

    test('a profile of another service keeps its name, and the new one is offered another', async () => {
      const host = await hostWith({default: {...profile, baseUrl: 'https://other.example/api'}}, 'default');
      Object.assign(host.stdin, {isTTY: true});
      Object.assign(host.stderr, {isTTY: true});
      const ask = answering(url, publicKey, secret, 'a b', 'new');
      const {said} = await play(auth, 'login', {}, {host, ask, service: async () => []});
      expect(said[0]).toBe('The profile "default" holds keys for other.example.');
      expect([...kept(host).profiles.keys()].sort()).toEqual(['default', 'new']);
      expect(kept(host).current).toBe('default');
    });

    test('but not after Ctrl-C', async () => {
      const service = () => Promise.reject(new InterruptedError('Interrupted.'));
      await expect(played(service, url, publicKey, secret)).rejects.toThrow(InterruptedError);
    });
  });

  test('in a script the secret comes through a pipe', async () => {
    const host = fakeHost({typed: `${secret}\n`});
    const {result} = await play(
      auth,
      'login',
      {name: 'ci', ...piped, guard: 'read-only'},
      {host, globals: {baseUrl: url}},
    );
    expect(kept(host).profiles.get('ci')).toEqual({...profile, guard: 'read-only'});
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  test('in a script everything that is missing is named at once', async () => {
    const error = await failure(play(auth, 'login', {}));
    expect(error).toMatchObject({exit: 2, message: '--base-url, --public-key and --secret-key-file are missing.'});
  });

  test.each([
    ['empty input', '', 2, 'empty'],
    ['a whole file', 'x'.repeat(9000), 2, 'too long for a key'],
    ['two lines', `${secret}\nmore`, 3, 'a line break'],
  ])('a pipe with %s is refused', async (_what, typed, exit, says) => {
    const host = fakeHost({typed});
    const error = await failure(play(auth, 'login', piped, {host, globals: {baseUrl: url}}));
    expect(error).toMatchObject({exit, message: expect.stringContaining(says)});
    expect(existsSync(configPath(host))).toBe(false);
  });

  test('a secret is not read from a terminal where it would be shown', async () => {
    const host = fakeHost({terminal: true});
    const error = await failure(play(auth, 'login', piped, {host, ask: answering(), globals: {baseUrl: url}}));
    expect(error).toMatchObject({exit: 2, message: expect.stringContaining('is a terminal')});
  });

  test.each([
    [
      'refused keys',
      new KeysError('The public key is wrong.'),
      3,
      'mail.example.com refused the keys: "The public key is wrong".',
    ],
    [
      'any other refusal',
      new RefusedError('Account suspended'),
      3,
      'mail.example.com refused the keys: "Account suspended".',
    ],
    ['no connection', new UnreachableError('No connection.'), 6, 'No connection.'],
  ])('%s: nothing is saved and its text is shown', async (_what, thrown, exit, message) => {
    const host = fakeHost({typed: secret});
    const service: Service = () => Promise.reject(thrown);
    const error = await failure(play(auth, 'login', piped, {host, globals: {baseUrl: url}, service}));
    expect(error).toMatchObject({exit, message});
    expect(existsSync(configPath(host))).toBe(false);
  });

  test('logging in again keeps the guard, and changes the keys', async () => {
    const host = await hostWith({prod: {...profile, secretKey: 'old', guard: 'protected'}}, 'prod');
    const again = {...host, stdin: fakeHost({typed: secret}).stdin};
    await play(auth, 'login', {name: 'prod', ...piped}, {host: again, globals: {baseUrl: url}});
    expect(kept(host).profiles.get('prod')).toEqual({...profile, guard: 'protected'});
  });

  test('a profile of another service is not replaced unasked', async () => {
    const old = {...profile, baseUrl: 'https://old.example/api'};
    const host = await hostWith({prod: old}, 'prod');
    const again = () => ({...host, stdin: fakeHost({typed: secret}).stdin});
    const error = await failure(
      play(auth, 'login', {name: 'prod', ...piped}, {host: again(), globals: {baseUrl: url}}),
    );
    expect(error).toMatchObject({
      exit: 2,
      message: expect.stringContaining('old.example'),
      hint: expect.stringContaining('--yes'),
    });
    expect(kept(host).profiles.get('prod')).toEqual(old);
    await play(auth, 'login', {name: 'prod', ...piped}, {host: again(), globals: {baseUrl: url, yes: true}});
    expect(kept(host).profiles.get('prod')).toEqual(profile);
  });

  test('a dry run tries the keys and saves nothing', async () => {
    const host = fakeHost({typed: secret});
    const {said, result} = await play(auth, 'login', piped, {host, globals: {baseUrl: url, dryRun: true}});
    expect(result.kind).toBe('nothing');
    expect(said.join()).toMatch(/^Without --dry-run: /);
    expect(existsSync(configPath(host))).toBe(false);
  });

  test('it says when the environment still comes first', async () => {
    const env = {EMK_PUBLIC_KEY: 'pk', EMK_PROFILE: 'other'};
    const {said} = await play(auth, 'login', piped, {
      host: fakeHost({typed: secret, env}),
      globals: {baseUrl: url, profile: 'prod'},
    });
    expect(said).toEqual([
      'The environment (EMK_PUBLIC_KEY) still overrides every profile.',
      'EMK_PROFILE still names the profile "other".',
    ]);
  });

  test.each([
    ['a name that is none', {name: '../x'}, {}, /cannot be called/],
    ['a name that means something else', {name: 'environment'}, {}, /cannot be called/],
    ['two names', {name: 'a'}, {profile: 'b'}, /named twice/],
    ['the sandbox', {}, {sandbox: true}, /sandbox has no keys/],
  ])('%s is refused', async (_what, input, globals, says) => {
    expect(
      await failure(play(auth, 'login', {...input, ...piped}, {globals: {baseUrl: url, ...globals}})),
    ).toMatchObject({exit: 2, message: expect.stringMatching(says)});
  });
});

describe('profiles', () => {
  const two = {
    prod: profile,
    staging: {...profile, baseUrl: 'https://staging.example/api', guard: 'protected' as const},
  };

  test('status shows them without their keys', async () => {
    const account = {name: 'prod', source: 'profile', ...profile} as const;
    const {result} = await play(auth, 'status', {}, {host: await hostWith(two, 'prod'), account});
    expect(result).toMatchObject({
      record: {
        profiles: [
          {name: 'prod', base_url: url, guard: 'none', current: true},
          {name: 'staging', base_url: 'https://staging.example/api', guard: 'protected', current: false},
        ],
      },
    });
    expect(JSON.stringify(result)).not.toContain(secret);
  });

  test('switch changes the current one, to one that exists', async () => {
    const host = await hostWith(two, 'prod');
    await play(auth, 'switch', {name: 'staging'}, {host});
    expect(kept(host).current).toBe('staging');
    expect(await failure(play(auth, 'switch', {name: 'nonesuch'}, {host}))).toMatchObject({exit: 3});
    expect(kept(host).current).toBe('staging');
  });

  test('logout forgets the one named, or the only one', async () => {
    const host = await hostWith(two, 'prod');
    await play(auth, 'logout', {name: 'staging'}, {host});
    expect([...kept(host).profiles.keys()]).toEqual(['prod']);
    expect(kept(host).current).toBe('prod');
    const {result} = await play(auth, 'logout', {}, {host});
    expect(result).toMatchObject({sentence: 'Logged out of the profile "prod". No profile is current now.'});
    expect(kept(host)).toMatchObject({current: undefined, profiles: new Map()});
    expect(await failure(play(auth, 'logout', {}, {host}))).toMatchObject({exit: 3, message: 'You are not logged in.'});
  });

  test('a dry run of logout forgets nothing', async () => {
    const host = await hostWith(two, 'prod');
    await play(auth, 'logout', {name: 'prod'}, {host, globals: {dryRun: true}});
    expect(kept(host).profiles.size).toBe(2);
  });
});

describe('auth status', () => {
  test('says where each value comes from, and shows no key', async () => {
    const host = await hostWith({prod: profile}, 'prod', {EMK_BASE_URL: `${url}/v2`});
    const account = {name: 'prod', source: 'profile', ...profile, baseUrl: `${url}/v2`} as const;
    const {result} = await play(auth, 'status', {}, {host, account});
    expect(result).toMatchObject({
      kind: 'record',
      key: 'name',
      record: {
        name: 'prod',
        base_url: `${url}/v2`,
        base_url_from: 'EMK_BASE_URL',
        public_key_from: 'the profile "prod"',
        secret_key_from: 'the profile "prod"',
        checked: false,
      },
    });
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(JSON.stringify(result)).not.toContain(publicKey);
  });

  test('--check tries the keys', async () => {
    const host = await hostWith({prod: profile}, 'prod');
    const account = {name: 'prod', source: 'profile', ...profile} as const;
    const {result} = await play(auth, 'status', {check: true}, {host, account});
    expect(result).toMatchObject({record: {checked: true}});
    const service: Service = () => Promise.reject(new KeysError('The secret key is wrong.'));
    expect(await failure(play(auth, 'status', {check: true}, {host, account, service}))).toMatchObject({exit: 3});
    await play(auth, 'status', {}, {host, account, service});
  });

  test('in the sandbox everything is of the sandbox', async () => {
    const account = {name: 'sandbox', source: 'sandbox', ...profile} as const;
    const {result} = await play(auth, 'status', {}, {account, globals: {sandbox: true}});
    expect(result).toMatchObject({record: {source: 'sandbox', secret_key_from: 'the sandbox'}});
  });
});

describe('config', () => {
  test('set and list, and set back by an empty value', async () => {
    const host = fakeHost();
    await play(config, 'set', {name: 'timeout', value: '90s'}, {host});
    await play(config, 'set', {name: 'output', value: 'json'}, {host});
    expect(kept(host).settings).toEqual({timeout: '90s', output: 'json'});
    expect((await listed((await play(config, 'list', {}, {host})).result)).slice(0, 3)).toEqual([
      {name: 'output', value: 'json', standard: 'table', of: null},
      {name: 'timeout', value: '90s', standard: '60s, uploads 120s', of: null},
      {name: 'retries', value: null, standard: '4', of: null},
    ]);
    await play(config, 'set', {name: 'timeout', value: ''}, {host});
    expect(kept(host).settings).toEqual({output: 'json'});
  });

  test.each([
    ['output', 'xml'],
    ['timeout', '0'],
    ['retries', '21'],
    ['max-wait', 'long'],
    ['color', 'red'],
    ['guard', 'some'],
    ['timezone', 'Berlin'],
  ])('a value that makes no sense is refused: %s %s', async (name, value) => {
    const host = fakeHost();
    expect(await failure(play(config, 'set', {name, value}, {host}))).toMatchObject({exit: 2});
    expect(existsSync(configPath(host))).toBe(false);
  });

  test('the guard belongs to a profile, named or current', async () => {
    const host = await hostWith({prod: profile, staging: profile}, 'prod');
    await play(config, 'set', {name: 'guard', value: 'read-only'}, {host});
    await play(config, 'set', {name: 'guard', value: 'protected'}, {host, globals: {profile: 'staging'}});
    expect(kept(host).profiles.get('prod')?.guard).toBe('read-only');
    expect(kept(host).profiles.get('staging')?.guard).toBe('protected');
    expect(await failure(play(config, 'set', {name: 'guard', value: 'protected'}))).toMatchObject({exit: 2});
  });

  test('the timezone belongs to a profile too, and a login to the same service keeps it', async () => {
    const host = await hostWith({prod: profile}, 'prod');
    const zone = () => kept(host).profiles.get('prod')?.timezone;
    expect(zone()).toBeUndefined();
    await play(config, 'set', {name: 'timezone', value: 'europe/berlin'}, {host});
    expect(zone()).toBe('Europe/Berlin');
    const piped = {name: 'prod', public_key: publicKey, secret_key_stdin: true};
    const again = (baseUrl: string) => {
      const now = {...host, stdin: fakeHost({typed: secret}).stdin};
      return play(auth, 'login', piped, {host: now, globals: {baseUrl, yes: true}});
    };
    await again(`${url}/v2`);
    expect(zone()).toBe('Europe/Berlin');
    await again('https://other.example/api');
    expect(zone()).toBeUndefined();
    await play(config, 'set', {name: 'timezone', value: 'UTC'}, {host});
    await play(config, 'set', {name: 'timezone', value: ''}, {host});
    expect(kept(host).profiles.get('prod')).toEqual({...profile, baseUrl: 'https://other.example/api'});
  });

  test('a timezone that a person wrote into the file and that is none is an error where it is needed', async () => {
    const host = await hostWith({prod: {...profile, timezone: 'Mars/Olympus'}}, 'prod');
    const context = {host, globals: settleGlobals({}, host, {}), warn: () => {}};
    expect(() => zonesOf(context)).toThrow('This machine does not know the time zone "Mars/Olympus"');
    expect(zonesOf({...context, globals: {...context.globals, sandbox: true}})).toEqual({
      local: undefined,
      service: 'UTC',
    });
    const env = {...host.env, EMK_PUBLIC_KEY: 'pk', TZ: 'Asia/Tokyo'};
    expect(zonesOf({...context, host: {...host, env}})).toEqual({local: 'Asia/Tokyo'});
  });

  test('a guard is not lowered unasked', async () => {
    const host = await hostWith({prod: {...profile, guard: 'protected'}}, 'prod');
    expect(await failure(play(config, 'set', {name: 'guard', value: 'none'}, {host}))).toMatchObject({exit: 2});
    expect(await failure(play(config, 'set', {name: 'guard', value: ''}, {host, ask: answering(false)}))).toMatchObject(
      {
        exit: 130,
      },
    );
    expect(kept(host).profiles.get('prod')?.guard).toBe('protected');
    await play(config, 'set', {name: 'guard', value: ''}, {host, globals: {yes: true}});
    expect(kept(host).profiles.get('prod')?.guard).toBe('none');
  });
});

test('no command takes a secret, or an option that is everybody’s', () => {
  for (const command of [...Object.values(auth.commands), ...Object.values(config.commands)]) {
    const options = Object.entries(command.takes)
      .filter(([key]) => !command.args.includes(key))
      .map(([key, param]) => optionName(key, param));
    expect(options).not.toContain('secret-key');
    expect(options.filter(option => Object.hasOwn(globalOptions, option))).toEqual([]);
    expect(command.examples.length).toBeGreaterThanOrEqual(2);
  }
});
