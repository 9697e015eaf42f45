/** Imports and syncs that version 0.1 left: today's emk continues, undoes and reports them by their journals. */
import {afterEach, beforeEach, expect, test} from 'vitest';
import {importStatus} from '../../src/contacts-import/command/status.js';
import {type FakeRun, startFakeRun} from '../contacts-import/fake-run.js';
import {leaveImport} from './left-by-0.1.js';

let run: FakeRun;
beforeEach(() => {
  run = startFakeRun();
});
afterEach(() => run.close());

const leave = (name: string): void => {
  const {account} = leaveImport(name, run.folder);
  Object.assign(run.service, {now: account.now + 60_000, nextId: account.nextId});
  run.service.listed.push(...(account.listed as typeof run.service.listed));
  run.service.left.push(...(account.left as typeof run.service.left));
};

const listed = (): string[] => run.service.listed.map(({email}) => email).sort();
const people = (count: number): string[] => Array.from({length: count}, (_, at) => `p${at}@example.com`);
const inFile = (): string[] => run.read('leads.csv').split('\n').slice(1);
const cells = (): string[] => run.service.listed.map(({email, city, country}) => `${email},${city},${country}`).sort();

test('a killed import is continued: each row is there once', async () => {
  leave('import-killed');
  expect(await run.resume()).toMatchObject({exit: 0, data: {result: 'done', sent: 39, verified: 39}});
  expect(listed()).toEqual(['old@example.com', ...people(40)].sort());
  expect(run.service.uploads.flat().length).toBe(39 - 10 - 12 - 4);
});

test('a killed import is undone: what it added goes, and nobody else', async () => {
  leave('import-killed');
  expect(await run.undo()).toMatchObject({exit: 0, data: {result: 'undone', deleted: 26}});
  expect(listed()).toEqual(['old@example.com', 'p3@example.com']);
});

test('an import whose outcome was unknown looks again, and then sends what is missing', async () => {
  leave('import-unknown');
  expect(await run.resume()).toMatchObject({exit: 0, data: {sent: 40}});
  expect(listed()).toEqual(people(40).sort());
});

test('a complete import is undone by what its journal says of the contacts', async () => {
  leave('import-done');
  const changed = run.service.listed.find(({email}) => email === 'p9@example.com');
  Object.assign(changed ?? {}, {city: 'Pune'});
  expect(await run.undo()).toMatchObject({exit: 0, data: {added: 28, changed: 1, deleted: 27}});
  expect(listed()).toEqual(['old@example.com', 'p3@example.com', 'p9@example.com']);
});

test('an undo that was killed is run again, and resumed it cannot be', async () => {
  leave('undo-killed');
  expect(run.resumable()).toBe(false);
  expect(await run.undo()).toMatchObject({exit: 0, data: {result: 'undone', deleted: 28}});
  expect(listed()).toEqual(['old@example.com', 'p3@example.com']);
  expect(run.said.join('\n')).toContain('stopped in the middle of a request');
});

test.each(['sync-killed-in-changes', 'sync-killed-in-deletion', 'sync-killed-in-upload'])(
  '%s: the same sync waits, and does what is left',
  async name => {
    leave(name);
    const gone = name === 'sync-killed-in-upload' ? 'report' : 'delete';
    expect((await run.sync({update: 'all', gone})).exit).toBe(0);
    expect(run.said.join('\n')).toContain('stopped in the middle of a request');
    const stay = gone === 'report' ? ['p6@example.com,Bonn,Germany', 'p7@example.com,Bonn,Germany'] : [];
    expect(cells()).toEqual([...inFile(), ...stay].sort());
    expect(run.resumable()).toBe(false);
  },
);

test('a sync is continued by its id, too', async () => {
  leave('sync-killed-in-upload');
  expect((await run.resume()).exit).toBe(0);
  expect(cells().filter(line => !/^p[67]@/.test(line))).toEqual(inFile().sort());
});

test('the people whom a sync unsubscribed are known, and get mail again when it is undone', async () => {
  leave('sync-unsubscribed');
  expect(run.service.left).toHaveLength(2);
  await run.undo({mail_again: true}).catch(error => expect(String(error)).toContain('The fake does not know'));
  expect(run.said.join('\n')).toContain('p6@example.com, p7@example.com');
  expect(listed()).toEqual(people(8));
});

test.each([
  ['import-killed', ['import', 'interrupted', null, 0, true]],
  ['import-unknown', ['import', 'unknown', 10, 0, true]],
  ['import-done', ['import', 'partial', 28, 1, false]],
  ['undo-killed', ['import', 'interrupted', null, 1, false]],
  ['sync-unsubscribed', ['sync', 'done', 4, 0, false]],
] as const)('%s is listed with what became of it', (name, said) => {
  leave(name);
  const {data} = importStatus(run.context, undefined) as {readonly data: ReadonlyArray<Record<string, unknown>>};
  expect(data.map(({kind, result, sent, rejected, resumable}) => [kind, result, sent, rejected, resumable])).toEqual([
    said,
  ]);
});
