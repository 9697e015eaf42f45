/** The compiled code that the launcher saves for the next run: it may only cost or save time. */

import {spawnSync} from 'node:child_process';
import {chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {Script} from 'node:vm';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {sample} from '../support/sample.js';

const launcher = resolve('bin/emk.js');
let caches: string;

beforeEach(() => {
  caches = mkdtempSync(join(tmpdir(), 'emk-packs-'));
});
afterEach(() => rmSync(caches, {recursive: true, force: true}));

const run = (args: readonly string[], env: Record<string, string> = {}) =>
  spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: {PATH: process.env['PATH'], XDG_CACHE_HOME: caches, ...env},
  });

/** The help of a group by its singular, which is not ready-made. */
const groupHelp = (env: Record<string, string> = {}) => {
  const {status, stdout, stderr} = run([launcher, 'field', '--help'], env);
  expect({status, stderr}).toEqual({status: 0, stderr: ''});
  expect(stdout).toContain('Usage: emk fields');
};

/** What that loads. */
const ofFields = [
  ...['cli-help.js', 'core.js', 'declared.js', 'help-declared.js', 'help.js', 'resources-fields.js', 'run.js'],
];

const folder = () => join(caches, 'emk', `${process.version}-${process.arch}`);
const kept = () => readdirSync(folder()).sort();
const contents = (name: string) => readFileSync(join(folder(), name));
/** A file that is written again is another file. */
const identity = (name: string) => statSync(join(folder(), name)).ino;

test('what a run compiled is kept for the next, which keeps nothing again', {tags: ['long']}, () => {
  groupHelp();
  expect(kept()).toEqual(ofFields);
  const before = kept().map(identity);
  groupHelp();
  expect(kept().map(identity)).toEqual(before);
});

test('functions that were compiled while the run went on are kept too', {tags: ['long']}, () => {
  groupHelp();
  const wrapped = `(function () {${readFileSync('dist/core.js', 'utf8')}\n})`;
  // It is stored twice, to be compared.
  expect(contents('core.js').length).toBeGreaterThan(new Script(wrapped).createCachedData().length * 2 * 1.2);
});

test('only the user may read or change it', {tags: ['long']}, () => {
  groupHelp();
  expect(statSync(folder()).mode & 0o077).toBe(0);
  expect(kept().filter(name => (statSync(join(folder(), name)).mode & 0o077) !== 0)).toEqual([]);
});

test('a run that needs a pack more keeps that one as well', {tags: ['long']}, () => {
  groupHelp();
  expect(run([launcher, 'segment', '--help']).status).toBe(0);
  expect(kept()).toEqual([...ofFields, 'resources-segments.js'].sort());
});

const spoilt: ReadonlyArray<readonly [what: string, spoil: (code: Buffer) => Buffer]> = [
  ['empty', () => Buffer.alloc(0)],
  ['cut short', code => code.subarray(0, 3000)],
  ['of another build', code => Buffer.concat([Buffer.from('0123456789abcdef'), code.subarray(16)])],
  ['damaged', code => Buffer.from(code).fill(0, 40_000, 48_000)],
  ['something else', code => Buffer.concat([code.subarray(0, 16), Buffer.from('no code at all')])],
];

test.each(sample(spoilt, 1))('kept code that is %s is replaced', (_, spoil) => {
  groupHelp();
  const good = contents('core.js');
  writeFileSync(join(folder(), 'core.js'), spoil(good));
  const before = identity('core.js');
  groupHelp();
  expect(identity('core.js')).not.toBe(before);
  expect(contents('core.js').subarray(0, 16)).toEqual(good.subarray(0, 16));
  expect(contents('core.js').length).toBeGreaterThan(good.length / 2);
});

test('a run under other flags of V8 keeps nothing that the next one would have to reject', {tags: ['long']}, () => {
  const changing = `require(${JSON.stringify(resolve('bin/packs.js'))}).load('core.js');
    require('node:v8').setFlagsFromString('--semi-space-growth-factor=1');`;
  expect(run(['-e', changing]).status).toBe(0);
  expect(() => kept()).toThrow('ENOENT');
  groupHelp();
  expect(kept()).toContain('core.js');
});

test('nothing is kept where somebody asked for that, or where there is no place', {tags: ['long']}, () => {
  groupHelp({NODE_DISABLE_COMPILE_CACHE: '1'});
  expect(readdirSync(caches)).toEqual([]);
  groupHelp({XDG_CACHE_HOME: '', HOME: '', LOCALAPPDATA: ''});
  const file = join(caches, 'file');
  writeFileSync(file, '');
  groupHelp({XDG_CACHE_HOME: file});
  chmodSync(caches, 0o500);
  groupHelp();
  chmodSync(caches, 0o700);
});

const groups = ['list', 'contact', 'segment', 'sender', 'mailing', 'automation', 'template'];

test.each(sample(groups, 1))('help of %s loads neither what checks a mailing nor what reads a file', group => {
  expect(run([launcher, group, '--help']).status).toBe(0);
  expect(kept()).toContain('core.js');
  expect(
    kept().filter(name =>
      /^(mailings|letters-html|parse5|csv-bytes|contacts-(cells|check|file|run)|online|undici)/.test(name),
    ),
  ).toEqual([]);
});

test('an error of the library that a program does not catch is printed with a line, not with all of its code', () => {
  const lines = readFileSync(resolve('dist/library.js'), 'utf8').split('\n');
  expect(Math.max(...lines.map(line => line.length))).toBeLessThan(1500);
});
