/** emk's answer to a shell at a press of Tab: at once, and never with an error. */
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {keepNames} from '../../../src/accounts/names.js';
import type {Completable, CompletionStop} from '../../../src/help/completable.js';
import {answer} from '../../../src/help/complete.js';
import {fakeHost} from '../../support/fake-host.js';

const account = {source: 'environment', baseUrl: 'https://mail.example.com/api', publicKey: 'pk'} as const;
const env = {EMK_BASE_URL: account.baseUrl, EMK_PUBLIC_KEY: account.publicKey};
const folder = mkdtempSync(join(tmpdir(), 'emk-values-'));
afterAll(() => rmSync(folder, {recursive: true, force: true}));

const host = fakeHost({home: folder, env});
keepNames(host, account, 'segments', [
  ['1', 'Spring'],
  ['12', 'Spring'],
  ['13', 'spring clean'],
]);
keepNames(host, account, 'lists', [['3', 'Leads']]);

const stop: CompletionStop = {words: [], switches: [], args: [], more: false};

/** A tree of one word and one option, which takes a value of this kind. */
const taking = (value: string): Completable => ({
  stops: {'': {...stop, words: [{word: 'list', about: '', leadsTo: 'list'}]}, list: {...stop, args: ['%segments']}},
  everywhere: [{long: '--option', short: '-o', about: '', value}],
});

const ask = (shell: string, kind: string, line: readonly string[], from = host): string[] =>
  answer([shell, ...line], from, () => taking(kind))
    .split('\n')
    .slice(0, -1);
const values = (shell: string, kind: string, typed = '', ...line: string[]): string[] =>
  ask(shell, kind, ['ls', ...line, '-o', typed]).slice(1);

test.each<[kind: string, typed: string, expected: string[]]>([
  ['%segments', 'Sp', ['Spring\tsegment 12']],
  ['%segments', 'SPRING C', ['spring clean\tsegment 13']],
  ['%list=lists,segment=segments', 'l', ['list:Leads\tlist 3']],
  ['%nothing', '', []],
  ['%../../segments', '', []],
  ['%', '', []],
])('%s %s', (kind, typed, expected) => {
  expect(values('zsh', kind, typed)).toEqual(expected);
});

test.each<[words: string[], printed: string[]]>([
  [['l'], ['-', 'list\t']],
  [['L'], ['-', 'list\t']],
  [
    ['ls', '--o'],
    ['-', '--option\t'],
  ],
  [['list', '--option='], ['---option=']],
  [['-'], ['-', '--option\t']],
])('%s', (words, printed) => {
  expect(ask('zsh', '-', words)).toEqual(printed);
});

test.each<[kind: string, words: string[], first: string]>([
  ['/', ['-o', ''], '/'],
  ['/', ['--option=pa'], '/--option='],
  ['-', ['--', 'pa'], '/'],
])('a path of the kind %s stands in %s', (kind, words, first) => {
  expect(ask('bash', kind, words)).toEqual([first]);
});

test('a word behind -- is an argument, and none that would be an option', () => {
  expect(ask('fish', '-', ['list', '--', 'Spring'])).toEqual(['-', 'Spring\tsegment 12']);
});

test('another name of a word is never offered', () => {
  expect(ask('bash', '-', ['ls'])).toEqual(['-']);
  expect(ask('fish', '-', ['st'])).toEqual(['-']);
});

test('PowerShell is given what to put on the line, what to show, and what it is', () => {
  const known = fakeHost({env});
  keepNames(known, account, 'segments', [['7', "Ann's list"]]);
  const printed = ask('powershell', '%segments', ['=-o', "='Ann"], known);
  expect(printed).toEqual(['-', '"Ann\'s list"\tAnn\'s list\tsegment 7']);
});

test('nothing is offered for an account that the line does not mean', () => {
  expect(values('fish', '%segments', '', '--sandbox')).toEqual([]);
  expect(ask('fish', '%segments', ['-o', ''], fakeHost({home: folder}))).toEqual(['-']);
  expect(ask('cmd', '%segments', ['-o', ''])).toEqual([]);
});

const emk = (words: readonly string[], given: Record<string, string> = {}) =>
  spawnSync(process.execPath, [resolve('bin/emk.js'), 'completion', 'answer', ...words], {
    encoding: 'utf8',
    env: {PATH: process.env['PATH'], HOME: folder, ...env, ...given},
  });

test('the built emk says the same', {tags: ['long']}, () => {
  expect(emk(['fish', 'contacts', 'list', '--list', 'Le']).stdout).toBe('-\nLeads\tlist 3\n');
});

test('nothing that is wrong becomes an error', {tags: ['long']}, () => {
  const config = join(folder, 'damaged');
  mkdirSync(config);
  writeFileSync(join(config, 'config.json'), '{');
  const line = ['fish', 'contacts', 'list', '--list', ''];
  for (const [words, given] of [
    [line, {EMK_CONFIG_DIR: config}],
    [line, {EMK_BASE_URL: 'no address'}],
    [line, {HOME: '/nowhere'}],
    [['fish'], {}],
    [[], {}],
  ] as const) {
    const {status, stderr} = emk(words, given);
    expect({status, stderr}, String(words)).toEqual({status: 0, stderr: ''});
  }
});
