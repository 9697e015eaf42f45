/** What an interrupted test has left is found by its marks, reported, and deleted by the next one. */
import {existsSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {said} from '../said.js';
import {type Shell, startShell} from '../shell.js';

let shell: Shell;
beforeEach(async () => {
  shell = await startShell({clock: 'x900@2026-03-04T12:00:00Z'});
});
afterEach(() => shell.close());

const line = (to: string, ...more: readonly string[]): string[] => [
  ...['mailings', 'test', 'Autumn preview', '--to', to, '--yes'],
  ...more,
];
const mine = line('me@acme.example');

const mails = (): Promise<readonly {email: string}[]> =>
  shell.sandbox.account.store.transaction(db =>
    db.all("SELECT email FROM deliveries JOIN mailings ON mailings.id = mailing_id WHERE subject LIKE '[Test]%'"),
  );

const traces = (): Promise<readonly unknown[]> =>
  shell.sandbox.account.store.transaction(db => [
    ...db.all("SELECT single_send_name FROM single_sends WHERE single_send_name LIKE '[Test%'"),
    ...db.all(
      "SELECT email FROM contacts WHERE deleted_at IS NULL AND contact_type_id IN (SELECT id FROM contact_types WHERE name = 'emk tests')",
    ),
  ]);

/** Interrupts a test at one request, like a failing service: nothing is cleaned up. */
async function cutShort(fault: string, words = mine): Promise<void> {
  shell.sandbox.misbehave(fault);
  expect((await shell.emk(words)).code).toBeGreaterThan(0);
  shell.sandbox.faults.clear();
}

const journal = (): string => {
  const folder = join(shell.folder, 'state', 'tests');
  const [name = ''] = readdirSync(folder).filter(each => each.endsWith('.jsonl'));
  return join(folder, name);
};

describe('a test that was cut short', () => {
  test('before its mail blocks nobody, whoever the next one is for', {tags: ['long']}, async () => {
    await cutShort('POST /single/send/create=500');
    expect(await traces()).toHaveLength(1);
    const {code, stderr} = await shell.emk(line('boss@acme.example'));
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        'An earlier test of "Autumn preview" to me@acme.example was interrupted when its mail may have gone out already.',
      ),
    ]);
    expect(stderr).toContain('Its mailing and contacts and those of the earlier test are gone from the account.');
    expect(stderr).not.toContain('a second time');
    expect([await traces(), await mails()]).toEqual([[], [{email: 'boss@acme.example'}]]);
  });

  test('after its mail says so before it mails the same people again', async () => {
    await cutShort('DELETE /single/send/delete=500');
    expect(await shell.emk(mine)).toMatchObject(
      said(0, 'was interrupted after its mail went out. me@acme.example will get this mail a second time.'),
    );
    expect([await traces(), (await mails()).length]).toEqual([[], 2]);
    expect((await shell.emk(mine)).stderr).not.toContain('earlier');
  });

  test('by version 0.1 is told, too: its note was one JSON object', {tags: ['long']}, async () => {
    await cutShort('DELETE /single/send/delete=500');
    const [first = ''] = readFileSync(journal(), 'utf8').split('\n');
    const {run, name, addresses, keeps} = JSON.parse(first).record;
    const note = journal().replace(/l$/, '');
    rmSync(journal());
    writeFileSync(note, `${JSON.stringify({version: 1, run, name, addresses, keeps, mail: 'sent'})}\n`);
    expect(await shell.emk(mine)).toMatchObject(
      said(0, 'was interrupted after its mail went out. me@acme.example will get this mail a second time.'),
    );
    expect([await traces(), existsSync(note)]).toEqual([[], false]);
  });

  test('is told as well where only this machine remembers it', {tags: ['long']}, async () => {
    await cutShort('DELETE /contacts/delete=500');
    const [person] = JSON.parse(
      (await shell.emk('contacts list --where email=me@acme.example -o json')).stdout,
    ) as readonly {id: number}[];
    await shell.emk(`contacts delete ${person?.id} --yes`);
    expect(await traces()).toEqual([]);
    expect((await shell.emk(mine)).stderr).toContain('me@acme.example will get this mail a second time.');
  });

  test('with --keep stays, and is told', {tags: ['long']}, async () => {
    await cutShort('GET /single-send/details=500,after=1', [...mine, '--keep']);
    const {stderr} = await shell.emk(mine);
    expect(stderr).toContain('may get this mail a second time. What it added stays in the account.');
    expect(stderr).toContain('Its mailing and contacts are gone from the account.');
    expect(await traces()).toHaveLength(2);
  });

  test('is taken away in words alone by a dry run', {tags: ['long']}, async () => {
    await cutShort('POST /single/send/create=500');
    const {stdout} = await shell.emk([...mine.slice(0, -1), '--dry-run']);
    const paths = stdout.split('\n').flatMap(each => (each === '' ? [] : [JSON.parse(each).path.replace(/\?.*/, '')]));
    expect(paths).toEqual(['/contacts/delete', '/contacts/add', '/single/send/create']);
    expect(await traces()).toHaveLength(1);
  });
});

describe('a test of another machine', () => {
  test('is left alone while it may be under way, and taken away once it cannot be', {tags: ['long']}, async () => {
    await cutShort('POST /single/send/create=500');
    writeFileSync(journal(), 'not a journal');
    const [newest] = await shell.sandbox.account.store.transaction(db =>
      db.all<{at: number}>('SELECT max(created_at) AS at FROM contacts'),
    );
    const soon = new Date(Number(newest?.at));
    const refused = await shell.emk(line('boss@acme.example'), {host: {now: () => soon}});
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('Another test may be running in the list "emk tests": it added me@acme.example.'),
    ]);
    const later = new Date(soon.getTime() + 16 * 60_000);
    expect(await shell.emk(line('boss@acme.example'), {host: {now: () => later}})).toMatchObject(
      said(0, 'An earlier test left me@acme.example in the list of tests.'),
    );
    expect([await traces(), await mails()]).toEqual([[], [{email: 'boss@acme.example'}]]);
  });
});

describe('the end of a test', () => {
  test('is looked at: a service that says "deleted" and deletes nothing is told', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('DELETE /contacts/delete=late-commit,s=99999,answered');
    expect(await shell.emk(mine)).toMatchObject(
      said(8, 'The service said it deleted its traces, but they are still in the account.'),
    );
    expect(readFileSync(journal(), 'utf8')).toContain('"kind":"finished"');
  });

  test('comes within EMK_MAX_WAIT, which it names', {tags: ['long']}, async () => {
    await shell.close();
    shell = await startShell();
    const {code, stderr} = await shell.emk([...mine, 'EMK_MAX_WAIT=90s']);
    expect([code, stderr]).toEqual([
      8,
      expect.stringContaining('Waiting for the service to send it, for 90 seconds at most (EMK_MAX_WAIT).'),
    ]);
    expect(stderr).toContain('but the service did not send it within 90 seconds.');
    const quiet = await shell.emk([...mine, 'EMK_MAX_WAIT=0', '-q']);
    expect([quiet.code, quiet.stderr]).toEqual([8, expect.not.stringContaining('Waiting')]);
  });
});
