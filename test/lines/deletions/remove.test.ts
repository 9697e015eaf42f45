import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {afterEach, describe, expect, test} from 'vitest';
import {runAgainst} from '../../support/run-against.js';
import {errorOf} from '../../support/said.js';
import {sample} from '../../support/sample.js';
import {type Shell, startShell} from '../../support/shell.js';
import {untilStruck} from '../../support/until-struck.js';

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

test('up to twenty go one by one', {tags: ['long']}, async () => {
  await open();
  const ids = await idsOf(20);
  expect((await shell.emk(['contacts', 'delete', ...ids, '--yes'])).code).toBe(0);
  expect(await changes()).toHaveLength(20);
});

test('more go in batches of at most 200, and the list is read once before and once afterwards', {
  tags: ['long'],
}, async () => {
  await open();
  const {code, stderr} = await shell.emk('contacts delete - --yes --max-delete 250', {
    stdin: (await idsOf(250)).join('\n'),
  });
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/^Deleted 250 contacts\. To bring them back: emk undo \S+\n$/),
  ]);
  expect(await changes()).toEqual(['POST /api/contacts/bulk-delete', 'POST /api/contacts/bulk-delete']);
  expect((await shell.emk('contacts list --count')).stdout).toBe('50\n');
});

test.each(sample([20, 25, 200], 1))('of %i that never existed none is said to be gone', async count => {
  await open(3);
  const stdin = Array.from({length: count}, (_, at) => String(900 + at)).join('\n');
  const none = await shell.emk('contacts delete - --yes --max-delete 500', {stdin});
  expect([none.code, none.stderr]).toEqual([4, expect.stringContaining(`error: ${count} of ${count} failed.`)]);
  const some = await shell.emk('contacts delete - --yes --max-delete 500 -o json', {stdin: `1\n2\n${stdin}`});
  expect([some.code, JSON.parse(some.stdout).done]).toEqual([8, [1, 2]]);
  expect(JSON.parse(some.stdout).failed).toHaveLength(count);
  expect(JSON.parse(some.stdout).failed[0].error).toMatchObject({code: 'not_found'});
  expect((await shell.emk('contacts list --count')).stdout).toBe('1\n');
});

test('what a batch says it deleted and did not is deleted one by one', {tags: ['long']}, async () => {
  await open();
  shell.sandbox.misbehave('POST /contacts/bulk-delete=accept-part:1,n=27');
  const {code} = await shell.emk('contacts delete - --yes --max-delete 30', {stdin: (await idsOf(30)).join('\n')});
  expect(code).toBe(0);
  expect((await changes()).filter(line => line.startsWith('DELETE'))).toHaveLength(3);
  expect((await shell.emk('contacts list --count')).stdout).toBe('270\n');
});

test('what is still there after it was deleted one by one too is told', {tags: ['long']}, async () => {
  await open();
  shell.sandbox.misbehave(
    'POST /contacts/bulk-delete=accept-part:1,n=28',
    'DELETE /contacts/delete=late-commit:2,s=600,answered',
  );
  const {code, stdout} = await shell.emk('contacts delete - --yes --max-delete 30 -o json', {
    stdin: (await idsOf(30)).join('\n'),
  });
  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject({done: {length: 28}, failed: [{id: 29}, {id: 30}]});
});

test('a lost reply is settled by looking', {tags: ['long']}, async () => {
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
    sum: {wanted: 3, done: 2, left: 0, impossible: 1, doubtful: 0},
  });
  expect(JSON.parse(stderr.trim().split('\n').at(-1) ?? '')).toMatchObject({error: {code: 'partial', exit: 8}});
});

test('when the service goes away the rest is not tried', async () => {
  await open(5);
  shell.sandbox.misbehave('DELETE /contacts/delete=503-maintenance,retry-after=9999');
  expect((await shell.emk('contacts delete 1 2 3 4 5 --yes')).code).toBe(7);
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

test('an id is deleted once, however it is written', {tags: ['long']}, async () => {
  await open(8);
  const {stdout} = await shell.emk('contacts delete 7 07 007 --dry-run -o jsonl');
  expect(stdout.trim().split('\n')).toHaveLength(1);
});

test('a run that is stopped half-way says what is done, and tries no more', {tags: ['long']}, async () => {
  await open(8);
  const {sandbox} = shell;
  const limited = await startRefusing(sandbox.baseUrl, 2);
  const {code, stdout, stderr} = await runAgainst(limited.url, 'contacts delete 1 2 3 4 --yes -o json', {
    env: {EMK_PUBLIC_KEY: sandbox.publicKey, EMK_SECRET_KEY: sandbox.secretKey},
  });
  limited.close();
  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject({
    done: [1, 2],
    failed: [
      {id: 3, error: {code: 'keys'}},
      {id: 4, error: {code: 'keys'}},
    ],
  });
  expect(errorOf({stderr})).toMatchObject({message: '2 of 4 failed.', retry: 'after_check'});
  expect(limited.deletions()).toBe(3);
});

test('keys that are refused from the start are the whole news', async () => {
  await open(8);
  const {code, stdout, stderr} = await shell.emk('contacts delete 1 2 3 --yes -o json', {
    env: {EMK_SECRET_KEY: 'wrong'},
  });
  expect([code, stdout]).toEqual([3, '']);
  expect(errorOf({stderr})).toMatchObject({code: 'keys', fields: {}});
});

test('Ctrl-C after some deletions reports them and ends in 130', async () => {
  await open(8);
  const cut = new AbortController();
  shell.sandbox.misbehave('DELETE /contacts/delete=429,after=2');
  const {code, stdout, stderr} = await shell.emk('contacts delete 1 2 3 4 --yes -o json', {host: cutInAWait(cut)});
  expect(code).toBe(130);
  expect(JSON.parse(stdout)).toMatchObject({
    done: [1, 2],
    failed: [
      {id: 3, error: {code: 'interrupted'}},
      {id: 4, error: {code: 'interrupted'}},
    ],
  });
  expect(errorOf({stderr})).toMatchObject({code: 'interrupted', message: 'Interrupted: 2 of 4 were not done.'});
});

describe.each([
  ['under way', 'POST /contacts/bulk-delete=hang,applied'],
  ['carried out, and the list is being read', 'GET /contacts/list=hang:1,after=1'],
])('Ctrl-C while a batch is %s', (_, fault) => {
  test.each([
    ['-o json', [], 'Interrupted after everything was done.', 0],
    ['-o json', ['99999'], 'Interrupted: 1 of 61 were not done.', 1],
  ])('is followed by a look, which tells what is gone (%s, %j)', async (look, others, message, absent) => {
    await open(100);
    const ids = [...(await idsOf(60)), ...others];
    shell.sandbox.misbehave(fault);
    const cut = new AbortController();
    const cutting = untilStruck(shell.sandbox).then(() => cut.abort('SIGTERM'));
    const {code, stdout, stderr} = await shell.emk(`contacts delete - --yes --max-delete 99 ${look}`, {
      stdin: ids.join('\n'),
      host: {interrupted: cut.signal},
    });
    await cutting;
    expect([code, errorOf({stderr})?.message]).toEqual([143, message]);
    expect(JSON.parse(stdout)).toMatchObject({done: {length: 60}, failed: {length: absent}});
    expect((await shell.emk('contacts list --count')).stdout).toBe('40\n');
  });
});

test('Ctrl-C before a batch was carried out claims nothing', {tags: ['long']}, async () => {
  await open(100);
  const ids = await idsOf(60);
  shell.sandbox.misbehave('POST /contacts/bulk-delete=hang');
  const cut = new AbortController();
  const cutting = untilStruck(shell.sandbox).then(() => cut.abort('SIGINT'));
  const {code, stdout, stderr} = await shell.emk('contacts delete - --yes --max-delete 99 -o json', {
    stdin: ids.join('\n'),
    host: {interrupted: cut.signal},
  });
  await cutting;
  expect([code, stdout, errorOf({stderr})?.message]).toEqual([
    130,
    '',
    expect.stringContaining('whether it was saved'),
  ]);
});

test('a deletion whose answer was lost stays unknown when nobody can look', async () => {
  await open(3);
  shell.sandbox.misbehave('DELETE /contacts/delete=lost-reply:1', 'GET /contacts/list=500');
  expect((await shell.emk('contacts delete 1 --yes')).code).toBe(9);
});

test('a batch that was deleted and cannot be looked up is not safe to delete again', {tags: ['long']}, async () => {
  await open();
  const stdin = (await idsOf(30)).join('\n');
  shell.sandbox.misbehave('GET /contacts/list=500,after=1');
  const {code, stdout, stderr} = await shell.emk('contacts delete - --yes --max-delete 30 -o json', {stdin});
  expect([code, errorOf({stderr})?.retry]).toEqual([8, 'after_check']);
  expect(JSON.parse(stdout)).toMatchObject({done: [], failed: {length: 30}});
  expect(stdout).toContain('The service says it is deleted, but emk could not check');
});

test('batches stop where the service goes away, and the report tells what is gone by then', {
  tags: ['long'],
}, async () => {
  await open();
  const stdin = (await idsOf(250)).join('\n');
  shell.sandbox.misbehave('POST /contacts/bulk-delete=503-maintenance,after=1,retry-after=9999');
  const {code, stdout} = await shell.emk('contacts delete - --yes --max-delete 250 -o json', {stdin});
  expect(code).toBe(8);
  expect(JSON.parse(stdout)).toMatchObject({done: {length: 200}, failed: {length: 50}});
});

test.each(sample(['id', 'utr'], 1))(
  'a batch by %s names each record by it, and never a number that is no record',
  async bulkIds => {
    shell = await startShell({settings: {bulkIds: bulkIds as 'id' | 'utr'}});
    const sends = JSON.parse((await shell.emk('mailings list -o json')).stdout) as {id: number; utr: string}[];
    const [one, other] = sends;
    const line = ['mailings', 'delete', String(one?.id), other?.utr ?? '', '4711', '--bulk-ids', bulkIds, '--yes'];
    const planned = await shell.emk([...line, '--dry-run', '-o', 'json']);
    expect(JSON.parse(planned.stdout)[0].fields).toEqual(
      bulkIds === 'id'
        ? {'strIds[0]': String(one?.id), 'strIds[1]': String(other?.id)}
        : {'strIds[0]': one?.utr, 'strIds[1]': other?.utr},
    );
    const {code, stdout} = await shell.emk([...line, '-o', 'json']);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({
      done: [String(one?.id), other?.utr],
      failed: [{id: '4711', error: {message: 'There is no mailing 4711.'}}],
    });
    expect((await shell.emk('mailings list --count')).stdout).toBe(`${sends.length - 2}\n`);
  },
);

test('a send that a batch by id says it deleted and did not is noticed', async () => {
  shell = await startShell({settings: {bulkIds: 'utr'}});
  const [send] = JSON.parse((await shell.emk('mailings list -o json')).stdout) as {id: number; utr: string}[];
  expect((await shell.emk(['mailings', 'delete', String(send?.id), '--bulk-ids', 'id', '--yes'])).code).toBe(0);
  expect((await shell.emk(['mailings', 'show', send?.utr ?? ''])).code).toBe(4);
});

/** A host whose first wait is cut off by Ctrl-C. */
const cutInAWait = (cut: AbortController) => ({
  interrupted: cut.signal,
  async sleep() {
    cut.abort('SIGINT');
    throw new DOMException('Cut short.', 'AbortError');
  },
});

/** Passes requests on to a sandbox, and refuses the keys after this many deletions. */
async function startRefusing(baseUrl: string, allowed: number) {
  let deletions = 0;
  const server = createServer(async (request, response) => {
    if (request.method === 'DELETE' && ++deletions > allowed) {
      response.writeHead(401).end('{"message":"Unauthenticated."}');
      return;
    }
    const {publickey, secretkey} = request.headers;
    const answer = await fetch(new URL(request.url ?? '', baseUrl), {
      method: request.method ?? 'GET',
      headers: {accept: 'application/json', publickey: String(publickey), secretkey: String(secretkey)},
    });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    deletions: () => deletions,
    close: () => server.close(),
  };
}

test('recipients that are not where they are said to be are not deleted', {
  tags: ['long'],
}, async () => {
  shell = await startShell();
  const wrong = await shell.emk('segments recipients delete 1 2 --segment 2 --yes');
  const missing = await shell.emk('segments recipients delete 1 --segment 99 --yes');
  expect([wrong.code, missing.code]).toEqual([4, 4]);
  expect(wrong.stderr).toContain('There is no recipient 1.');
  expect(await changes()).toEqual([]);
  expect((await shell.emk('segments recipients delete 1 --segment 1 --yes')).code).toBe(0);
});
