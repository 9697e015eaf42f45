/** The manual page is complete, in a form that its formatter accepts. */
import {spawnSync} from 'node:child_process';
import {copyFileSync, mkdirSync, mkdtempSync, readFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {beforeAll, expect, test} from 'vitest';
import {tree} from '../../src/cli/tree.js';
import {globalOptions} from '../../src/commands/globals.js';
import {commandsOf, loadTree} from '../../src/reference/load-tree.js';
import {manPage} from '../../src/reference/man-page.js';

let page: string;
beforeAll(async () => {
  page = await manPage(tree, '1.2.3');
});

test('names every command and every option that all have', async () => {
  const words = page.replaceAll('\\-', '-');
  for (const {path, summary} of commandsOf(await loadTree(tree))) {
    expect(words).toMatch(new RegExp(`^\\.B emk ${path.join(' ')}\\b`, 'm'));
    expect(words).toContain(summary);
  }
  for (const name of Object.keys(globalOptions)) expect(words).toContain(`--${name}`);
  for (const part of ['EXIT STATUS', 'ENVIRONMENT', 'EMK_SECRET_KEY_FILE', 'emk 1.2.3']) expect(words).toContain(part);
});

test('has no line that the formatter would take for one of its own words, and plain ASCII only', () => {
  const macros = new Set(['.TH', '.SH', '.B', '.TP', '.nf', '.fi']);
  const odd = page.split('\n').filter(line => /^[.']/.test(line) && !macros.has(line.split(' ')[0] ?? ''));
  expect(odd).toEqual([]);
  expect(page.match(/[^\n\x20-\x7e]/g)).toBeNull();
});

const groff = spawnSync('groff', ['--version']).status === 0;
test.runIf(groff)('is formatted without a warning', () => {
  const {status, stderr} = spawnSync('groff', ['-man', '-ww', '-Tascii'], {input: page, encoding: 'utf8'});
  expect([status, stderr]).toEqual([0, '']);
});

test('is part of the package, which has no script to build it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'emk-pack-'));
  mkdirSync(join(folder, '.ci'));
  for (const name of ['package.json', '.ci/packed-manifest.mjs']) copyFileSync(name, join(folder, name));
  const read = () => readFileSync(join(folder, 'package.json'), 'utf8');
  const leaveOut = (...words: string[]) =>
    spawnSync(process.execPath, [join(folder, '.ci/packed-manifest.mjs'), ...words]).status;
  const whole = read();
  expect(leaveOut()).toBe(0);
  const {scripts, man, files, version} = JSON.parse(read());
  expect(Object.keys(scripts).filter(name => /^(pre|post)/.test(name))).toEqual([]);
  expect([man, files, version]).toEqual(['./dist/emk.1', expect.arrayContaining(['dist']), JSON.parse(whole).version]);
  expect([leaveOut('--restore'), read()]).toEqual([0, whole]);
  expect([leaveOut('--restore'), read()]).toEqual([0, whole]);
});
