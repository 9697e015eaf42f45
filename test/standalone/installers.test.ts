/** What installs a release: a script against a server on this machine, and the files that other programs read. */
import {execFile, execFileSync, spawnSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';

const {installers} = await import('../../.ci/standalone/installers.mjs' as string);
const {tarGz} = await import('../../.ci/standalone/tar.mjs' as string);

const platforms = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64', 'win-x64'];
const sums = Object.fromEntries(platforms.map((name, at) => [name, String(at).repeat(64)]));
const released = (url: string, known = sums): Record<string, string> =>
  installers({version: '1.2.3', homepage: 'https://code.test/emk', repository: {url: `git+${url}.git`}}, known);

const emk = '#!/bin/sh\necho 1.2.3\n';
let home: string;
let server: Server;
let served: Map<string, Buffer>;

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'emk-install-'));
  served = new Map();
  server = createServer(({url = ''}, answer) => {
    const bytes = served.get(url);
    answer.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
});
afterEach(() => {
  server.close();
  rmSync(home, {recursive: true, force: true});
});

/** Serves an archive for every Linux, with its checksum or a wrong one, and plays the script without a terminal. */
async function install(words: readonly string[] = [], {wrong = false, missing = false} = {}) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/emk`;
  const archive: Buffer = await tarGz([{path: 'emk/bin/emk', bytes: Buffer.from(emk), isProgram: true}]);
  const sum = wrong ? '0'.repeat(64) : createHash('sha256').update(archive).digest('hex');
  const linux = ['linux-x64', 'linux-arm64'];
  for (const name of missing ? [] : linux)
    served.set(`/emk/releases/download/v1.2.3/emk-1.2.3-${name}.tar.gz`, archive);
  const script = join(home, 'install.sh');
  writeFileSync(script, released(url, {...sums, 'linux-x64': sum, 'linux-arm64': sum})['install.sh'] ?? '');
  return new Promise<{code: number; said: string}>(done => {
    const env = {PATH: process.env['PATH'], HOME: join(home, 'me')};
    const child = execFile('setsid', ['sh', script, ...words], {env, cwd: home}, (error, stdout, stderr) =>
      done({code: error ? Number(error.code) : 0, said: stdout + stderr}),
    );
    child.stdin?.end();
  });
}

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('the script installs into the home folder, and again over it', async () => {
  for (const _ of ['installs', 'upgrades']) {
    expect(await install()).toEqual({code: 0, said: expect.stringContaining('emk 1.2.3 is installed')});
    expect(execFileSync(join(home, 'me/.local/bin/emk'), {encoding: 'utf8'})).toBe('1.2.3\n');
  }
});

test.runIf(isLinux).each([
  ['a wrong checksum', {wrong: true}, 'has the wrong checksum. Nothing was changed.'],
  ['a missing archive', {missing: true}, 'could not be downloaded. Nothing was changed.'],
])('the script refuses %s, and writes nothing', async (_, how, said) => {
  expect(await install([], how)).toEqual({code: 1, said: expect.stringContaining(said)});
  expect(existsSync(join(home, 'me'))).toBe(false);
});

test.runIf(isLinux)('outside the home folder it needs a yes, and it replaces no other program', async () => {
  const prefix = join(home, 'elsewhere');
  expect(await install(['--prefix', prefix])).toEqual({code: 1, said: expect.stringContaining('needs a yes')});
  expect(existsSync(prefix)).toBe(false);
  expect((await install(['--prefix', prefix, '--yes'])).code).toBe(0);
  mkdirSync(join(home, 'other/bin'), {recursive: true});
  writeFileSync(join(home, 'other/bin/emk'), 'mine');
  const other = await install(['--prefix', join(home, 'other'), '--yes']);
  expect(other).toEqual({code: 1, said: expect.stringContaining('is another program')});
  expect(readFileSync(join(home, 'other/bin/emk'), 'utf8')).toBe('mine');
});

test('a script that arrived in part does nothing', () => {
  const text = released('https://code.test/emk')['install.sh'] ?? '';
  const part = join(home, 'part.sh');
  writeFileSync(part, text.slice(0, text.lastIndexOf('main "$@"')));
  chmodSync(part, 0o755);
  expect(execFileSync('sh', [part], {encoding: 'utf8'})).toBe('');
});

test('each file names the archives of this version with their checksums', () => {
  const files = released('https://code.test/emk');
  const base = 'https://code.test/emk/releases/download/v1.2.3/emk-1.2.3';
  for (const name of platforms.slice(0, 4)) {
    expect(files['emk.rb']).toContain(`url "${base}-${name}.tar.gz"\n      sha256 "${sums[name]}"`);
    expect(files['install.sh']).toContain(`platform=${name} sum=${sums[name]}`);
  }
  for (const name of ['linux-x64', 'linux-arm64'])
    expect(files['Dockerfile']).toContain(`ADD --checksum=sha256:${sums[name]} ${base}-${name}.tar.gz`);
  expect(files['Dockerfile']?.indexOf('USER emk')).toBeGreaterThan(files['Dockerfile']?.indexOf('useradd') ?? 0);
  expect(Object.values(files).filter(text => /@[a-z][a-z0-9-]+@/.test(text))).toEqual([]);
});

test('the manifest has what Scoop asks of one', () => {
  const manifest = JSON.parse(released('https://code.test/emk')['emk.json'] ?? '');
  expect(manifest).toMatchObject({version: '1.2.3', homepage: 'https://code.test/emk', license: 'MIT'});
  const {url, hash} = manifest.architecture['64bit'];
  expect(url).toMatch(/^https:\/\/.*\/emk-1\.2\.3-win-x64\.zip$/);
  expect(hash).toMatch(/^[a-f0-9]{64}$/);
  expect([manifest.extract_dir, manifest.bin]).toEqual(['emk', 'bin\\emk.cmd']);
});

test.skipIf(spawnSync('ruby', ['--version']).status !== 0)('Ruby reads the formula', () => {
  const input = released('https://code.test/emk')['emk.rb'];
  expect(spawnSync('ruby', ['-c'], {input, encoding: 'utf8'})).toMatchObject({status: 0, stdout: 'Syntax OK\n'});
});
