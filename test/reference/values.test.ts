/** emk's answer to a shell at a press of Tab: at once, and never with an error. */
import {spawnSync} from 'node:child_process';
import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {afterAll, expect, test} from 'vitest';
import {keepNames} from '../../src/accounts/cached-names.js';
import {completeValues} from '../../src/reference/completion/values.js';
import {fakeHost} from '../accounts/fake-host.js';

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
keepNames(host, account, 'contact-types', [['3', 'Leads']]);
keepNames(host, account, 'custom-fields', [
  ['1', 'shoe_size'],
  ['2', 'not plain'],
]);

const fields = {'contacts list': {id: [], status: ['draft', 'done'], custom_field: []}};
const values = (shell: string, kind: string, typed = '', ...line: string[]): string[] =>
  completeValues([shell, kind, 'contacts list', typed, ...line], host, () => fields)
    .split('\n')
    .slice(0, -1);

test.each<[kind: string, typed: string, expected: string[]]>([
  ['%segments', 'Sp', ['Spring\t2 of them: 1, 12']],
  ['%segments', 'SPRING C', ['spring clean\tsegment 13']],
  ['%segments', '1', ['1\tSpring', '12\tSpring', '13\tspring clean']],
  ['%segments', 'x', []],
  ['%type=contact-types,segment=segments', 't', ['type:Leads\tlist 3']],
  [
    '%type=contact-types,segment=segments',
    'segment:1',
    ['segment:1\tSpring', 'segment:12\tSpring', 'segment:13\tspring clean'],
  ],
  ['%columns', 'a', ['all\t']],
  ['%columns', 'id,', ['id,all\t', 'id,status\t', 'id,custom_field\t', 'id,custom_field.shoe_size\t']],
  ['%sort', '-i', ['-id\tfrom the greatest']],
  ['%where', 's', ['status=\tdraft, done']],
  ['%where', 'status!=d', ['status!=draft\t', 'status!=done\t']],
  ['%nothing', '', []],
  ['%', '', []],
  ['', '', []],
])('%s %s', (kind, typed, expected) => {
  expect(values('zsh', kind, typed)).toEqual(expected);
});

test('PowerShell is given what to put on the line, what to show, and what it is', () => {
  const known = fakeHost({env});
  keepNames(known, account, 'segments', [['7', "Ann's list"]]);
  const printed = completeValues(['powershell', '%segments', '=', "='Ann"], known, () => fields);
  expect(printed).toBe('"Ann\'s list"\tAnn\'s list\tsegment 7\n');
});

test('nothing is offered for an account that the line does not mean', () => {
  expect(values('fish', '%segments', '', '--sandbox')).toEqual([]);
  expect(completeValues(['fish', '%segments', '', ''], fakeHost({home: folder}), () => fields)).toBe('');
  expect(values('cmd', '%segments')).toEqual([]);
});

const emk = (words: readonly string[], given: Record<string, string> = {}) =>
  spawnSync(process.execPath, [resolve('bin/emk.js'), 'completion', 'values', ...words], {
    encoding: 'utf8',
    env: {PATH: process.env['PATH'], HOME: folder, ...env, ...given},
  });

test('the built emk says the same', () => {
  expect(emk(['fish', '%contact-types', 'contacts list', 'Le']).stdout).toBe('Leads\tlist 3\n');
  expect(emk(['fish', '%columns', 'contacts list', 'emai']).stdout).toBe('email\t\n');
});

test('nothing that is wrong becomes an error', () => {
  const config = join(folder, 'damaged');
  mkdirSync(config);
  writeFileSync(join(config, 'config.json'), '{');
  for (const [words, given] of [
    [['fish', '%segments', '', ''], {EMK_CONFIG_DIR: config}],
    [['fish', '%segments', '', ''], {EMK_BASE_URL: 'no address'}],
    [['fish', '%../../segments', '', ''], {}],
    [['fish', '%segments'], {HOME: '/nowhere'}],
    [[], {}],
  ] as const) {
    const {status, stderr} = emk(words, given);
    expect({status, stderr}, String(words)).toEqual({status: 0, stderr: ''});
  }
});
