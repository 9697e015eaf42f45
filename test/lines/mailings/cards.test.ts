/**
 * A person sees what will happen, in names and numbers, before a yes. A script with `--yes` makes no requests for that.
 */
import {afterEach, beforeEach, describe, expect, test} from 'vitest';
import {atTerminal} from '../../support/at-terminal.js';
import {said} from '../../support/said.js';
import {type Shell, startShell} from '../../support/shell.js';

let opened: Shell;
beforeEach(async () => {
  opened = await startShell();
});
afterEach(() => opened.close());

const shell = (): Shell => opened;

const create =
  'mailings create --name May --subject Hello --preheader News --from 1 --group 1 --template 2 --to contacts_1';

const newSender =
  'senders create --from-name New --from-email new@acme.example --reply-to new@acme.example --country 1 --address-line1 Here --nickname new';

const requests = async (): Promise<string[]> =>
  (await shell().sandbox.requests()).map(({method, path}) => `${method} ${path.replace('/api', '')}`);

describe('a send', () => {
  test('shows a card, and no sends nothing', async () => {
    const line = `${create} --to segments_1 --except contacts_3`.split(' ');
    const {code, stdout, stderr} = await atTerminal(
      shell(),
      [...line, '--at', '2026-05-01 09:00'],
      ['Mail "May" to', 'n\r'],
    );
    expect([code, stdout]).toEqual([130, '']);
    expect(stderr).toContain('? Mail "May" to 14 people on Friday 1 May 2026 at 09:00');
    expect(stderr).toContain(
      [
        '  Subject    Hello',
        '  Preheader  News',
        '  From       Acme News <news@acme.example>, verified',
        '  To         Newsletter (13 people) and segment Customers in Germany (3 people)',
        '  Without    Staff (2 people)',
        '  Mailed     14 people: 15 in the lists, 1 unsubscribed',
        '  Group      Weekly news',
        '  Template   Newsletter',
        "  When       Friday 1 May 2026 at 09:00 (the account's time); sent as 2026-05-01 09:00:00",
        '',
      ].join('\n'),
    );
    expect(await requests()).not.toContain('POST /single/send/create');
  });

  test('of a sender that is not verified is refused, and shown in the card once it is overruled', {
    tags: ['long'],
  }, async () => {
    await shell().emk(newSender);
    const line = `${create.replace('--from 1', '--from 3')} --now`;
    const refused = await atTerminal(shell(), line);
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('--force sender-verified')]);
    const {stderr} = await atTerminal(shell(), `${line} --force sender-verified`, ['Mail "May" to', 'n\r']);
    expect(stderr).toContain('<new@acme.example>, NOT verified');
  });

  test('is asked about when a person moves it or aims it elsewhere, and a script needs a yes', {
    tags: ['long'],
  }, async () => {
    const {stdout} = await shell().emk([...create.split(' '), '--at', '2026-05-01 09:00', '--yes', '-o', 'id']);
    const update = ['mailings', 'update', stdout.trim()];
    const moved = [...update, '--at', '2026-05-02 10:00'];
    const asked = await atTerminal(shell(), moved, ['Saturday 2 May 2026 at 10:00', 'n\r']);
    expect(asked.code).toBe(130);
    expect((await atTerminal(shell(), [...update, '--to', 'contacts_3'], ['Staff (2 people)', 'n\r'])).code).toBe(130);
    expect((await atTerminal(shell(), [...update, '--subject', 'New', '-o', 'id'])).code).toBe(0);
    expect((await shell().emk(moved)).code).toBe(2);
    expect((await shell().emk([...moved, '--yes'])).code).toBe(0);
  });

  test('is copied knowingly', async () => {
    const [{utr}] = JSON.parse((await shell().emk('mailings list -o json')).stdout);
    const {code, stderr} = await atTerminal(shell(), `mailings duplicate ${utr}`, ['Copy mailing', 'n\r']);
    expect(code).toBe(130);
    for (const shown of ['"Spring news"', '12 people', 'What is new, ((first_name))?']) expect(stderr).toContain(shown);
  });

  test('with --yes is checked too', async () => {
    expect((await shell().emk(`${create} --now --yes -o id`)).code).toBe(0);
    expect(await requests()).toEqual([
      'GET /get-dynamic/content',
      'GET /custom-fields',
      'GET /senders',
      'GET /get-design/template',
      'GET /unsubscribes-groups',
      'GET /single-send/list',
      'GET /contacts-type',
      'GET /contacts/list',
      'GET /global-unsubscribes',
      'GET /unsubscribes-groups/recipients-list?groupId=1',
      'GET /single-send/list',
      'POST /single/send/create',
      expect.stringContaining('GET /single-send/details'),
    ]);
  });

  test('of a script is refused the same where the service is down', async () => {
    shell().sandbox.misbehave('GET *=500');
    expect(await shell().emk(`${create} --now`)).toMatchObject(said(2, '--yes'));
    expect(new Set(await requests())).toEqual(new Set(['GET /contacts-type']));
  });
});

describe('the size of an audience', () => {
  test.each([
    ['--max-recipients 12', 0, ''],
    ['--max-recipients 11', 2, '--max-recipients'],
    ['--min-recipients 12', 0, ''],
    ['--min-recipients 13', 2, '--min-recipients'],
    ['--max-recipients 13 --to contacts_3', 2, '--max-recipients'],
    ['--max-recipients 99 --to contacts_77', 2, 'contacts_77'],
  ])('%s gives %i', async (limits, exit, sentence) => {
    expect(await shell().emk(`${create} --now --yes ${limits}`)).toMatchObject(said(exit, sentence));
    expect((await requests()).includes('POST /single/send/create')).toBe(exit === 0);
  });

  test('holds for an update too', {tags: ['long']}, async () => {
    const {stdout} = await shell().emk([...create.split(' '), '--at', '2026-05-01 09:00', '--yes', '-o', 'id']);
    const line = `mailings update ${stdout.trim()} --to segments_1 --to contacts_3 --max-recipients 1 --yes`;
    expect((await shell().emk(line)).code).toBe(2);
  });
});

describe('a deletion', () => {
  test('of a list says who is in it and what counts on it', {tags: ['long']}, async () => {
    await shell().emk([...create.split(' '), '--at', '2026-05-01 09:00', '--yes']);
    const {code, stderr} = await atTerminal(shell(), 'lists delete 1', ['Delete list', 'n\r']);
    expect(code).toBe(130);
    for (const shown of ['"Autumn preview"', '"May"', '"Welcome"', '13 people']) expect(stderr).toContain(shown);
  });

  test('of what a scheduled mailing needs wants more than --yes, at a terminal too', async () => {
    await shell().emk([...create.split(' '), '--at', '2026-05-01 09:00', '--yes']);
    const {code, stderr} = await atTerminal(shell(), 'lists delete Newsletter --yes');
    expect([code, stderr]).toEqual([2, expect.stringContaining('--force')]);
    expect((await shell().emk('lists list -o csv --columns name')).stdout).toContain('Newsletter');
  });

  test('shows at the question which mailing skips the people who go', async () => {
    await shell().emk([...create.split(' '), '--except', 'contacts_3', '--at', '2026-05-01 09:00', '--yes']);
    const {code, stderr} = await atTerminal(shell(), 'lists delete Staff', ['Delete list', 'n\r']);
    expect([code, stderr]).toEqual([130, expect.stringMatching(/"May" .*skips/)]);
  });

  test('of contacts names three and counts the rest, without reading the list', async () => {
    const ids = ['1', '2', '3', '4', '5'];
    const {stderr} = await atTerminal(shell(), ['contacts', 'delete', ...ids], ['Delete 5 contacts', 'n\r']);
    expect(stderr).toMatch(/Contacts +\S+@\S+, \S+@\S+, \S+@\S+ and 2 more/);
    expect((await requests()).filter(line => line.includes('/contacts/list'))).toEqual([]);
  });
});

describe('an automation that goes live', () => {
  const utrOf = async (name: string): Promise<string> =>
    JSON.parse(
      (await shell().emk(['automations', 'list', '-o', 'json', '--where', `automation_name=${name}`])).stdout,
    )[0].utr;

  test('says whom it mails, how much and how soon', async () => {
    await shell().emk('automations pause Welcome');
    const {code, stderr} = await atTerminal(shell(), `automations set-live ${await utrOf('Welcome')}`, [
      'Set automation',
      'n\r',
    ]);
    expect(code).toBe(130);
    for (const shown of ['Newsletter (13 people)', '2 emails', 'at once']) expect(stderr).toContain(shown);
  });

  test('is not asked about where there is none', {tags: ['long']}, async () => {
    expect((await atTerminal(shell(), 'automations set-live no-such-utr')).code).toBe(4);
  });
});
