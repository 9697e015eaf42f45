/** Imports into one contact type of which the first has only just made it. */
import {afterEach, beforeEach, expect, test, vi} from 'vitest';
import {sendAll} from '../../../src/contacts-import/send/send.js';
import {type Shell, startShell} from '../../shell.js';

vi.mock('../../../src/contacts-import/send/send.js', async load => {
  const real = await load<typeof import('../../../src/contacts-import/send/send.js')>();
  return {...real, sendAll: vi.fn(real.sendAll)};
});
const real = await vi.importActual<typeof import('../../../src/contacts-import/send/send.js')>(
  '../../../src/contacts-import/send/send.js',
);

let shell: Shell;
beforeEach(async () => {
  shell = await startShell({seed: {kind: 'empty'}});
});
afterEach(async () => {
  vi.mocked(sendAll).mockImplementation(real.sendAll);
  await shell.close();
});

test.each(['import', 'sync'])('take turns: %s sends nobody whom the other is about to send', async verb => {
  shell.write('leads.csv', 'email\nada@lovelace.example\ngrace@hopper.example\n');
  let second = await shell.emk('--version');
  vi.mocked(sendAll).mockImplementationOnce(async (...given) => {
    second = await shell.emk(`contacts ${verb} leads.csv --type Leads --yes`);
    return real.sendAll(...given);
  });
  const first = await shell.emk(`contacts ${verb} leads.csv --type Leads --create-type --yes`);
  expect([first.code, second.stderr]).toEqual([
    0,
    expect.stringContaining('Another emk is at work on an import into this contact type.'),
  ]);
  const {stdout} = await shell.emk('contacts list --columns email --sort email -o csv');
  expect(stdout).toBe('email\nada@lovelace.example\ngrace@hopper.example\n');
});
