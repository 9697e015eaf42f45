/** FORCE_COLOR and CLICOLOR_FORCE colour the messages of a run in a pipe, and never its data. */
import {describe, expect, test} from 'vitest';
import {useShell} from '../use-shell.js';

const shell = useShell();

const red = '\u001b[31m';

describe.each([{FORCE_COLOR: '1'}, {CLICOLOR_FORCE: '1'}] as ReadonlyArray<Record<string, string>>)('with %j', env => {
  test.each(['contacts show 999999', 'contacts lst'])('the error of emk %s is red', async line => {
    expect((await shell().emk(line, {env})).stderr).toContain(`${red}error:`);
  });

  test.each([
    ['a table', ''],
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
