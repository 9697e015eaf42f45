/** An unexpected error: what is printed, and what is saved. */
import {mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {expect} from 'vitest';
import {longTest, test} from '../in-two-parts.js';
import {runAgainst} from '../run-against.js';
import {said} from '../said.js';

const bug = (): never => {
  throw new TypeError('ada@lovelace.example met sk-of-nobody', {cause: new Error('in the beginning, pk-of-nobody')});
};

const provoke = async (line: string | readonly string[], env: Record<string, string> = {}) => {
  const cwd = mkdtempSync(join(tmpdir(), 'emk-bug-'));
  const ran = await runAgainst('http://127.0.0.1:9/api', line, {env, host: {cwd, home: cwd, random: bug}});
  return {...ran, reports: join(cwd, 'state', 'reports')};
};

longTest('is one sentence, and a report that holds neither keys nor addresses', async () => {
  const {code, stderr, reports} = await provoke('api GET /x?email=ada@lovelace.example');
  const [name = ''] = readdirSync(reports);
  const path = join(reports, name);
  expect([code, stderr]).toEqual([1, expect.stringContaining(path)]);
  expect(stderr).not.toMatch(/^\s+at |sk-of|pk-of/m);
  const report = readFileSync(path, 'utf8');
  expect(report).toMatch(/TypeError: a…@l… met …\n\s+at /);
  expect(report).toContain('emk api GET /x?email=a…@l…');
  expect(report).toContain('in the beginning, …');
  expect(report).not.toMatch(/lovelace|sk-of|pk-of/);
  expect(statSync(path).mode & 0o077).toBe(0);
});

test('shows its place in the code with --debug, and names the report in JSON', async () => {
  expect((await provoke('contact-types list --debug')).stderr).toMatch(/^\s+at /m);
  const {stderr, reports} = await provoke('contact-types list -o json');
  const {error} = JSON.parse(stderr.trim().split('\n').at(-1) ?? '');
  expect(error).toMatchObject({code: 'bug', exit: 1, hint: expect.stringContaining(reports)});
});

test('is told also where no report can be written', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'emk-bug-')), 'file');
  writeFileSync(file, '');
  expect(await provoke('contact-types list', {EMK_STATE_DIR: file})).toMatchObject(said(1, '--debug'));
});

longTest('is short and quick to write, whatever size the values on the line have', async () => {
  const {reports} = await provoke(['api', 'GET', '/x', '--query', `email=${'x'.repeat(300_000)}@lovelace.example`]);
  const [name = ''] = readdirSync(reports);
  expect(statSync(join(reports, name)).size).toBeLessThan(100_000);
});
