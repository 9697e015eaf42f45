/** Lines in messages can be pasted, whatever their values contain. */
import {execFileSync} from 'node:child_process';
import {expect, test} from 'vitest';
import {wordFor} from '../../../src/core/words/shell-word.js';
import {runAgainst} from '../../support/run-against.js';

test.each(['plain', "o'brien@acme.example", 'two words', '$HOME `id` "x" \\', 'a&b;c|d', '', '*', '~', 'a=~b', 'a~b'])(
  'a shell reads %j back',
  text => {
    expect(execFileSync('sh', ['-c', `printf %s ${wordFor.posix(text)}`], {encoding: 'utf8'})).toBe(text);
  },
);

const PSModulePath = 'C:\\Windows\\system32\\WindowsPowerShell\\v1.0\\Modules';

// Read by the parser of a PowerShell grammar.
test.each([
  ['plain', 'plain'],
  ['C:\\lists\\may.csv', 'C:\\lists\\may.csv'],
  ['C:\\my lists\\', '"C:\\my lists\\\\"'],
  ["o'brien & co", `"o'brien & co"`],
  ['@may.html', '"@may.html"'],
  ['', '""'],
  ['US$ 5', "'US$ 5'"],
  ['say "it\u2019s"', '\'say "it\u2019\u2019s"\''],
  ['\u201eMai\u201c', "'\u201eMai\u201c'"],
  ['C:\\100%\\%TEMP%', '"C:\\100%\\%TEMP%"'],
  ['x\\"y', `'x\\"y'`],
])('%s is %s in PowerShell', (text, powershell) => {
  expect(wordFor.powershell(text)).toBe(powershell);
});

test.each([
  [{PSModulePath}, `Did you mean --where 'name="US$ 5" it''s'?`],
  [{PSModulePath, SHELL: '/usr/bin/bash'}, `Did you mean --where 'name="US$ 5" it'\\''s'?`],
])('a hint on Windows, with %j', async (env, hint) => {
  const ran = await runAgainst('http://127.0.0.1:9/api', ['mailings', 'list', `name="US$ 5" it's`], {
    env,
    host: {platform: 'win32'},
  });
  expect(ran.stderr).toContain(hint);
});

test.each([
  [['mailings', 'list', "name=it's"], `Did you mean --where 'name=it'\\''s'?`],
  [['mailings', 'list', 'name=two words'], "Did you mean --where 'name=two words'?"],
])('%j', async (line, hint) => {
  expect((await runAgainst('http://127.0.0.1:9/api', line)).stderr).toContain(hint);
});

test('a word of any length is quoted where it must be', {tags: ['long']}, () => {
  const long = 'x'.repeat(20_000_000);
  expect(wordFor.posix(long)).toBe(long);
  expect(wordFor.posix(`${long} `).at(-1)).toBe("'");
});
