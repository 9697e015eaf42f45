/** The completion script where each shell looks for it: installed once, and removed without a trace. */
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {afterEach, beforeEach, expect, test} from 'vitest';
import {scriptFiles} from '../../src/reference/completion/scripts.js';
import {runAgainst} from '../run-against.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'emk-install-'));
});
afterEach(() => rmSync(home, {recursive: true, force: true}));

const emk = (line: string, env: Record<string, string> = {}) =>
  runAgainst('http://127.0.0.1:9/api', `completion ${line}`, {env, host: {home, cwd: home}});

const profile = '.config/powershell/Microsoft.PowerShell_profile.ps1';

test.each([
  ['bash', '.local/share/bash-completion/completions/emk'],
  ['zsh', '.local/share/zsh/site-functions/_emk'],
  ['fish', '.config/fish/completions/emk.fish'],
] as const)('%s', async (shell, path) => {
  const file = join(home, path);
  expect(await emk(`${shell} --install --dry-run`)).toMatchObject({code: 0, stdout: ''});
  expect(existsSync(file)).toBe(false);
  const first = await emk(`${shell} --install --yes`);
  expect(first.stderr).toContain(`Completion for ${shell} is in ${file} now.`);
  expect(readFileSync(file, 'utf8') === readFileSync(scriptFiles[shell], 'utf8')).toBe(true);
  expect((await emk(`${shell} --install`)).stderr).toContain('already');
  expect(await emk(`${shell} --uninstall --yes`)).toMatchObject({code: 0});
  expect(existsSync(file)).toBe(false);
  expect((await emk(`${shell} --uninstall`)).stderr).toContain('There is no completion');
});

test('one line in the profile of PowerShell, beside what is there', async () => {
  const file = join(home, profile);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, 'Set-Alias ll ls');
  expect(await emk('powershell --install --yes')).toMatchObject({code: 0});
  expect(readFileSync(file, 'utf8')).toBe(
    'Set-Alias ll ls\nemk completion powershell | Out-String | Invoke-Expression # completion for emk\n',
  );
  expect((await emk('powershell --install')).stderr).toContain('already');
  expect(await emk('powershell --uninstall --yes')).toMatchObject({code: 0});
  expect(readFileSync(file, 'utf8')).toBe('Set-Alias ll ls\n');
});

test('it asks, and where nobody can answer it changes nothing', async () => {
  const {code, stderr} = await emk('fish --install');
  expect({code, stderr}).toEqual({code: 2, stderr: expect.stringContaining('needs a yes')});
  expect(existsSync(join(home, '.config/fish'))).toBe(false);
});

test('nothing is written where nobody knows the home folder', async () => {
  const line = 'completion bash --install --yes';
  const lost = await runAgainst('http://127.0.0.1:9/api', line, {host: {home: '', cwd: home}});
  expect(lost).toMatchObject({code: 3, stderr: expect.stringContaining('Set HOME')});
  expect(existsSync(join(home, '.local'))).toBe(false);
  const given = await runAgainst('http://127.0.0.1:9/api', line, {env: {XDG_DATA_HOME: home}, host: {home: ''}});
  expect(given.code).toBe(0);
});

test('a file that emk did not write is left alone', async () => {
  const file = join(home, '.config/fish/completions/emk.fish');
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, 'my own');
  for (const line of ['fish --install --yes', 'fish --uninstall --yes']) {
    expect((await emk(line)).stderr).toContain('emk did not write it');
  }
  expect(readFileSync(file, 'utf8')).toBe('my own');
});

test('an old script is brought up to date', async () => {
  const file = join(home, '.config/fish/completions/emk.fish');
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, '# fish completion for emk: generated, change the commands instead.\nold\n');
  expect(await emk('fish --install --yes')).toMatchObject({code: 0});
  expect(readFileSync(file, 'utf8')).not.toContain('\nold\n');
});

test('the shell is that of the environment unless one is named', async () => {
  expect((await emk('--install --yes', {SHELL: '/usr/bin/fish'})).stderr).toContain('Completion for fish');
  expect((await emk('--install --yes', {SHELL: '/bin/tcsh'})).stderr).toContain('which shell');
  expect((await emk('', {SHELL: '/usr/bin/fish'})).code).toBe(2);
  expect((await emk('fish --install --uninstall')).code).toBe(2);
});
