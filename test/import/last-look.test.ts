/** An import whose last look fails does not know what arrived, and does not count it as done. */
import {expect, test} from 'vitest';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell();

test('counts as unknown', async () => {
  shell().write('leads.csv', 'email,country\nann@leads.example,India\nbo@leads.example,India\n');
  shell().sandbox.misbehave('GET /contacts/list=500,after=1');
  const line = 'contacts import leads.csv --list 3 --yes --allow-automations EMK_MAX_WAIT=0s -o json';
  const {code, stdout} = await shell().emk(line);
  expect([code, JSON.parse(stdout)]).toEqual([
    9,
    expect.objectContaining({added: 2, sum: {wanted: 2, done: 0, left: 2, impossible: 0, doubtful: 2}}),
  ]);
  shell().sandbox.faults.clear();
  expect((await shell().emk('contacts import resume --yes --allow-automations')).code).toBe(0);
});
