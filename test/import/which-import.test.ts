/** Of several imports, a person says which one is meant. */
import {expect, test} from 'vitest';
import {atTerminal} from '../support/at-terminal.js';
import {useShell} from '../support/use-shell.js';

const shell = useShell();

test('to continue, and to undo', async () => {
  const {emk, sandbox, write} = shell();
  for (const name of ['first', 'second']) {
    write(`${name}.csv`, `email,country\n${name}@example.com,India\n`);
    sandbox.misbehave('POST /contacts/upload-csv=500:4');
    expect((await emk(`contacts import ${name}.csv --list Staff EMK_MAX_WAIT=0 EMK_SETTLE=1ms`)).code).toBe(8);
    sandbox.faults.clear();
  }
  const several = await emk('contacts import resume');
  const [id = ''] = /\w+(?= \(first\.csv\))/.exec(several.stderr) ?? [];
  expect(several.code).toBe(2);
  expect((await emk(`contacts import resume ${id}`)).code).toBe(0);
  expect((await emk('contacts import resume')).code).toBe(0);
  const undone = await atTerminal(shell(), `undo ${id}`, ['Delete the contact that', 'y\r']);
  expect(undone.code).toBe(0);
  const {stdout} = await emk('contacts list --where email~@example.com --list Staff --columns email -o csv');
  expect([stdout.includes('second@example.com'), stdout.includes('first@example.com')]).toEqual([true, false]);
});
