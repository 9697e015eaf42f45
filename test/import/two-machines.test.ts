/** Two machines that import or sync one file at once: neither sees what the other is about to send. */
import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {beforeEach, expect, test} from 'vitest';
import {standBetween} from '../support/in-between.js';
import {useFreshShell} from '../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  await shell().emk('lists create Leads');
});

test.each(['import', 'sync'])('%s: who arrived twice is counted, and --doubles leaves everybody once', async verb => {
  const text = 'email,first_name,country\nada@example.com,Ada,Italy\nbo@example.com,Bo,Italy\n';
  shell().write('leads.csv', text);
  const other = join(shell().folder, 'other');
  mkdirSync(other);
  shell().write('other/leads.csv', text);
  let once = true;
  const {env} = await standBetween(shell().sandbox, async ({path}) => {
    if (!once || !path.startsWith('/contacts/upload-csv')) return undefined;
    once = false;
    const second = await shell().emk(`contacts ${verb} leads.csv --list Leads --yes`, {
      host: {cwd: other, home: other},
    });
    expect(second.code).toBe(0);
    return undefined;
  });
  const first = await shell().emk(`contacts ${verb} leads.csv --list Leads --yes`, {env});
  expect([first.code, first.stderr]).toEqual([8, expect.stringContaining('emk contacts delete --doubles ')]);
  expect((await shell().emk('contacts delete --doubles --list Leads --yes')).code).toBe(0);
  expect((await shell().emk('contacts list --columns id,email --sort id -o csv')).stdout).toBe(
    'id,email\n1,ada@example.com\n2,bo@example.com\n',
  );
});
