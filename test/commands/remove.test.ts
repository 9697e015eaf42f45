import {afterEach, expect, test} from 'vitest';
import {type Shell, startShell} from '../shell.js';

let shell: Shell;
afterEach(() => shell.close());

const open = async (contacts = 300): Promise<Shell> => {
  shell = await startShell({seed: {kind: 'empty', contacts}});
  return shell;
};

const idsOf = async (limit: number): Promise<string[]> =>
  (await shell.emk(`contacts list -o id --limit ${limit}`)).stdout.trim().split('\n');

const changes = async (): Promise<string[]> =>
  (await shell.sandbox.requests()).map(({method, path}) => `${method} ${path}`).filter(line => line.includes('delete'));

test('up to twenty go one by one', async () => {
  await open();
  const ids = await idsOf(20);
  const {code} = await shell.emk(['contacts', 'delete', ...ids, '--yes']);
  expect(code).toBe(0);
  expect(await changes()).toHaveLength(20);
});

test('more go in batches of at most 200, and the list is read once afterwards', async () => {
  await open();
  const {code, stderr} = await shell.emk('contacts delete - --yes --max-delete 250', {
    stdin: (await idsOf(250)).join('\n'),
  });
  expect([code, stderr]).toEqual([0, 'Deleted 250 contacts.\n']);
  expect(await changes()).toEqual(['POST /api/contacts/bulk-delete', 'POST /api/contacts/bulk-delete']);
  expect((await shell.emk('contacts list --count')).stdout).toBe('50\n');
});

test('what a batch says it deleted and did not is deleted one by one', async () => {
  await open();
  shell.sandbox.misbehave('POST /contacts/bulk-delete=accept-part:1,n=27');
  const {code} = await shell.emk('contacts delete - --yes --max-delete 30', {stdin: (await idsOf(30)).join('\n')});
  expect(code).toBe(0);
  expect((await changes()).filter(line => line.startsWith('DELETE'))).toHaveLength(3);
  expect((await shell.emk('contacts list --count')).stdout).toBe('270\n');
});

test('a lost reply is settled by looking', async () => {
  await open();
  shell.sandbox.misbehave('POST /contacts/bulk-delete=lost-reply:1', 'DELETE /contacts/delete=lost-reply:1');
  const ids = await idsOf(31);
  const bulk = await shell.emk('contacts delete - --yes --max-delete 30', {stdin: ids.slice(0, 30).join('\n')});
  const one = await shell.emk(['contacts', 'delete', ids[30] ?? '', '--yes']);
  expect([bulk.code, one.code]).toEqual([0, 0]);
  expect((await shell.emk('contacts list --count')).stdout).toBe('269\n');
});

test('a script must say how many it may delete when they are more than 25', async () => {
  await open();
  const stdin = (await idsOf(26)).join('\n');
  const refused = await shell.emk('contacts delete - --yes', {stdin});
  const tooFew = await shell.emk('contacts delete - --yes --max-delete 25', {stdin});
  expect([refused.code, tooFew.code]).toEqual([2, 2]);
  expect(refused.stderr).toContain('--max-delete 26');
  expect(await changes()).toEqual([]);
});

test('failures are reported one by one, and the others are done', async () => {
  await open(3);
  const {code, stdout, stderr} = await shell.emk('contacts delete 1 77 2 --yes -o json');
  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toEqual({
    done: [1, 2],
    failed: [{id: 77, error: {code: 'not_found', message: 'There is no contact 77.'}}],
  });
  expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({error: {code: 'partial', exit: 8}});
});

test('several that fail alike end in the code of their reason', async () => {
  await open(0);
  expect((await shell.emk('contacts delete 77 78 --yes')).code).toBe(4);
});

test('when the service goes away the rest is not tried', async () => {
  await open(5);
  shell.sandbox.misbehave('DELETE /contacts/delete=503-maintenance,retry-after=9999');
  const {code} = await shell.emk('contacts delete 1 2 3 4 5 --yes');
  expect(code).toBe(7);
  expect(await changes()).toHaveLength(1);
});

test('a dry run prints every request and sends none', async () => {
  await open(3);
  const {code, stdout} = await shell.emk('contacts delete 1 2 --dry-run -o json');
  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toEqual([
    {method: 'DELETE', path: '/contacts/delete?contact_id=1', encoding: 'multipart', fields: {}},
    {method: 'DELETE', path: '/contacts/delete?contact_id=2', encoding: 'multipart', fields: {}},
  ]);
  expect(await changes()).toEqual([]);
});

test('--concurrency must be sensible, and changes neither results nor their order', async () => {
  await open(40);
  expect((await shell.emk('contacts delete 1 --yes --concurrency 17')).code).toBe(2);
  const {stdout} = await shell.emk('contacts delete 3 1 77 2 --yes --concurrency 8 -o json');
  expect(JSON.parse(stdout)).toMatchObject({done: [3, 1, 2], failed: [{id: 77}]});
});
