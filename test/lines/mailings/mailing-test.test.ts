/** A test mails only its testers, and leaves nothing behind that it does not name. */

import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {said} from '../../support/said.js';
import {sample} from '../../support/sample.js';
import {type Shell, startShell} from '../../support/shell.js';

let shell: Shell;
beforeEach(async () => {
  shell = await startShell({clock: 'x900@2026-03-04T12:00:00Z'});
});
afterEach(() => shell.close());

const line = ['mailings', 'test', 'Autumn preview', '--to', 'me@acme.example', '--yes'];

const writes = async (): Promise<string[]> =>
  (await shell.sandbox.requests())
    .filter(({method}) => method !== 'GET')
    .map(({method, path}) => `${method} ${path.replace('/api', '').replace(/\?.*/, '')}`);

const mails = (): Promise<readonly {email: string; subject: string; name: string}[]> =>
  shell.sandbox.account.store.transaction(db =>
    db.all(
      "SELECT email, subject, name FROM deliveries JOIN mailings ON mailings.id = mailing_id WHERE name LIKE '[Test%' ORDER BY email",
    ),
  );

const json = async (words: string) => JSON.parse((await shell.emk(`${words} -o json`)).stdout);

const traces = async () => ({
  sends: (await json('mailings list')).filter((send: {single_send_name: string}) =>
    send.single_send_name.startsWith('[Test'),
  ).length,
  people:
    (await json('contacts list')).filter(({email}: {email: string | null}) => email?.endsWith('@acme.example')).length -
    2,
  lists: (await json('lists list')).map(({name}: {name: string}) => name).slice(3),
});

describe('a test', () => {
  test('mails exactly those it is meant for, and takes its traces away', async () => {
    const {code, stderr} = await shell.emk([...line, '--to', 'Boss@acme.example', '--to', 'ME@acme.example']);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(
        '"[Test] Autumn preview" went to me@acme.example, boss@acme.example. Its mailing and contacts are gone from the account. The list "emk tests" stays for the next test.\n',
      ),
    ]);
    const mail = {subject: '[Test] A look ahead', name: '[Test] Autumn preview'};
    expect(await mails()).toEqual([
      {...mail, email: 'boss@acme.example'},
      {...mail, email: 'me@acme.example'},
    ]);
    expect(await traces()).toEqual({sends: 0, people: 0, lists: ['emk tests']});
    expect(await writes()).toEqual([
      'POST /contacts-type/add',
      'POST /contacts/add',
      'POST /contacts/add',
      'POST /single/send/create',
      'DELETE /single/send/delete',
      'DELETE /contacts/delete',
      'DELETE /contacts/delete',
    ]);
  });

  test('uses the list of the one before, which the configuration names', {tags: ['long']}, async () => {
    await shell.emk(['config', 'set', 'test-list', 'Proofs']);
    await shell.emk(line);
    expect((await shell.emk(line)).code).toBe(0);
    expect(await mails()).toHaveLength(2);
    expect((await traces()).lists).toEqual(['Proofs']);
  });

  test('takes the options of a send too', {tags: ['long']}, async () => {
    const words = 'mailings test --name May --subject Hi --preheader x --from 1 --group 1 --template 2 --yes';
    expect((await shell.emk(`${words} --to me@acme.example`)).code).toBe(0);
    expect(await mails()).toEqual([{email: 'me@acme.example', subject: '[Test] Hi', name: '[Test] May'}]);
  });

  test('is refused where the list holds somebody else, and touches nobody', {tags: ['long']}, async () => {
    await shell.emk(line);
    await shell.emk('contacts create me@acme.example --list "emk tests" --country India');
    const before = await writes();
    const other = ['mailings', 'test', 'Autumn preview', '--to', 'boss@acme.example', '--yes'];
    expect(await shell.emk(other)).toMatchObject(said(2, 'me@acme.example'));
    await shell.emk('config set test-list Newsletter');
    const real = await shell.emk(other);
    expect([real.code, real.stderr]).toEqual([2, expect.stringContaining('and 8 more.')]);
    expect(await writes()).toEqual(before);
  });

  test('is refused where two lists have the name, with a way out', {tags: ['long']}, async () => {
    for (const _ of [1, 2]) await shell.emk('lists create "emk tests" --allow-duplicate');
    const {code, stderr} = await shell.emk(line);
    expect([code, stderr]).toEqual([2, expect.stringContaining('may mean several')]);
  });

  test('is refused where the list starts an automation', {tags: ['long']}, async () => {
    await shell.emk('lists create Proofs');
    await shell.emk('automations create --kind welcome --name Hello --for list:Proofs --group 1');
    const add = 'automations emails add --automation Hello --from 1 --subject x --unit instantly --template 2';
    await shell.emk(add);
    await shell.emk('automations set-live Hello --yes');
    await shell.emk('config set test-list Proofs');
    expect(await shell.emk(line)).toMatchObject(said(2, 'The list "Proofs" starts "Hello"'));
    expect(await mails()).toEqual([]);
  });

  test('is checked and confirmed like any send', async () => {
    const wrong = await shell.emk([...line, '--from', 'support@acme.example']);
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('is not verified')]);
    const nobody = await shell.emk(line.slice(0, -1));
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('needs a yes')]);
    const {code, stderr} = await atTerminal(
      shell,
      [...line.slice(0, 3), '--to', 'boss@acme.example'],
      ['Mail a test of "Autumn preview" to boss@acme.example?', 'n\r'],
    );
    expect([code, await writes()]).toEqual([130, []]);
    expect(stderr).toContain('  To         boss@acme.example (1 person)\n');
  });

  test('is refused for who would get none: somebody who left everything, or the group of the mailing', {
    tags: ['long'],
  }, async () => {
    await shell.emk('unsubscribes add --email me@acme.example');
    await shell.emk('groups recipients add --group 1 --email boss@acme.example');
    const before = await writes();
    expect(await shell.emk([...line, '--to', 'boss@acme.example'])).toMatchObject(
      said(2, 'me@acme.example unsubscribed from everything and boss@acme.example unsubscribed from a group'),
    );
    expect(await shell.emk([...line.slice(0, -3), '--to', 'boss@acme.example', '--yes'])).toMatchObject(
      said(2, 'The service would not mail every tester: boss@acme.example unsubscribed'),
    );
    expect([await writes(), await mails()]).toEqual([before, []]);
  });

  test('goes to who left another group, and says so', async () => {
    await shell.emk('groups recipients add --group 2 --email me@acme.example');
    const {code, stderr} = await shell.emk(line);
    expect([code, stderr]).toEqual([0, expect.stringContaining('me@acme.example unsubscribed from a group')]);
    expect((await mails()).map(({email}) => email)).toEqual(['me@acme.example']);
  });

  test('is only planned in a dry run', {tags: ['long']}, async () => {
    const {code, stdout} = await shell.emk([...line, '--dry-run']);
    expect([code, JSON.parse(stdout).path]).toEqual([0, '/contacts-type/add']);
    expect(await writes()).toEqual([]);
    await shell.emk('lists create "emk tests"');
    const later = await shell.emk([...line, '--dry-run']);
    expect(
      later.stdout
        .split('\n')
        .filter(Boolean)
        .map(text => JSON.parse(text).path),
    ).toEqual(['/contacts/add', '/single/send/create']);
  });
});

describe('a test whose answer is lost', () => {
  test.each(sample(['POST /contacts-type/add', 'POST /contacts/add', 'POST /single/send/create'], 1))(
    'after %s goes on where the account shows what became of it',
    async operation => {
      shell.sandbox.misbehave(`${operation}=lost-reply:1`);
      expect((await shell.emk(line)).code).toBe(0);
      expect(await mails()).toHaveLength(1);
      expect(await traces()).toMatchObject({sends: 0, people: 0});
    },
  );

  test('and never applied ends in 9, with what is left behind', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('POST /single/send/create=500');
    const {code, stderr} = await shell.emk(line);
    expect([code, stderr]).toEqual([
      9,
      expect.stringContaining(
        'Perhaps left in the account: the mailing "[Test] Autumn preview", and me@acme.example in "emk tests".',
      ),
    ]);
    expect(await mails()).toEqual([]);
  });

  test('by a refusal takes away what was added', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('POST /single/send/create=429,retry-after=9999');
    expect((await shell.emk(line)).code).toBe(7);
    expect(await traces()).toEqual({sends: 0, people: 0, lists: ['emk tests']});
  });

  test('by the service that does not send it stays, and is told', {tags: ['long']}, async () => {
    await shell.close();
    shell = await startShell();
    expect(await shell.emk(line)).toMatchObject(said(8, 'did not send it'));
    expect(await traces()).toMatchObject({sends: 1, people: 1});
  });

  test('on the way out names what stays', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('DELETE /contacts/delete=500');
    expect(await shell.emk(line)).toMatchObject(said(8, 'me@acme.example in "emk tests"'));
  });

  test('is unknown where the account cannot be read afterwards either', async () => {
    shell.sandbox.misbehave('POST /single/send/create=lost-reply:1', 'GET /single-send/list=500,after=3');
    expect(await shell.emk(line)).toMatchObject(said(9, '"[Test] Autumn preview"'));
    shell.sandbox.faults.clear();
    expect(await traces()).toMatchObject({sends: 1, people: 1});
  });

  test('is unknown as well where a list cannot be read in which it added something', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('POST /contacts-type/add=lost-reply:1', 'GET /contacts-type=500,after=2');
    const list = await shell.emk(line);
    expect([list.code, list.stderr]).toEqual([9, expect.stringContaining('"emk tests"')]);
    shell.sandbox.faults.clear();
    shell.sandbox.misbehave('POST /contacts/add=lost-reply:1', 'GET /contacts/list=500,after=2');
    expect(await shell.emk(line)).toMatchObject(said(9, 'me@acme.example in "emk tests"'));
  });
});

describe('a test that breaks off', () => {
  test('takes out those who were added before one could not be', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('POST /contacts/add=429:1,retry-after=9999,after=1');
    expect((await shell.emk([...line, '--to', 'boss@acme.example'])).code).toBe(7);
    expect(await traces()).toEqual({sends: 0, people: 0, lists: ['emk tests']});
  });

  test('since nobody could be added leaves nothing for the next test to report', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('POST /contacts/add=429:1,retry-after=9999');
    expect(await shell.emk(line)).toMatchObject({code: 7});
    const next = await shell.emk(line);
    expect([next.code, next.stderr]).toEqual([0, expect.not.stringContaining('An earlier test')]);
  });

  test('before its mail does not say that it went out', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('POST /single/send/create=429,retry-after=9999', 'DELETE /contacts/delete=500');
    expect(await shell.emk(line)).toMatchObject(said(8, 'did not go out'));
  });

  test('while it waits has sent the mail, and says what stays', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('GET /single-send/details=500,after=1');
    expect(await shell.emk(line)).toMatchObject(said(8, /the mailing "/));
    expect(await traces()).toMatchObject({sends: 1, people: 1});
  });

  test('since somebody who was added is not listed yet leaves them to whoever looks', {tags: ['long']}, async () => {
    shell.sandbox.misbehave('POST /contacts/add=late-commit:1,s=900,answered');
    expect(await shell.emk(line)).toMatchObject(said(8, 'me@acme.example in "emk tests"'));
  });
});
