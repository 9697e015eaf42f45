/** Sentences name records by their names, whether they were given by name or by id. */

import {expect, test} from 'vitest';
import {sample} from '../../support/sample.js';
import {useShell} from '../../support/use-shell.js';

const useAny = useShell();

/** Keeps no copy of deleted records, which would add a sentence and requests. */
const shell = () => {
  const opened = useAny();
  return {...opened, emk: (line: string) => opened.emk(line, {env: {EMK_KEEP_DELETED: '0'}})};
};

const idOf = async (list: string, name: string): Promise<string> => {
  const records = JSON.parse((await shell().emk(`${list} -o json`)).stdout) as readonly Record<string, unknown>[];
  const found = records.find(record => Object.values(record).includes(name));
  return String((list.startsWith('senders') ? undefined : found?.['utr']) ?? found?.['id']);
};
const create = '--subject Hello --preheader News --from 1 --group 1 --to list:Newsletter --template 2 --yes';

test.each(sample(['by its name', 'by its utr'], 1))('a mailing that is deleted %s', async how => {
  await shell().emk(`mailings create --name May ${create} --at "2026-08-01 09:00"`);
  const given = how === 'by its name' ? 'May' : await idOf('mailings list', 'May');
  const {code, stderr} = await shell().emk(`mailings delete ${given} --yes`);
  expect([code, stderr]).toEqual([0, 'Deleted mailing "May". emk kept no copy.\n']);
});

test('several records, and one of another kind', {tags: ['long']}, async () => {
  await shell().emk('lists create Alpha');
  await shell().emk('lists create Beta');
  expect((await shell().emk('lists delete Alpha Beta --yes')).stderr).toBe(
    'Deleted 2 lists ("Alpha", "Beta"). emk kept no copy.\n',
  );
  await shell().emk('lists create Gamma');
  const id = await idOf('lists list', 'Gamma');
  expect((await shell().emk(`lists delete ${id} --yes`)).stderr).toBe(`Deleted list ${id}. emk kept no copy.\n`);
});

test('many that a script gives by id cost no request for their names', async () => {
  await shell().emk('notifications add --email d@acme.example --owner D');
  await shell().emk('notifications add --email e@acme.example --owner E');
  const ids = [await idOf('notifications list', 'd@acme.example'), await idOf('notifications list', 'e@acme.example')];
  const before = (await shell().sandbox.requests()).length;
  expect((await shell().emk(`notifications delete ${ids.join(' ')} --yes`)).stderr).toBe(
    'Deleted 2 notifications. emk kept no copy.\n',
  );
  const asked = (await shell().sandbox.requests()).slice(before);
  expect(asked.map(({method}) => method)).toEqual(['DELETE', 'DELETE']);
});

test('an automation that is paused or copied, and a sender that is verified', async () => {
  const welcome = await idOf('automations list', 'Welcome');
  expect((await shell().emk(`automations pause ${welcome} --yes`)).stderr).toContain('Automation "Welcome" is paused');
  expect((await shell().emk(`automations duplicate ${welcome}`)).stderr).toContain('Automation "Welcome" was copied');
  const sender = await idOf('senders list', 'support@acme.example');
  expect((await shell().emk(`senders verify ${sender} --yes`)).stderr).toContain('mailed sender support@acme.example');
});

test('the name costs a program, and whoever is quiet, no request', async () => {
  const sender = await idOf('senders list', 'support@acme.example');
  const requests = async (line: string): Promise<string[]> => {
    const before = (await shell().sandbox.requests()).length;
    expect((await shell().emk(line)).code).toBe(0);
    return (await shell().sandbox.requests()).slice(before).map(({path}) => path);
  };
  const [change] = await requests(`senders verify ${sender} --yes -o json`);
  expect(await requests(`senders verify ${sender} --yes -q`)).toEqual([change]);
  expect(await requests(`senders verify ${sender} --yes`)).toEqual(['/api/senders', change]);
  await shell().emk('notifications add --email z@acme.example --owner Z');
  expect(
    await requests(`notifications delete ${await idOf('notifications list', 'z@acme.example')} --yes -o json`),
  ).toHaveLength(1);
});

test('what fails is named before its reason, and programs get its id', {tags: ['long']}, async () => {
  const {emk, sandbox} = useAny();
  sandbox.misbehave('DELETE /contacts-type/delete=500');
  expect((await emk('lists delete 2 3 --yes')).stderr).toContain('  "Customers": The service failed');
  const {stdout} = await emk('lists delete 2 3 --yes -o json');
  expect(JSON.parse(stdout)).toMatchObject({failed: [{id: 2}, {id: 3}]});
});
