/** FORCE_COLOR colours what goes to a pipe, and changes nothing else about it. */
import {stripVTControlCharacters} from 'node:util';
import {describe, expect, test} from 'vitest';
import {useShell} from '../../support/use-shell.js';

const shell = useShell();

const [bold, green, red] = ['\u001b[1m', '\u001b[32m', '\u001b[31m'];

const env = {FORCE_COLOR: '1'};

describe('with FORCE_COLOR', () => {
  test.each([
    ['mailings list', bold],
    ['mailings list', green],
    ['mailings show "Spring news"', green],
    ['lists list', bold],
  ])('emk %s has its colours, and the text of any pipe', async (line, code) => {
    const [plain, coloured] = [await shell().emk(line), await shell().emk(line, {env})];
    expect(coloured.stdout).toContain(code);
    expect(stripVTControlCharacters(coloured.stdout)).toBe(plain.stdout);
    expect(plain.stdout).not.toContain('\u001b');
  });

  test.each(['contacts show 999999', 'contacts lst'])('the error of emk %s is red', async line => {
    expect((await shell().emk(line, {env})).stderr).toContain(`${red}error:`);
  });

  test.each([
    ['JSON', '-o json'],
    ['CSV', '-o csv'],
  ])('%s has none', async (_, format) => {
    const {stdout} = await shell().emk(`mailings list ${format}`, {env});
    expect(stdout).not.toContain('\u001b');
  });

  test('NO_COLOR wins', async () => {
    const {stdout, stderr} = await shell().emk('contacts show 999999', {env: {...env, NO_COLOR: '1'}});
    expect(stdout + stderr).not.toContain('\u001b');
  });
});
