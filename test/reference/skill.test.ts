/** `emk skill`: where the page for agents goes, and that nothing of others is touched. */
import {existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import page from '../../src/reference/skill/text.js';
import {useShell} from '../use-shell.js';

const shell = useShell();
const skill = (line: string) => shell().emk(`skill ${line}`, {host: {home}});
const pageOf = (program: string) => join(home, `.${program}/skills/emk/SKILL.md`);

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(shell().folder, 'home-'));
});

test('it is written for each program that has a folder in the home folder, and taken back', async () => {
  for (const program of ['claude', 'cursor']) mkdirSync(join(home, `.${program}`));
  expect((await skill('install --dry-run')).stderr).toContain(`Without --dry-run: Write ${pageOf('claude')}`);
  expect(existsSync(pageOf('claude'))).toBe(false);
  expect(await skill('install --yes')).toMatchObject({code: 0, stderr: expect.stringContaining('Agents find how')});
  expect(['claude', 'codex', 'gemini', 'cursor'].filter(program => existsSync(pageOf(program)))).toEqual([
    'claude',
    'cursor',
  ]);
  expect(readFileSync(pageOf('claude'), 'utf8')).toBe(page);
  expect((await skill('install --yes --for codex')).code).toBe(0);
  expect((await skill('uninstall --yes')).code).toBe(0);
  for (const program of ['claude', 'codex', 'cursor']) expect(existsSync(join(pageOf(program), '..'))).toBe(false);
});

test('a page of somebody else stays, and without a place emk says how to name one', async () => {
  expect(await skill('install --yes')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('emk skill install --for claude'),
  });
  mkdirSync(join(pageOf('gemini'), '..'), {recursive: true});
  const mine = '---\nname: emk\ndescription: My own notes.\n---\n';
  writeFileSync(pageOf('gemini'), mine);
  expect(await skill('install --yes --for gemini')).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('emk did not write it'),
  });
  expect(await skill('uninstall --yes')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('no page for agents'),
  });
  expect(readFileSync(pageOf('gemini'), 'utf8')).toBe(mine);
});

test('programs get each page that was written, and files of a person beside one stay', async () => {
  const {stdout} = await skill('install --yes --for claude --for codex -o json');
  expect(JSON.parse(stdout).done).toEqual([pageOf('claude'), pageOf('codex')]);
  const notes = join(pageOf('codex'), '..', 'notes.md');
  writeFileSync(notes, 'mine');
  expect((await skill('uninstall --yes')).code).toBe(0);
  expect([existsSync(pageOf('codex')), existsSync(notes)]).toEqual([false, true]);
  expect(JSON.parse((await skill('uninstall -o json')).stdout).done).toEqual([]);
});
