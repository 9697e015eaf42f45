import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import type {PassThrough} from 'node:stream';
import {describe, expect, test} from 'vitest';
import {UsageError} from '../../../src/errors.js';
import type {Item} from '../../../src/output/results/result.js';
import group from '../../../src/sandbox/commands/group.js';
import type {LogEntry} from '../../../src/sandbox/http/log.js';
import {databaseOf, openSandbox} from '../../../src/sandbox/running/environment.js';
import {openSeeded} from '../../../src/sandbox/running/start.js';
import type {Delivery} from '../../../src/sandbox/service/life/mail.js';
import type {Host} from '../../../src/system/host.js';
import {play} from '../../accounts/fake-context.js';
import {fakeHost, temporaryFolder} from '../../accounts/fake-host.js';
import {multipart, raw} from '../http/raw.js';

const node = process.execPath;

const written = ({stdout}: Host): string => String((stdout as unknown as PassThrough).read() ?? '');

/** A host whose child processes find their programs. */
const hostWithPath = (given: Parameters<typeof fakeHost>[0] = {}) =>
  fakeHost({...given, env: {PATH: process.env['PATH'], ...given.env}});

const call = (
  account: {readonly baseUrl: string; readonly publicKey: string; readonly secretKey: string},
  path: string,
  request: ReturnType<typeof multipart> = {},
) =>
  raw(`${account.baseUrl}${path}`, {
    ...request,
    headers: {
      ...request.headers,
      PublicKey: account.publicKey,
      SecretKey: account.secretKey,
      Accept: 'application/json',
    },
  });

async function mailOf(host: Host, input = {}) {
  const {result, said} = await play(group, 'mail', input, {host});
  const mails: Item[] = [];
  if (result.kind === 'items') for await (const batch of result.items) mails.push(...batch);
  return {mails, said};
}

describe('sandbox run', () => {
  const script = `
    const {EMK_BASE_URL, EMK_PUBLIC_KEY, EMK_SECRET_KEY, EMK_PROFILE, EMK_SANDBOX_RUN} = process.env;
    fetch(EMK_BASE_URL + '/contacts-type', {headers: {PublicKey: EMK_PUBLIC_KEY, SecretKey: EMK_SECRET_KEY}})
      .then(answer => answer.json())
      .then(({message}) => {
        console.log(JSON.stringify({types: message.contactTypes.length, EMK_PROFILE, EMK_SANDBOX_RUN, EMK_BASE_URL}));
        process.exit(7);
      });`;

  test('gives a command a sandbox, no profile, and passes its exit code on', {tags: ['long']}, async () => {
    const host = hostWithPath({env: {EMK_PROFILE: 'prod', EMK_SECRET_KEY_FILE: '/nowhere'}});
    const {result} = await play(group, 'run', {command: [node, '-e', script], empty: true}, {host});
    expect(result).toEqual({kind: 'nothing', exit: 7});
    const seen = JSON.parse(written(host));
    expect(seen).toEqual({
      types: 0,
      EMK_SANDBOX_RUN: '1',
      EMK_BASE_URL: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/api$/),
    });
    await expect(raw(`${seen.EMK_BASE_URL}/contacts-type`)).rejects.toThrow();
  });

  test('says nothing of what the command left under way when it ended', {tags: ['long']}, async () => {
    const leaves = `
      const {EMK_BASE_URL, EMK_PUBLIC_KEY, EMK_SECRET_KEY} = process.env;
      fetch(EMK_BASE_URL + '/contacts-type', {headers: {PublicKey: EMK_PUBLIC_KEY, SecretKey: EMK_SECRET_KEY}}).catch(() => {});
      setTimeout(() => process.exit(0), 100);`;
    const host = hostWithPath();
    const ran = await play(group, 'run', {command: [node, '-e', leaves], fault: ['GET *=latency,ms=350']}, {host});
    await new Promise(resolve => setTimeout(resolve, 350));
    expect(ran.said).toEqual([]);
  });

  test('hands none of what was said about it to the sandboxes within', {tags: ['long']}, async () => {
    const said = {
      EMK_SANDBOX_FAULTS: 'GET /senders=500',
      EMK_SANDBOX_CLOCK: 'x60',
      EMK_SANDBOX_SETTINGS: 'sample=none',
      EMK_SANDBOX_DB: 'mine.db',
    };
    const host = hostWithPath({env: said});
    const names = 'Object.keys(process.env).filter(name => name.startsWith("EMK_")).sort().join(" ")';
    await play(group, 'run', {command: [node, '-p', names], empty: true}, {host});
    expect(written(host)).toBe('EMK_BASE_URL EMK_PUBLIC_KEY EMK_SANDBOX_RUN EMK_SECRET_KEY\n');
  });

  test('takes emk for itself', {tags: ['long']}, async () => {
    const host = hostWithPath({program: [node, '-p', '"emk: " + process.argv.slice(1)']});
    await play(group, 'run', {command: ['emk', 'contacts', 'list'], empty: true}, {host});
    expect(written(host)).toBe('emk: contacts,list\n');
  });

  test('passes a signal on, and its outcome back', {tags: ['long']}, async () => {
    const interruption = new AbortController();
    const host = hostWithPath({interrupted: interruption.signal});
    const ended = play(
      group,
      'run',
      {command: [node, '-e', 'console.log("up"); setInterval(() => {}, 1000)'], empty: true},
      {host},
    );
    await expect.poll(() => written(host)).toBe('up\n');
    interruption.abort('SIGTERM');
    expect((await ended).result).toEqual({kind: 'nothing', exit: 143});
  });

  test('refuses to run nothing, and what is not there', async () => {
    await expect(play(group, 'run', {}, {host: hostWithPath()})).rejects.toThrow(UsageError);
    await expect(
      play(group, 'run', {command: ['no-such-program-anywhere'], empty: true}, {host: hostWithPath()}),
    ).rejects.toThrow(/no-such-program/);
  });

  test.each([
    [{fault: ['GET *=explode']}, /explode/],
    [{fault: ['GET /sender=500']}, /no path "\/sender"/],
    [{setting: ['duplicates=perhaps']}, /duplicates/],
    [{setting: ['noSuchThing=1']}, /noSuchThing/],
    [{setting: ['mailsPerSecond=0']}, /mailsPerSecond/],
    [{setting: ['openRate=1.5']}, /openRate/],
    [{clock: 'sometimes'}, /sometimes/],
  ])('refuses %j', async (options, message) => {
    await expect(play(group, 'run', {command: [node, '-e', ''], ...options}, {host: hostWithPath()})).rejects.toThrow(
      message,
    );
  });
});

describe('sandbox serve', () => {
  test('says where it is once it answers, and stops when told to', async () => {
    const interruption = new AbortController();
    const host = fakeHost({interrupted: interruption.signal});
    const ended = play(group, 'serve', {empty: true, env: true, fault: ['GET /senders=500']}, {host});
    let lines = '';
    await expect.poll(() => (lines += written(host))).toMatch(/EMK_SECRET_KEY=/);
    const {
      EMK_BASE_URL: baseUrl = '',
      EMK_PUBLIC_KEY: publicKey = '',
      EMK_SECRET_KEY: secretKey = '',
    } = Object.fromEntries(
      lines
        .trim()
        .split('\n')
        .map(line => line.replace(/^export /, '').split('=')),
    );
    expect((await call({baseUrl, publicKey, secretKey}, '/contacts-type')).json.status).toBe('success');
    expect((await call({baseUrl, publicKey, secretKey}, '/senders')).status).toBe(500);
    interruption.abort('SIGTERM');
    expect((await ended).result).toEqual({kind: 'nothing'});
    await expect(raw(`${baseUrl}/contacts-type`)).rejects.toThrow();
  });

  test('refuses a port that is taken, and one that is none', {tags: ['long']}, async () => {
    const {account, close} = await openSandbox({host: fakeHost()});
    const taken = Number(new URL(account.baseUrl).port);
    await expect(play(group, 'serve', {empty: true, port: taken})).rejects.toThrow(
      `Another program uses port ${taken}.`,
    );
    await expect(play(group, 'serve', {empty: true, port: 70_000})).rejects.toThrow('Port 70000 does not exist');
    await close();
  });

  test('keeps the account and its keys in a file where one is named', {tags: ['long']}, async () => {
    const db = join(temporaryFolder(), 'kept.db');
    const announced = [];
    for (const turn of [1, 2]) {
      const interruption = new AbortController();
      const host = fakeHost({interrupted: interruption.signal});
      const ended = play(group, 'serve', {empty: true, db}, {host, reader: 'programs'});
      let line = '';
      await expect.poll(() => (line += written(host))).toMatch(/\n$/);
      const account = JSON.parse(line);
      const path = turn === 1 ? '/contacts-type/add' : '/contacts-type';
      announced.push({
        ...account,
        answer: (await call(account, path, turn === 1 ? multipart([['name', 'Kept']]) : {})).json.message,
      });
      interruption.abort('SIGINT');
      await ended;
    }
    const [first, second] = announced;
    expect(second).toMatchObject({
      ready: true,
      publicKey: first.publicKey,
      secretKey: first.secretKey,
      answer: {contactTypes: [{name: 'Kept'}]},
    });
  });
});

describe('the account of --sandbox', () => {
  test('is kept between commands, logs them, and starts over when asked', {tags: ['long']}, async () => {
    const host = fakeHost({alive: () => true});
    const once = async (path: string, request = {}) => {
      const {account, close} = await openSandbox({host});
      expect(account).toMatchObject({name: 'sandbox', source: 'sandbox', guard: 'none'});
      const {json} = await call(account, path, request);
      await close();
      return json.message as {contactTypes: {name: string}[]};
    };
    const demo = await once('/contacts-type');
    await once('/contacts-type/add', multipart([['name', 'Leads']]));
    expect((await once('/contacts-type')).contactTypes).toHaveLength(demo.contactTypes.length + 1);

    const {result: log} = await play(group, 'log', {limit: 2}, {host});
    expect(log).toMatchObject({
      kind: 'data',
      data: [{path: '/api/contacts-type/add', status: 200}, {path: '/api/contacts-type'}],
    });
    expect(log.kind === 'data' && log.text.split('\n')).toHaveLength(
      (log.kind === 'data' ? (log.data as LogEntry[]) : []).length,
    );

    await expect(play(group, 'reset', {}, {host})).rejects.toThrow(UsageError);
    await play(group, 'reset', {empty: true}, {host, globals: {yes: true}});
    expect((await once('/contacts-type')).contactTypes).toEqual([]);
  });

  test('is not made by looking for it', async () => {
    const host = fakeHost();
    const file = join(host.home, '.local/state/emk/sandbox/account.db');
    expect((await play(group, 'log', {}, {host})).said).toEqual(['The sandbox has received no requests yet.']);
    expect(await mailOf(host)).toEqual({mails: [], said: ['The sandbox has sent no such mail.']});
    expect(existsSync(file)).toBe(false);
  });

  test('is where EMK_SANDBOX_DB or --db says, but not in memory', async () => {
    const host = fakeHost({cwd: '/home/me', env: {EMK_SANDBOX_DB: 'mine.db'}});
    expect(databaseOf(host)).toBe('/home/me/mine.db');
    expect(databaseOf(host, '/else/where.db')).toBe('/else/where.db');
    expect(() => databaseOf(host, ':memory:')).toThrow(UsageError);
  });

  test('can be interrupted while a crowd is made up for it, and then is made up to its end', {
    tags: ['long'],
  }, async () => {
    const opening = {file: join(temporaryFolder(), 'crowd.db'), seed: {kind: 'empty', contacts: 45_000}} as const;
    const attempt = openSeeded({...opening, interrupted: AbortSignal.abort('SIGINT')});
    await expect(attempt).rejects.toMatchObject({name: 'AbortError'});
    const {account} = await openSeeded({...opening, seed: {kind: 'demo'}});
    const facts = await account.store.transaction(db =>
      db.get(
        `SELECT count(*) AS rows, max(id) AS last, count(DISTINCT email) AS addresses,
          (SELECT count(*) FROM sqlite_master WHERE name = 'contacts_by_email') AS indexes FROM contacts`,
      ),
    );
    await account.store.close();
    expect(facts).toEqual({rows: 45_000, last: 45_000, addresses: 45_000, indexes: 1});
  });

  test('says so where no file can be', async () => {
    const file = join(temporaryFolder(), 'no-folder');
    writeFileSync(file, '');
    const opening = openSandbox({host: fakeHost(), db: join(file, 'account.db')});
    await expect(opening).rejects.toMatchObject({name: 'ConfigError', message: expect.stringContaining('opened')});
  });

  test('behaves as the environment says', async () => {
    const host = fakeHost({
      env: {
        EMK_SANDBOX_FAULTS: 'GET /senders=500:1; GET /contacts-type=429',
        EMK_SANDBOX_SETTINGS: 'sample=none;duplicates=skip',
        EMK_SANDBOX_CLOCK: 'step@2026-01-31T09:00:00Z',
      },
    });
    const {account, close} = await openSandbox({host});
    expect((await call(account, '/senders')).status).toBe(500);
    expect((await call(account, '/senders')).status).toBe(200);
    expect((await call(account, '/contacts-type')).status).toBe(429);
    expect((await call(account, '/contacts/csv-sample/download')).json.errors).toBe('Record Not Found');
    expect((await call(account, '/__clock')).json.message).toEqual({
      clock: {now: '2026-01-31T09:00:00.000Z', speed: 0},
    });
    await close();
  });

  test('refuses a fault of the environment that no request would meet', {tags: ['long']}, async () => {
    const host = fakeHost({env: {EMK_SANDBOX_FAULTS: 'POST /contacts/ad=500'}});
    await expect(openSandbox({host})).rejects.toMatchObject({hint: 'Did you mean "/contacts/add"?'});
  });

  test('shows its mail as it was read, tags filled', async () => {
    const host = fakeHost();
    await (await openSandbox({host})).close();
    const {mails} = await mailOf(host);
    expect(mails.length).toBeGreaterThan(20);
    for (const mail of mails) {
      const text = mail.text();
      expect(text).toMatch(/^To: \S+@\S+$/m);
      expect(text).not.toContain('((first_name))');
      expect(text).not.toMatch(/<p|<html/);
    }
  });

  test('shows as much of its mail as is asked for', {tags: ['long']}, async () => {
    const host = fakeHost();
    await (await openSandbox({host})).close();
    {
      const all = (await mailOf(host)).mails.map(({data}) => data as Delivery);
      const some = async (input: object) => (await mailOf(host, input)).mails.map(({data}) => (data as Delivery).id);
      const idsOf = (passes: (mail: Delivery) => boolean) => all.filter(passes).map(({id}) => id);
      const [{to, utr}] = all.slice(-1) as [Delivery];
      expect(all.map(({id}) => id)).toEqual(idsOf(() => true).sort((a, b) => a - b));
      expect(await some({to: to.toUpperCase()})).toEqual(idsOf(mail => mail.to === to));
      expect(await some({utr})).toEqual(idsOf(mail => mail.utr === utr));
      expect(await some({limit: 3})).toEqual(all.slice(-3).map(({id}) => id));
      expect(await mailOf(host, {limit: 0})).toMatchObject({mails: []});
      expect(await mailOf(host, {to: 'nobody@example.com'})).toEqual({
        mails: [],
        said: ['The sandbox has sent no such mail.'],
      });
    }
  });
});

test.each(['log', 'mail'])('%s says how to ask a sandbox that keeps its account in memory', async name => {
  const host = fakeHost({env: {EMK_SANDBOX_RUN: '1'}});
  await expect(play(group, name, {}, {host})).rejects.toMatchObject({hint: expect.stringContaining('__mail')});
});
