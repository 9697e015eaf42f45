import {beforeEach, expect, test} from 'vitest';
import {standBetween} from '../../support/in-between.js';
import {useFreshShell} from '../../support/use-shell.js';

const shell = useFreshShell({seed: {kind: 'empty'}});
beforeEach(async () => {
  await shell().emk('lists create Leads');
});

const csv = (...rows: readonly string[]): string => ['email,first_name,city,country', ...rows].join('\n');

const ada = 'ada@example.com,Ada,London,United Kingdom';
const bo = 'bo@example.com,Bo,Oslo,Norway';
const cy = 'cy@example.com,Cy,Rome,Italy';

/** Fills the list from a file, with whatever columns it has. */
async function fill(text: string): Promise<void> {
  shell().write('before.csv', text);
  expect((await shell().emk('contacts import before.csv --list Leads')).code).toBe(0);
}

async function sync(
  text: string,
  options = '',
): Promise<{code: number; stderr: string; data: Record<string, unknown>}> {
  shell().write('crm.csv', text);
  const {code, stdout, stderr} = await shell().emk(`contacts sync crm.csv --list Leads -o json ${options}`);
  return {code, stderr, data: stdout === '' ? {} : JSON.parse(stdout)};
}

const held = async (...columns: readonly string[]): Promise<string[]> =>
  (await shell().emk(`contacts list -o csv --columns ${['email', ...columns].join()}`)).stdout
    .trim()
    .split('\n')
    .slice(1);

const writes = async (): Promise<string[]> =>
  (await shell().sandbox.requests()).filter(({method}) => method !== 'GET').map(({path}) => path.replace('/api', ''));

test('a plan names what is new, changed, unchanged and gone, and a dry run ends with 10', async () => {
  await fill(csv(ada, bo, cy));
  const before = (await writes()).length;
  const text = csv(ada.replace('London', 'Leeds'), bo, 'di@example.com,Di,Bonn,Germany');
  expect(await sync(text, '--dry-run')).toMatchObject({
    code: 10,
    data: {
      result: 'planned',
      rows: 3,
      listed: 3,
      to_add: 1,
      changed: 1,
      fields: {city: 1},
      skipped: {listed: 1},
      gone: 1,
      to_do: {add: 1, change: 0, delete: 0},
      contacts: {gone: [{email: 'cy@example.com'}]},
    },
  });
  expect((await sync(csv(ada, bo, cy), '--dry-run')).code).toBe(0);
  expect((await writes()).length).toBe(before);
});

test('a sync adds, changes and deletes, and a second run sends nothing', async () => {
  await fill(csv(ada, bo, cy));
  const text = csv(ada.replace('London', 'Leeds'), bo.toUpperCase(), 'di@example.com,Di,Bonn,Germany');
  const first = await sync(text, '--update city --gone delete --yes');
  expect(first).toMatchObject({code: 0, data: {result: 'done', done: {added: 1, changed: 2, deleted: 1, failed: 0}}});
  expect(await held('first_name', 'city')).toEqual([
    'ada@example.com,Ada,Leeds',
    'bo@example.com,Bo,OSLO',
    'di@example.com,Di,Bonn',
  ]);
  const sent = (await writes()).length;
  expect(await sync(text, '--update city --gone delete --yes')).toMatchObject({code: 0, data: {result: 'same'}});
  expect((await writes()).length).toBe(sent);
});

test('without --update and --gone what differs is only told', {tags: ['long']}, async () => {
  await fill(csv(ada, bo));
  const {data} = await sync(csv(ada.replace('London', 'Leeds')));
  expect(data).toMatchObject({result: 'same', changed: 1, gone: 1});
  expect(await held('city')).toEqual(['ada@example.com,London', 'bo@example.com,Oslo']);
});

test('people who are gone are unsubscribed, once', {tags: ['long']}, async () => {
  await fill(csv(ada, bo, cy));
  expect(await sync(csv(ada, bo), '--gone unsubscribe --yes')).toMatchObject({
    code: 0,
    data: {done: {unsubscribed: 1}},
  });
  expect((await shell().emk('unsubscribes list -o csv --columns email_address')).stdout).toContain('cy@example.com');
  expect(await sync(csv(ada, bo), '--gone unsubscribe --yes')).toMatchObject({
    code: 0,
    data: {result: 'same', gone: 1},
  });
});

test('people who unsubscribed are not brought back', async () => {
  await shell().emk('unsubscribes add --email bo@example.com');
  expect((await sync(csv(ada, bo))).data).toMatchObject({skipped: {unsubscribed: 1}, done: {added: 1}});
  expect(await held()).toEqual(['ada@example.com']);
});

test('a script must say --yes before anybody is deleted, and --max-gone for many', {tags: ['long']}, async () => {
  const people = Array.from({length: 60}, (_, at) => `p${at}@example.com,P${at},Rome,Italy`);
  await fill(csv(...people));
  const asked = await sync(csv(...people.slice(5)), '--gone delete');
  expect(asked.code).toBe(2);
  const many = await sync(csv(...people.slice(30)), '--gone delete --yes');
  expect(many.code).toBe(2);
  expect((await sync(csv(ada), '--gone delete --yes --max-gone 100%')).code).toBe(2);
  expect(await held()).toHaveLength(60);
  expect((await sync(csv(...people.slice(30)), '--gone delete --yes --max-gone 50%')).code).toBe(0);
  expect(await held()).toHaveLength(30);
});

test('nobody is called gone by a file with rejected rows', {tags: ['long']}, async () => {
  await fill(csv(ada, bo));
  const {code} = await sync(csv(ada, 'bo(at)example.com,Bo,,'), '--gone delete --yes --max-errors 1');
  expect(code).toBe(2);
  expect(await held()).toHaveLength(2);
});

test('somebody whom the file names as unsubscribed is not gone from it, and nothing is added or changed for them', async () => {
  await fill(csv(ada, bo));
  const text =
    'email,first_name,country,Status\nada@example.com,Ada,Italy,subscribed\nbo@example.com,Bob,Italy,unsubscribed';
  const {code, data} = await sync(text, '--gone delete --yes');
  expect([code, data]).toMatchObject([0, {gone: 0}]);
  expect(await held()).toEqual(['ada@example.com', 'bo@example.com']);
});

test('custom fields that differ are told, and stay', {tags: ['long']}, async () => {
  await shell().emk('fields create age --kind number');
  await shell().emk('fields create joined --kind datetime-local');
  await fill(`email,age,joined,country\nada@example.com,36,2026-01-02,Italy\nbo@example.com,7,2026-01-02T10:00,Italy`);
  const text = `email,age,joined,country\nada@example.com,37,2026-01-02,Italy\nbo@example.com,7.0,2026-01-02 10:00,Italy`;
  const {code, data} = await sync(text, '--update');
  expect([code, data]).toMatchObject([0, {result: 'same', changed: 1, fields: {age: 1}, to_do: {change: 0}}]);
});

test('an empty cell changes nothing', {tags: ['long']}, async () => {
  await fill(csv(ada));
  const text = csv('ada@example.com,Ada,,');
  expect((await sync(text, '--update')).data).toMatchObject({result: 'same', skipped: {listed: 1}});
  expect(await held('city', 'country')).toEqual(['ada@example.com,London,United Kingdom']);
});

test('of somebody who is in the list twice only the oldest contact is changed', async () => {
  await fill(csv(ada));
  await shell().emk('contacts create --list Leads --email ADA@example.com --country 101 --allow-duplicate');
  const text = csv(ada.replace('London', 'Leeds'));
  expect(await sync(text, '--update --dry-run')).toMatchObject({code: 10, data: {changed: 1}});
  expect(await sync(text, '--update')).toMatchObject({code: 0, data: {done: {changed: 1}}});
  expect(await held('city')).toEqual(['ada@example.com,Leeds', 'ADA@example.com,']);
  expect(await sync(text, '--update')).toMatchObject({code: 0, data: {result: 'same'}});
});

test('the oldest of two contacts is the person also where the service lists the newest first', async () => {
  await fill(csv(ada, bo));
  await shell().emk('contacts create --list Leads --email ADA@example.com --country 101 --city Bath --allow-duplicate');
  const reversed = async () => JSON.parse((await shell().emk('contacts list -o json')).stdout).reverse();
  const {env} = await standBetween(shell().sandbox, async ({path}) =>
    path.startsWith('/contacts/list') ? {json: {status: 'success', message: {contacts: await reversed()}}} : undefined,
  );
  shell().write('crm.csv', 'email,city\nada@example.com,Leeds\nbo@example.com,Oslo\n');
  const {code, stdout} = await shell().emk('contacts sync crm.csv --list Leads --update -o json', {env});
  expect([code, JSON.parse(stdout)]).toMatchObject([0, {done: {changed: 1}}]);
  expect(await held('city')).toEqual(['ada@example.com,Leeds', 'bo@example.com,Oslo', 'ADA@example.com,Bath']);
});

test('fields that the file does not have are refused before anything is read', {tags: ['long']}, async () => {
  await fill(csv(ada));
  const asked = (await shell().sandbox.requests()).length;
  expect((await sync(csv(ada), '--update town')).code).toBe(2);
  expect((await sync(csv(ada), '--update email')).code).toBe(2);
  expect((await shell().sandbox.requests()).slice(asked).map(({path}) => path)).not.toContain('/api/contacts/list');
});

test('--set is for new contacts only', {tags: ['long']}, async () => {
  await fill(csv(ada));
  const text = 'email,city,country\nada@example.com,London,\nbo@example.com,Oslo,';
  expect((await sync(text, '--update --set country=Norway')).data).toMatchObject({done: {added: 1, changed: 0}});
  expect(await held('country')).toEqual(['ada@example.com,United Kingdom', 'bo@example.com,Norway']);
});

test('a service whose update loses what the form cannot carry is found out with the first contact', {
  tags: ['long'],
}, async () => {
  await shell().emk('fields create age --kind number');
  await fill('email,age,city,country\nada@example.com,36,London,Italy\nbo@example.com,7,Oslo,Italy');
  const lossy = await losingCustomFields(shell().sandbox.baseUrl);
  shell().write('crm.csv', 'email,city\nada@example.com,Leeds\nbo@example.com,Bergen');
  const {code, stderr} = await shell().emk('contacts sync crm.csv --list Leads --update', {
    env: {EMK_BASE_URL: lossy.url},
  });
  lossy.close();
  expect([code, stderr]).toEqual([8, expect.stringContaining('custom_field')]);
  expect((await writes()).filter(path => path === '/contacts/update')).toHaveLength(1);
});

/** A service in front of the sandbox that loses custom fields when a contact is updated. */
async function losingCustomFields(baseUrl: string): Promise<{url: string; close(): void}> {
  const {createServer} = await import('node:http');
  let updated = false;
  const server = createServer(async (request, response) => {
    const body: Uint8Array[] = [];
    for await (const piece of request) body.push(piece as Uint8Array);
    const headers = Object.fromEntries(
      ['content-type', 'publickey', 'secretkey', 'accept'].map(name => [name, String(request.headers[name] ?? '')]),
    );
    const answer = await fetch(new URL(baseUrl).origin + request.url, {
      method: request.method ?? 'GET',
      headers,
      ...(request.method === 'POST' ? {body: Buffer.concat(body)} : {}),
    });
    const text = await answer.text();
    const shown =
      updated && request.url?.includes('/details')
        ? text.replace(/"custom_field":\{.*?\}\}/, '"custom_field":null')
        : text;
    if (request.url?.endsWith('/contacts/update')) updated = true;
    response.writeHead(answer.status, {'content-type': 'application/json'}).end(shown);
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {url: `http://127.0.0.1:${port}/api`, close: () => server.close()};
}

test('a list that shows fewer contacts than it counts is not synced', async () => {
  await fill(csv(ada, bo));
  shell().sandbox.misbehave('GET /contacts/list=list-cap,n=1');
  expect(await sync(csv(ada, bo, cy))).toMatchObject({code: 2});
});

test('a sync that breaks off is resumed by its own line, and by the id that status shows', async () => {
  await fill(csv(ada, bo, cy));
  const text = csv(ada.replace('London', 'Leeds'), bo.replace('Oslo', 'Bergen'), 'di@example.com,Di,Bonn,Germany');
  shell().sandbox.misbehave('POST /contacts/update=503-maintenance:1,retry-after=9999');
  expect((await sync(text, '--update --gone delete --yes EMK_MAX_WAIT=1s')).code).toBe(8);
  const [broken] = JSON.parse((await shell().emk('contacts import status -o json')).stdout).filter(
    ({kind}: {kind: string}) => kind === 'sync',
  );
  expect(broken).toMatchObject({result: 'partial', resumable: true, added: 0, deleted: 1});
  const resumed = await shell().emk(`contacts import resume ${broken.id} --yes -o json`);
  expect(JSON.parse(resumed.stdout)).toMatchObject({result: 'done', done: {added: 1, changed: 2, deleted: 0}});
  expect(await held('city')).toEqual(['ada@example.com,Leeds', 'bo@example.com,Bergen', 'di@example.com,Bonn']);
});

test('a sync that the service turned away knows the answer: the next run does not wait for one', async () => {
  await fill(csv(ada, bo, cy));
  const text = csv(ada.replace('London', 'Leeds'), bo.replace('Oslo', 'Bergen'), cy);
  shell().sandbox.misbehave('POST /contacts/update=429,after=1');
  expect((await sync(text, '--update EMK_MAX_WAIT=1s')).code).toBe(8);
  shell().sandbox.faults.clear();
  expect((await sync(text, '--update')).code).toBe(0);
  expect(await held('city')).toContain('bo@example.com,Bergen');
});

test.each(['delete', 'unsubscribe'])(
  'a sync that was turned away before it could %s people has begun nothing',
  async gone => {
    await fill(csv(ada, bo, cy));
    const line = `--gone ${gone} --yes EMK_MAX_WAIT=1s`;
    shell().sandbox.misbehave('GET /contacts/list=429,after=1');
    const turned = await sync(csv(ada, bo), line);
    expect(turned.code).toBe(7);
    shell().sandbox.faults.clear();
    expect((await sync(csv(ada, bo), line)).code).toBe(0);
  },
);

test('a later sync ends an earlier one that stopped', {tags: ['long']}, async () => {
  await fill(csv(ada, bo, cy));
  shell().sandbox.misbehave('POST /contacts/update=503-maintenance:1,retry-after=9999');
  expect((await sync(csv(ada.replace('London', 'Leeds'), bo, cy), '--update EMK_MAX_WAIT=1s')).code).toBe(7);
  expect((await sync(csv(ada.replace('London', 'York'), bo, cy), '--update')).code).toBe(0);
  const runs = JSON.parse((await shell().emk('contacts import status -o json')).stdout);
  expect(runs.map(({result, resumable}: Record<string, unknown>) => [result, resumable])).toEqual([
    ['done', false],
    ['superseded', false],
    ['done', false],
  ]);
});

test('a plan says how the file was read, and whom its status leaves out', {tags: ['long']}, async () => {
  await fill(csv(ada));
  const rows = [`${ada},subscribed`, `${bo},unsubscribed`, `${cy},cleaned`];
  const text = ['email;first_name;city;country;Status', ...rows.map(row => row.replaceAll(',', ';'))].join('\n');
  expect(await sync(text, '--dry-run')).toMatchObject({
    code: 0,
    data: {
      to_add: 0,
      skipped: {listed: 1, status: {unsubscribed: 1, bounced: 1, not_confirmed: 0}},
      gone: 0,
      read: {encoding: 'utf-8', delimiter: ';', status_columns: ['Status']},
    },
  });
});
