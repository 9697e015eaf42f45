import {execFile} from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {hostname} from 'node:os';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {build} from 'esbuild';
import {describe, expect, test} from 'vitest';
import {
  type Config,
  changeConfig,
  configPath,
  emptyConfig,
  type Profile,
  readConfig,
} from '../../../src/accounts/store.js';
import {ConfigError} from '../../../src/core/errors.js';
import {fakeHost, temporaryFolder} from '../../support/fake-host.js';

const silent = (sentence: string): never => {
  throw new Error(`An unexpected warning: ${sentence}`);
};

const profile: Profile = {
  baseUrl: 'https://mail.example.com/api',
  publicKey: 'pk',
  secretKey: 'sk-very-secret',
  guard: 'none',
};

const adding =
  (name: string) =>
  (now: Config): Config => ({...now, profiles: new Map([...now.profiles, [name, profile]])});

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test('what is kept comes back, names with dots in them included', async () => {
  const host = fakeHost();
  await changeConfig(host, adding('acme.prod'));
  await changeConfig(host, now => ({...now, current: 'acme.prod', settings: {output: 'json'}}));
  expect(readConfig(host, silent)).toEqual({
    current: 'acme.prod',
    profiles: new Map([['acme.prod', profile]]),
    settings: {output: 'json'},
  });
});

test('reading where nothing was kept gives nothing and makes nothing', () => {
  const host = fakeHost();
  expect(readConfig(host, silent)).toEqual(emptyConfig);
  expect(existsSync(dirname(configPath(host)))).toBe(false);
});

describe.skipIf(process.platform === 'win32')('file modes', () => {
  test('the file is 0600 in a 0700 folder, and nothing else is left beside it', async () => {
    const host = fakeHost();
    await changeConfig(host, adding('prod'));
    expect(modeOf(configPath(host))).toBe('600');
    expect(modeOf(dirname(configPath(host)))).toBe('700');
    expect(readdirSync(dirname(configPath(host)))).toEqual(['config.json']);
  });

  test('a file that others could read is closed to them, and that is said', async () => {
    const host = fakeHost();
    await changeConfig(host, adding('prod'));
    chmodSync(configPath(host), 0o644);
    const warnings: string[] = [];
    readConfig(host, sentence => void warnings.push(sentence));
    expect(modeOf(configPath(host))).toBe('600');
    expect(warnings).toEqual([expect.stringContaining('was open to other users')]);
    expect(readConfig(host, silent).profiles.size).toBe(1);
  });

  test("emk's own folder is closed when something is kept in it, a folder of the user's choice is left alone", async () => {
    const own = fakeHost();
    mkdirSync(dirname(configPath(own)), {recursive: true, mode: 0o755});
    await changeConfig(own, adding('prod'));
    expect(modeOf(dirname(configPath(own)))).toBe('700');

    const folder = temporaryFolder();
    chmodSync(folder, 0o755);
    const chosen = fakeHost({env: {EMK_CONFIG_DIR: folder}});
    await changeConfig(chosen, adding('prod'));
    expect(modeOf(folder)).toBe('755');
    expect(modeOf(join(folder, 'config.json'))).toBe('600');
  });
});

describe('a damaged file', () => {
  const damaged = [
    ['cut short', '{"profiles": {"prod": {"secretKey": "sk-very-secret'],
    ['empty', ''],
    ['a list', '[]'],
    ['a profile that is text', '{"profiles": {"prod": "sk-very-secret"}}'],
    ['a profile without a key', '{"profiles": {"prod": {"baseUrl": "https://a.example", "publicKey": "pk"}}}'],
    ['a guard that is no guard', JSON.stringify({profiles: {prod: {...profile, guard: 'some'}}})],
    ['a setting that is a number', '{"settings": {"output": 7}}'],
  ] as const;

  test.each(damaged)('%s: the error names the file, shows no key, and the file stays as it is', async (_what, text) => {
    const host = fakeHost();
    const path = configPath(host);
    mkdirSync(dirname(path), {recursive: true, mode: 0o700});
    writeFileSync(path, text, {mode: 0o600});
    for (const attempt of [async () => readConfig(host, silent), () => changeConfig(host, adding('new'))]) {
      const error = await attempt().catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ConfigError);
      expect(error).toMatchObject({exit: 3, message: expect.stringContaining(path), hint: expect.any(String)});
      expect(String(error)).not.toContain('sk-very');
    }
    expect(readFileSync(path, 'utf8')).toBe(text);
    expect(readdirSync(dirname(path))).toEqual(['config.json']);
  });

  test('a byte order mark, which some editors leave, is no damage', () => {
    const host = fakeHost();
    mkdirSync(dirname(configPath(host)), {recursive: true});
    writeFileSync(configPath(host), `\uFEFF{"settings": {"output": "csv"}}`, {mode: 0o600});
    expect(readConfig(host, silent).settings).toEqual({output: 'csv'});
  });
});

test('a configuration that cannot be read or written is an error that names it', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'file'), '');
  const host = fakeHost({env: {EMK_CONFIG_DIR: join(folder, 'file', 'below')}});
  await expect(changeConfig(host, adding('prod'))).rejects.toMatchObject({
    exit: 3,
    message: expect.stringContaining(configPath(host)),
  });
  const directory = fakeHost({env: {EMK_CONFIG_DIR: folder}});
  mkdirSync(configPath(directory), {mode: 0o700});
  expect(() => readConfig(directory, silent)).toThrow(/cannot be read: it is a folder\.$/);
});

test('processes that change it at the same time lose nothing, even when a process that is gone left its lock', async () => {
  const folder = temporaryFolder();
  const program = join(folder, 'change.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'change-many.ts')],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {js: "import {createRequire} from 'node:module'; const require = createRequire(import.meta.url);"},
  });
  symlinkSync(`1 999999 of-one-that-is-gone ${hostname()}`, join(folder, 'config.json.lock'));
  const writers = ['a', 'b', 'c', 'd'];
  await Promise.all(
    writers.map(each => promisify(execFile)(process.execPath, [program, each, '8'], {env: {EMK_CONFIG_DIR: folder}})),
  );
  const {profiles} = readConfig(fakeHost({env: {EMK_CONFIG_DIR: folder}}), silent);
  const expected = writers.flatMap(each => Array.from({length: 8}, (_, index) => `${each}${index}`));
  expect([...profiles.keys()].sort()).toEqual(expected.sort());
  expect(readdirSync(folder).sort()).toEqual(['change.mjs', 'config.json']);
});

test('changes of one process at the same time lose nothing', async () => {
  const host = fakeHost();
  await Promise.all(['a', 'b', 'c'].map(name => changeConfig(host, adding(name))));
  expect([...readConfig(host, silent).profiles.keys()].sort()).toEqual(['a', 'b', 'c']);
});

test('the draft of a run that was killed, which holds keys, does not stay', async () => {
  const host = fakeHost();
  await changeConfig(host, adding('prod'));
  writeFileSync(`${configPath(host)}.tmp-17000000001a2b3c`, '{"secretKey": "sk-very-secret"');
  await changeConfig(host, adding('staging'));
  expect(readdirSync(dirname(configPath(host)))).toEqual(['config.json']);
});
