/** The action for GitHub: its steps are played as a runner plays them, against a server and a sandbox on this machine. */
import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {delimiter, join, resolve} from 'node:path';
import {afterAll, afterEach, beforeAll, beforeEach, describe, expect, test} from 'vitest';
import {parse} from 'yaml';
import {type Sandbox, startSandbox} from '../../src/sandbox/running/start.js';

const {installers} = await import('../../.ci/standalone/installers.mjs' as string);
const {tarGz} = await import('../../.ci/standalone/tar.mjs' as string);

type Step = {
  readonly name?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly run?: string;
};
type Action = {
  readonly inputs: Readonly<Record<string, {readonly description: string; readonly default: string}>>;
  readonly runs: {readonly using: string; readonly steps: readonly Step[]};
};

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'];

/** The action of version 1.2.3, whose archives all have one checksum. */
function released(url: string, sum: string): Action {
  const sums = Object.fromEntries(platforms.map(name => [name, sum]));
  const manifest = {version: '1.2.3', homepage: 'https://code.test/emk', repository: {url: `git+${url}.git`}};
  return parse(installers(manifest, sums)['action.yml']);
}

const emk = `#!/bin/sh
if [ "$1" = --version ]; then echo 1.2.3; else exec "${process.execPath}" "${resolve('bin/emk.js')}" "$@"; fi
`;

let temp: string;
let server: Server;
let sandbox: Sandbox;
let archive: Buffer;
let asked: string[];

beforeAll(async () => {
  sandbox = await startSandbox();
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  temp = mkdtempSync(join(tmpdir(), 'emk-action-'));
  archive = await tarGz([{path: 'emk/bin/emk', bytes: Buffer.from(emk), isProgram: true}]);
  asked = [];
  server = createServer(({url = ''}, answer) => {
    asked.push(url);
    answer.end(archive);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
});
afterEach(() => {
  server.close();
  rmSync(temp, {recursive: true, force: true});
});

type Job = {
  readonly code: number;
  readonly log: string;
  readonly path: string;
  readonly env: Readonly<Record<string, string>>;
};

/** Plays the steps of the action as a runner does: inputs fill in their `env`, and the files of a step count for the next. */
async function job(given: Readonly<Record<string, string>>, {os = 'Linux', arch = 'X64', sum = ''} = {}): Promise<Job> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emk`;
  const {inputs, runs} = released(url, sum || createHash('sha256').update(archive).digest('hex'));
  const value = (name: string): string => given[name] ?? inputs[name]?.default ?? `no input ${name}`;
  const ran = {code: 0, log: '', path: '', env: {} as Record<string, string>};
  for (const {run, env = {}, shell, name = ''} of runs.steps) {
    if (run === undefined || (name === 'Log in' && value('base-url') === '')) continue;
    expect(shell).toBe('bash');
    const filled = Object.entries(env).map(([variable, text]) => [
      variable,
      text.replace(/\$\{\{ inputs\.([\w-]+) \}\}/g, (_, input) => value(input)),
    ]);
    const files = {GITHUB_PATH: join(temp, `${name}.path`), GITHUB_ENV: join(temp, `${name}.env`)};
    for (const file of Object.values(files)) writeFileSync(file, '');
    const around = {RUNNER_OS: os, RUNNER_ARCH: arch, RUNNER_TEMP: join(temp, 'runner'), HOME: join(temp, 'home')};
    mkdirSync(around.RUNNER_TEMP, {recursive: true});
    const variables = {PATH: `${ran.path}${process.env['PATH']}`, ...Object.fromEntries(filled), ...files, ...around};
    await new Promise<void>(done => {
      execFile('bash', ['-c', run], {env: variables}, (error, stdout, stderr) => {
        ran.code = error ? Number(error.code) : 0;
        ran.log += stdout + stderr;
        done();
      });
    });
    if (ran.code !== 0) return ran;
    for (const line of linesOf(files.GITHUB_PATH)) ran.path = `${line}${delimiter}${ran.path}`;
    for (const line of linesOf(files.GITHUB_ENV)) ran.env[line.split('=')[0] ?? ''] = line.replace(/^[^=]*=/, '');
  }
  return ran;
}

const linesOf = (file: string): readonly string[] => readFileSync(file, 'utf8').split('\n').filter(Boolean);

const keys = (): Record<string, string> => ({
  'base-url': sandbox.baseUrl,
  'public-key': sandbox.publicKey,
  'secret-key': sandbox.secretKey,
});

const isLinux = process.platform === 'linux';

test('each step is one that a composite action can have, and takes no input but by its environment', () => {
  const {inputs, runs} = released('https://code.test/emk', 'a'.repeat(64));
  expect(runs.using).toBe('composite');
  for (const {description} of Object.values(inputs)) expect(description).toMatch(/^\S.{10}/);
  for (const {run, uses, if: when = '', env = {}} of runs.steps) {
    expect(run ?? '').not.toContain('${{');
    expect(uses ?? 'actions/cache@0000000000000000000000000000000000000000').toMatch(/@[0-9a-f]{40}$/);
    const named = [when, ...Object.values(env)].flatMap(text => [...text.matchAll(/inputs\.([\w-]+)/g)]);
    for (const [, name = ''] of named) expect(Object.keys(inputs)).toContain(name);
  }
});

test('it has the archive and the checksum of each platform', () => {
  const install = released('https://code.test/emk', 'a'.repeat(64)).runs.steps.find(
    ({name}) => name === 'Install',
  )?.run;
  for (const name of platforms)
    expect(install).toMatch(new RegExp(`archive=${name}\\.(?:tar\\.gz|zip) sum=${'a'.repeat(64)}`));
  expect(install).toContain("'https://code.test/emk/releases/download/v1.2.3/emk-1.2.3-'");
  expect(install).not.toMatch(/@[a-z][a-z0-9-]+@/);
});

describe.runIf(isLinux)('a job', () => {
  test('finds emk on its path, and downloads what the cache has only once', {tags: ['long']}, async () => {
    for (const arch of ['X64', 'X64', 'ARM64']) {
      const {code, log, path, env} = await job({}, {arch});
      expect([code, log, env]).toEqual([0, 'emk 1.2.3 is installed.\n', {}]);
      expect(existsSync(join(path.split(delimiter)[0] ?? '', 'emk'))).toBe(true);
    }
    const base = '/emk/releases/download/v1.2.3/emk-1.2.3-linux';
    expect(asked).toEqual([`${base}-x64.tar.gz`, `${base}-arm64.tar.gz`]);
  });

  test('does not take what the cache has in its place', {tags: ['long']}, async () => {
    mkdirSync(join(temp, 'runner/emk-archive'), {recursive: true});
    writeFileSync(join(temp, 'runner/emk-archive/linux-x64.tar.gz'), 'something else');
    expect(await job({})).toMatchObject({code: 0, log: 'emk 1.2.3 is installed.\n'});
    expect(asked).toHaveLength(1);
  });

  test('ends where the archive has another checksum', {tags: ['long']}, async () => {
    const {code, log, path} = await job({}, {sum: '0'.repeat(64)});
    expect([code, log, path]).toEqual([1, expect.stringContaining('has the wrong checksum.'), '']);
    expect(existsSync(join(temp, 'runner/emk'))).toBe(false);
  });

  test.each([
    ['from npm', {from: 'npm'}, {}, '1.2.3'],
    ['in another version', {version: '0.9.0'}, {}, '0.9.0'],
    ['where there is no archive', {}, {arch: 'ARM'}, '1.2.3'],
  ])('gets emk from npm %s', async (_, inputs, machine, version) => {
    const bin = join(temp, 'bin');
    mkdirSync(bin);
    const npm = `#!/bin/sh\necho "npm $*"\nmkdir -p "$4/bin"\nprintf '#!/bin/sh\\necho ${version}\\n' >"$4/bin/emk"\nchmod +x "$4/bin/emk"\n`;
    writeFileSync(join(bin, 'npm'), npm, {mode: 0o755});
    const before = process.env['PATH'];
    process.env['PATH'] = `${bin}${delimiter}${before}`;
    try {
      const {code, log} = await job(inputs, machine);
      expect([code, log]).toEqual([0, expect.stringMatching(`emk-cli@${version}\nemk ${version} is installed\\.\n$`)]);
      expect(asked).toEqual([]);
    } finally {
      process.env['PATH'] = before;
    }
  });

  test.each([
    ['{"from": "apt"}', 'from is "archive" or "npm"'],
    ['{"version": "1; id"}', '"1; id" is not a version.'],
    ['{"base-url": "http://127.0.0.1:9/api"}', 'needs public-key and secret-key'],
    ['{"base-url": "x", "public-key": "p", "secret-key": "s\\nEVIL=1"}', 'A key has a line break.'],
    ['{"base-url": "x", "public-key": "p", "secret-key": "s", "profile": "a=b\\nc"}', 'is no name for a profile'],
  ])('with %s says what is wrong', async (inputs, says) => {
    const {code, log, env} = await job(JSON.parse(inputs));
    expect([code, log, env]).toEqual([1, expect.stringContaining(`::error title=emk::`), {}]);
    expect(log).toContain(says);
  });

  test('is logged in for its next steps, with keys that are masked and no one else can read', {
    tags: ['long'],
  }, async () => {
    const {code, log, env, path} = await job({...keys(), guard: 'read-only'});
    expect([code, env]).toEqual([0, {EMK_CONFIG_DIR: join(temp, 'runner/emk-config'), EMK_PROFILE: 'ci'}]);
    const {secretKey, publicKey} = sandbox;
    expect(log).toContain(`::add-mask::${publicKey}\n::add-mask::${secretKey}\n`);
    expect(log.replace(/^::add-mask::.*\n/gm, '')).not.toContain(secretKey);
    expect(statSync(join(temp, 'runner/emk-config/config.json')).mode & 0o077).toBe(0);
    const next = (line: string) =>
      new Promise<string>(done => {
        const variables = {...env, PATH: `${path}${process.env['PATH']}`, HOME: join(temp, 'home')};
        execFile('bash', ['-c', line], {env: variables}, (_, stdout, stderr) => done(stdout + stderr));
      });
    expect(await next('emk lists list --count')).toBe('3\n');
    expect(await next('emk lists create --name Leads')).toContain('read-only');
  });

  test('with keys that the service refuses ends with the exit code of emk', {tags: ['long']}, async () => {
    const {code, log, env} = await job({...keys(), 'secret-key': 'wrong'});
    expect([code, env]).toEqual([3, {}]);
    expect(log).toContain('refused the keys');
  });
});
