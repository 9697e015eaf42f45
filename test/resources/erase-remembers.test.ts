/** An erasure leaves a memory of the person: unless nothing was erased and something is still there. */
import {existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test, vi} from 'vitest';
import {realFs, replaceInFs} from '../replace-in-fs.js';
import {useFreshShell} from '../use-shell.js';

const shell = useFreshShell({seed: {kind: 'demo'}});

const ANN = 'contacts erase ann@example.com --yes --retries 1';

/** The day that a dossier says; null if emk remembers no erasure, or knows nothing at all. */
const rememberedDay = async (): Promise<unknown> => {
  const {code, stdout} = await shell().emk('contacts dossier ann@example.com -o json');
  return code === 4 ? null : JSON.parse(stdout).remembered;
};

const TODAY = '2026-03-04';

test('of somebody who was erased, on the day of the erasure', async () => {
  expect(await rememberedDay()).toBe(null);
  const {code, stdout} = await shell().emk(`${ANN} -o json`);
  expect([code, JSON.parse(stdout).remembered]).toEqual([0, TODAY]);
  expect(await rememberedDay()).toBe(TODAY);
});

test('of somebody whom emk did not find, because an old file may still have the address', async () => {
  const {emk, write} = shell();
  const {code, stdout} = await emk('contacts erase nobody@example.com');
  expect([code, stdout]).toEqual([
    0,
    expect.stringContaining(
      'emk found nothing about this address. emk tells you if it comes back, such as in an old file.\n',
    ),
  ]);
  expect(stdout).toContain('To drop both: emk contacts erase nobody@example.com --forget\n');
  write('old.csv', 'email,country\nNobody@Example.com,India\n');
  const {stderr} = await emk('contacts import old.csv --list Newsletter --yes');
  expect(stderr).toContain('was erased here on 4 March 2026');
  expect((await emk('contacts show nobody@example.com')).code).toBe(4);
  await emk('contacts erase nobody@example.com --forget');
  expect((await emk('contacts import old.csv --list Newsletter --yes --allow-automations')).code).toBe(0);
  expect((await emk('contacts show nobody@example.com')).code).toBe(0);
});

test('of the first day if a later erasure finds nothing', {tags: ['long']}, async () => {
  const later = {host: {now: () => new Date('2026-03-05T12:00:00Z')}};
  await shell().emk(ANN);
  const {stdout} = await shell().emk(`${ANN} -o json`, later);
  expect(JSON.parse(stdout)).toMatchObject({erased: [], remembered: TODAY});
});

test('of nobody whose traces stay, such as the address of a sender', async () => {
  const {code, stdout} = await shell().emk('contacts erase news@acme.example --yes -o json');
  expect([code, JSON.parse(stdout).remembered]).toEqual([8, null]);
});

test('is not left by a dry run, nor without a yes', {tags: ['long']}, async () => {
  expect((await shell().emk('contacts erase ann@example.com --dry-run')).code).toBe(0);
  expect((await shell().emk('contacts erase ann@example.com')).code).toBe(2);
  expect(existsSync(join(shell().folder, 'state/erased'))).toBe(false);
});

test.each([
  ['the service was down', '503-maintenance,retry-after=20', 7, null],
  ['the service refused each request', '413', 8, null],
  ['the answer was lost', 'lost-reply:1', 0, TODAY],
])('when %s', async (_, fault, code, day) => {
  shell().sandbox.misbehave(`DELETE *=${fault}`);
  expect((await shell().emk(`${ANN} EMK_MAX_WAIT=2s`)).code).toBe(code);
  shell().sandbox.faults.clear();
  expect(await rememberedDay()).toBe(day);
});

test('when only a part was erased', async () => {
  shell().sandbox.misbehave('DELETE /contacts/delete=413');
  expect((await shell().emk(ANN)).code).toBe(8);
  expect(await rememberedDay()).toBe(TODAY);
});

test('is on the disk before the first request, so that a kill leaves nobody erased and forgotten', async () => {
  const {sandbox, emk, folder} = shell();
  sandbox.misbehave('DELETE *=latency,ms=5000');
  const stop = new AbortController();
  const running = emk(ANN, {host: {interrupted: stop.signal}});
  await vi.waitUntil(() => existsSync(join(folder, 'state/erased')), {interval: 1, timeout: 20_000});
  expect((await sandbox.requests()).filter(({method}) => method === 'DELETE')).toEqual([]);
  stop.abort('SIGINT');
  expect((await running).code).toBe(130);
  expect(await rememberedDay()).toBe(TODAY);
});

async function addByAnotherProgram(): Promise<void> {
  const {baseUrl, publicKey, secretKey} = shell().sandbox;
  const body = new URLSearchParams({contact_type_id: '1', country: '101', email: 'ann@example.com'});
  await fetch(`${baseUrl}/contacts/add`, {method: 'POST', body, headers: {PublicKey: publicKey, SecretKey: secretKey}});
}

test('keeps the first day if a later erasure does nothing', {tags: ['long']}, async () => {
  const {sandbox, emk} = shell();
  await emk(ANN);
  await addByAnotherProgram();
  sandbox.misbehave('DELETE *=503-maintenance,retry-after=20');
  const tomorrow = {host: {now: () => new Date('2026-03-05T12:00:00Z')}};
  expect((await emk(`${ANN} EMK_MAX_WAIT=2s`, tomorrow)).code).toBe(7);
  expect(await rememberedDay()).toBe(TODAY);
  sandbox.faults.clear();
  expect((await emk(ANN, tomorrow)).code).toBe(0);
  expect(await rememberedDay()).toBe('2026-03-05');
});

test('that cannot be written stops the erasure before it begins', async () => {
  const {emk} = shell();
  replaceInFs('openSync', (path, ...how) => {
    if (!String(path).includes('erased')) return realFs.openSync(path, ...how);
    throw Object.assign(new Error('EROFS: read-only file system'), {code: 'EROFS', path});
  });
  expect(await emk(ANN)).toMatchObject({code: 2, stderr: expect.stringContaining('the file system is read-only')});
  expect((await emk('contacts show ann@example.com --list 1')).code).toBe(0);
});

test('is counted by emk doctor, which tells apart whom it cannot check since keys were replaced', {
  tags: ['long'],
}, async () => {
  const {emk, folder, sandbox} = shell();
  const look = async (env: Record<string, string> = {}): Promise<object> => {
    const {stdout} = await emk('doctor -o json', {env});
    return JSON.parse(stdout).looks.find(({check}: {readonly check: string}) => check === 'erased people');
  };
  expect(await look()).toMatchObject({state: 'good', facts: {remembered: 0, unreadable: 0}});
  await emk(ANN);
  expect(await look()).toMatchObject({
    state: 'good',
    says: '1 person was erased here on 4 March 2026. emk keeps the day and a keyed hash of each address, so that they do not come back unseen.',
    facts: {remembered: 1, unreadable: 0},
  });
  expect(await look({EMK_SECRET_KEY: 'renewed'})).toMatchObject({
    state: 'note',
    says: "emk remembers 1 erased person with an older key and can't check this person.",
    facts: {remembered: 0, unreadable: 1},
  });
  const renewed = {EMK_PUBLIC_KEY: 'renewed', EMK_SECRET_KEY: 'renewed'};
  expect(await look(renewed)).toMatchObject({
    state: 'note',
    says: "emk remembers 1 erased person with keys that no profile has and can't check this person.",
    facts: {remembered: 0, unreadable: 1},
  });
  mkdirSync(join(folder, 'config'), {mode: 0o700, recursive: true});
  const {baseUrl, publicKey, secretKey} = sandbox;
  const profiles = {other: {baseUrl, publicKey, secretKey, guard: 'none'}};
  writeFileSync(join(folder, 'config/config.json'), JSON.stringify({profiles}), {mode: 0o600});
  expect(await look(renewed)).toMatchObject({state: 'good', facts: {remembered: 0, unreadable: 0}});
  const path = join(folder, 'state/erased', readdirSync(join(folder, 'state/erased'))[0] ?? '');
  writeFileSync(path, readFileSync(path, 'utf8').replace('"crc"', '#'));
  expect(await look()).toMatchObject({state: 'wrong', says: expect.stringContaining(`Line 1 of ${path} is damaged`)});
});
