/** What an interrupted test has left is found by its marks: the next one is refused, and names the line that clears up. */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {said} from '../../support/said.js';
import {type Shell, startShell} from '../../support/shell.js';

let shell: Shell;
beforeEach(async () => {
  shell = await startShell({clock: 'x900@2026-03-04T12:00:00Z'});
});
afterEach(() => shell.close());

const line = (to: string): string[] => ['mailings', 'test', 'Autumn preview', '--to', to, '--yes'];
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
async function cutShort(fault: string): Promise<void> {
  shell.sandbox.misbehave(fault);
  expect((await shell.emk(mine)).code).toBeGreaterThan(0);
  shell.sandbox.faults.clear();
}

/** The next test is refused, mails nobody, and the lines that it names clear up. */
async function clearsUp(next: readonly string[], words: string): Promise<void> {
  const [before, left] = [await mails(), await traces()];
  const {code, stderr} = await shell.emk([...next]);
  expect([code, stderr]).toEqual([2, expect.stringContaining(words)]);
  expect([await mails(), await traces()]).toEqual([before, left]);
  const lines = stderr.replaceAll(/\s+/g, ' ').split('then test again: ')[1] ?? '';
  for (const each of lines.trim().split(' && ')) {
    expect((await shell.emk(`${each.replace(/^emk /, '')} --yes`)).code, each).toBe(0);
  }
  expect(await traces()).toEqual([]);
  expect((await shell.emk([...next])).code).toBe(0);
  expect(await traces()).toEqual([]);
}

describe('a test that was cut short', () => {
  test('before its mail stops the next one, whoever that is for', {tags: ['long']}, async () => {
    await cutShort('POST /single/send/create=500');
    await clearsUp(line('boss@acme.example'), 'was interrupted, or still runs. Its mail may have gone out.');
    expect(await mails()).toEqual([{email: 'boss@acme.example'}]);
  });

  test('after its mail says so before it mails the same people again', async () => {
    await cutShort('DELETE /single/send/delete=500');
    await clearsUp(mine, 'Its mail may have gone out.');
    expect(await mails()).toHaveLength(2);
  });

  test('while it took its traces away stops the next one too', {tags: ['long']}, async () => {
    await cutShort('DELETE /contacts/delete=500');
    await clearsUp(mine, 'Its mail may have gone out.');
  });

  test('stops a dry run as well', {tags: ['long']}, async () => {
    await cutShort('GET /single-send/details=500,after=1');
    expect(await shell.emk([...mine.slice(0, -1), '--dry-run'])).toMatchObject({code: 2});
  });
});

describe('the end of a test', () => {
  test('is looked at: a service that says "deleted" and deletes nothing is told', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('DELETE /contacts/delete=late-commit,s=99999,answered');
    expect(await shell.emk(mine)).toMatchObject(said(8, 'The test went out, but'));
  });

  test('comes within EMK_MAX_WAIT, which it names', {tags: ['long']}, async () => {
    await shell.close();
    shell = await startShell();
    const {code, stderr} = await shell.emk([...mine, 'EMK_MAX_WAIT=90s']);
    expect([code, stderr]).toEqual([
      8,
      expect.stringContaining('Waiting for the service to send it, for 90 seconds at most (EMK_MAX_WAIT).'),
    ]);
    expect(stderr).toContain('It may still go out.');
    expect(stderr).toContain('The next "emk test" names the line that deletes it.');
  });
});
