/** A command without questions loads neither the questions nor the prompts. */
import {execFile} from 'node:child_process';
import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {basename, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {expect, onTestFinished, test} from 'vitest';
import {variablesOf} from '../../src/sandbox/running/environment.js';
import {useShell} from '../support/use-shell.js';

const emk = fileURLToPath(new URL('../../bin/emk.js', import.meta.url));

const shell = useShell();

/** The packs of dist/ that a line loads, as far as their compiled code is saved for the next run. */
async function loadedBy(...words: string[]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'emk-'));
  onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    EMK_CONFIG_DIR: folder,
    EMK_STATE_DIR: folder,
    XDG_CACHE_HOME: join(folder, 'cache'),
    ...variablesOf(shell().sandbox),
  };
  await promisify(execFile)(process.execPath, [emk, ...words], {env}).catch(failed => failed);
  return readdirSync(join(folder, 'cache'), {recursive: true, encoding: 'utf8'}).map(path => basename(path));
}

test.each([
  ['a list', ['lists', 'list']],
  ['a creation that lacks nothing', ['lists', 'create', 'Leads']],
  ['a line that lacks something, where nobody is', ['lists', 'create']],
])('%s', async (_, words) => {
  const loaded = await loadedBy(...words);
  expect(loaded).toContain('run.js');
  expect(loaded.filter(name => /^(ask-|inquirer)/.test(name))).toEqual([]);
});
