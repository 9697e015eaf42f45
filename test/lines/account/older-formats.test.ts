/** Lock files and journals of another emk: nothing is guessed from them. */
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {journalLine} from '../../support/journal-line.js';
import {useFreshShell} from '../../support/use-shell.js';
import {lockFileOf, targetOf} from './lock-file.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  mkdirSync(at('a'));
});

const at = (path: string): string => join(shell().folder, path);

test('a lock file of an unknown format is refused, and nothing is changed', async () => {
  writeFileSync(at('a/lists.yaml'), 'lists:\n  - name: Leads\n');
  const {sandbox} = shell();
  const path = at(`a/${lockFileOf(sandbox)}`);
  const text = journalLine({kind: 'header', version: 9, way: 'account apply', ...targetOf(sandbox)});
  writeFileSync(path, text);
  for (const line of ['account apply a --yes', 'undo a --yes']) {
    const {code, stderr} = await shell().emk(line);
    expect([code, stderr]).toEqual([3, expect.stringContaining('its format is 9')]);
  }
  expect(readFileSync(path, 'utf8')).toBe(text);
});
