/** A served sandbox as other programs find it: its keys, its health, its start, and the file that says it is ready. */
import {existsSync, readFileSync, statSync} from 'node:fs';
import {request} from 'node:http';
import {join} from 'node:path';
import type {PassThrough} from 'node:stream';
import {isDeepStrictEqual} from 'node:util';
import {expect, test} from 'vitest';
import group from '../../../src/sandbox/commands/group.js';
import {play} from '../../accounts/fake-context.js';
import {fakeHost, temporaryFolder} from '../../accounts/fake-host.js';
import {keysOf, raw, urlencoded} from '../http/raw.js';

type Served = {readonly baseUrl: string; readonly publicKey: string; readonly secretKey: string};

/** Serves while `use` runs, and returns what was printed on stderr. */
async function serving(
  options: object,
  use: (served: Served, said: string) => Promise<void>,
): Promise<readonly string[]> {
  const interruption = new AbortController();
  const host = fakeHost({interrupted: interruption.signal});
  const ended = play(group, 'serve', {empty: true, ...options}, {host, reader: 'programs'});
  let line = '';
  const announced = expect
    .poll(() => (line += String((host.stdout as unknown as PassThrough).read() ?? '')), {interval: 5, timeout: 20_000})
    .toMatch(/\n$/);
  await Promise.race([announced, ended]);
  await use(JSON.parse(line) as Served, line);
  interruption.abort('SIGTERM');
  return (await ended).said;
}

const change = (served: Served, path: string, fields: ReadonlyArray<readonly [string, string]>) =>
  raw(`${served.baseUrl}${path}`, {
    method: 'POST',
    ...urlencoded(fields),
    headers: {...urlencoded(fields).headers, ...keysOf(served)},
  });

const namesOf = async (served: Served): Promise<readonly string[]> => {
  const {json} = await raw(`${served.baseUrl}/contacts-type`, {headers: keysOf(served)});
  return (json.message as {contactTypes: {name: string}[]}).contactTypes.map(({name}) => name);
};

test('its keys can be chosen, and follow from a seed that is given', async () => {
  const chosen = {'public-key': 'pk-of-tests', 'secret-key': 'sk-of-tests'};
  await serving(chosen, async served => {
    expect(served).toMatchObject({publicKey: 'pk-of-tests', secretKey: 'sk-of-tests'});
    expect(await namesOf(served)).toEqual([]);
  });
  const keys: string[] = [];
  for (const options of [{random: 7}, {random: 7}, {random: 8}, {}, {}])
    await serving(options, async ({publicKey, secretKey}) => void keys.push(`${publicKey} ${secretKey}`));
  expect(keys[0]).toBe(keys[1]);
  expect(new Set(keys).size).toBe(4);
  await expect(play(group, 'serve', {'secret-key': 'two words'})).rejects.toThrow('has a space');
});

test('its health needs no key and no name', async () => {
  await serving({}, async ({baseUrl}) => {
    const status = await new Promise(resolve => {
      request(`${baseUrl.replace('/api', '')}/__health`, {headers: {host: 'pod.example'}, agent: false}, answer =>
        resolve(answer.resume().statusCode),
      ).end();
    });
    expect(status).toBe(200);
    expect((await raw(`${baseUrl}/__health`)).json).toEqual({status: 'success', message: {ready: true}});
  });
});

test('a reset takes back records, ids, clock, log and faults', {tags: ['long']}, async () => {
  await serving({clock: 'step@2026-01-31T09:00:00Z', fault: ['GET /senders=500']}, async served => {
    const ids: unknown[] = [];
    for (const name of ['First', 'Second']) {
      await change(served, '/contacts-type/add', [['name', name]]);
      await change(served, '/__clock', [['by', '2 days']]);
      await change(served, '/__faults', [['fault', 'GET /segments=500']]);
      const {json} = await raw(`${served.baseUrl}/contacts-type`, {headers: keysOf(served)});
      const [{id}] = (json.message as {contactTypes: {id: number}[]}).contactTypes as [{id: number}];
      ids.push(id);
      const reset = await change(served, '/__reset', []);
      expect(reset.json).toEqual({status: 'success', message: {clock: {now: '2026-01-31T09:00:00.000Z', speed: 0}}});
      const faults = await raw(`${served.baseUrl}/__faults`, {headers: keysOf(served)});
      expect(faults.json.message).toEqual({faults: [{fault: 'GET /senders=500', left: null}]});
      expect((await raw(`${served.baseUrl}/__log`, {headers: keysOf(served)})).json.message).toEqual({requests: []});
      expect(await namesOf(served)).toEqual([]);
    }
    expect(ids[0]).toBe(ids[1]);
  });
});

test('a reset of the demo account takes back what was sent and changed', {tags: ['long']}, async () => {
  await serving({empty: undefined, clock: 'step@2026-01-31T09:00:00Z'}, async served => {
    const state = async () => [
      await namesOf(served),
      (await raw(`${served.baseUrl}/__mail`, {headers: keysOf(served)})).text,
      (await raw(`${served.baseUrl}/contacts`, {headers: keysOf(served)})).text,
    ];
    const before = await state();
    await change(served, '/contacts-type/add', [['name', 'More']]);
    await change(served, '/__clock', [['by', '60 days']]);
    const changed = await state();
    expect(changed.map((part, index) => isDeepStrictEqual(part, before[index]))).toEqual([false, false, true]);
    await change(served, '/__reset', []);
    expect(await state()).toEqual(before);
  });
});

test('the ready file is there while it answers, for its owner alone', {tags: ['long']}, async () => {
  const file = join(temporaryFolder(), 'ready');
  await serving({'ready-file': file}, async (_, line) => {
    expect(readFileSync(file, 'utf8')).toBe(line);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });
  expect(existsSync(file)).toBe(false);
  await serving({'ready-file': file, env: true, 'secret-key': "it's"}, async ({baseUrl}) => {
    expect(readFileSync(file, 'utf8')).toContain(`export EMK_BASE_URL=${baseUrl}\n`);
    expect(readFileSync(file, 'utf8')).toContain(`export EMK_SECRET_KEY='it'\\''s'\n`);
  });
  await expect(play(group, 'serve', {'ready-file': join(file, 'below'), empty: true})).rejects.toThrow(
    'emk cannot write',
  );
});

test('it listens where it is told to, and says so where others can reach it', async () => {
  const said = await serving({host: '0.0.0.0'}, async served => {
    expect(served.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api$/);
    expect(await namesOf(served)).toEqual([]);
  });
  expect(said).toEqual([expect.stringContaining('everyone who can reach that port can read')]);
  expect(await serving({host: '127.0.0.2'}, async ({baseUrl}) => expect(baseUrl).toContain('//127.0.0.2:'))).toEqual(
    [],
  );
  await expect(play(group, 'serve', {host: '203.0.113.7', empty: true})).rejects.toThrow('no address "203.0.113.7"');
});
