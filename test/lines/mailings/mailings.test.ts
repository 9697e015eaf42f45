/** Creating a mailing sends it, and changing one may send it too: nothing is sent by mistake. */
import {describe, expect, test} from 'vitest';
import {errorOf} from '../../support/said.js';
import {useShell} from '../../support/use-shell.js';
import {answering} from './answering.js';

const shell = useShell();

const create =
  'mailings create --name May --subject Hello --preheader News --from 1 --group 1 --template 2 --to contacts_1';

const planned = async (line: string): Promise<Record<string, string>> => {
  const {code, stdout, stderr} = await shell().emk(`${line} --dry-run`);
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  return JSON.parse(stdout).fields;
};

/** A scheduled mailing with its moment, and its utr. */
async function scheduled(at: string): Promise<string> {
  const {code, stdout} = await shell().emk([
    ...create.split(' '),
    '--at',
    at,
    '--force',
    'same-name',
    '--yes',
    '-o',
    'id',
  ]);
  expect(code).toBe(0);
  return stdout.trim();
}

/** The clock of the machine that runs emk; the sandbox's own clock stands still. */
const later = (now: string) => ({host: {now: () => new Date(now)}});

/** How a line ends for a program: its exit code, the code of its error, and what it prints. */
async function ended(words: string | readonly string[], given: Parameters<ReturnType<typeof shell>['emk']>[1] = {}) {
  const {code, stdout, stderr} = await shell().emk(
    [...(typeof words === 'string' ? words.split(' ') : words), '-o', 'json'],
    given,
  );
  return {code, error: errorOf({stderr})?.code, stdout};
}

describe('--at', () => {
  const at = (moment: string, given = {}) => ended([...create.split(' '), '--at', moment, '--dry-run'], given);

  test.each(['2026-04-31 09:00', '2025-05-01 09:00', 'soon'])('%s is refused, and nothing is sent', async moment => {
    const refused = {code: 2, error: 'usage', stdout: ''};
    expect(await ended([...create.split(' '), '--at', moment, '--yes'])).toEqual(refused);
    expect((await shell().emk('mailings list --count')).stdout).toBe('3\n');
  });

  test('may be past here and to come where the account is', async () => {
    const {code, stdout} = await at('2026-03-03 22:00:00');
    expect([code, JSON.parse(stdout)[0].fields]).toEqual([
      0,
      expect.objectContaining({schedule_date: '2026-03-03', schedule_time: '22:00:00'}),
    ]);
    expect((await at('2026-03-03 21:59:59')).code).toBe(2);
  });

  test("is sent on the account's clock by the zone of the profile, and is past or not there", async () => {
    const nobody = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: '', TZ: 'Europe/Berlin'};
    const {publicKey, secretKey, baseUrl} = shell().sandbox;
    const login = `auth login --public-key ${publicKey} --secret-key-stdin --base-url ${baseUrl}`;
    expect((await ended(login, {stdin: secretKey, env: nobody})).code).toBe(0);
    expect((await ended('config set timezone Asia/Kolkata', {env: nobody})).code).toBe(0);
    const given = {env: nobody};
    expect(JSON.parse((await at('2026-03-05T09:00+01:00', given)).stdout)[0].fields).toMatchObject({
      ...{schedule_date: '2026-03-05', schedule_time: '13:30:00'},
    });
    const utc = {env: {...nobody, TZ: 'Asia/Kolkata'}};
    expect([(await at('today 17:29', utc)).code, (await at('today 17:31', utc)).code]).toEqual([2, 0]);
  });
});

describe('a change of a send that waits', () => {
  test('asks nobody while its moment is to come', {tags: ['long']}, async () => {
    const utr = await scheduled('2026-05-01 09:00');
    expect((await shell().emk(`mailings update ${utr} --subject New -o id`)).stdout).toBe(`${utr}\n`);
  });

  test('asks when its moment may be past, since it may go out at once', async () => {
    const utr = await scheduled('2026-05-01 09:00');
    const words = `mailings update ${utr} --subject Again`;
    expect(await ended(words, later('2026-05-01T08:00:00Z'))).toEqual({code: 2, error: 'usage', stdout: ''});
    expect((await shell().emk(`mailings show ${utr} -o json`)).stdout).toContain('"subject": "Hello"');
    expect((await shell().emk(`${words} --yes`, later('2026-05-01T08:00:00Z'))).code).toBe(0);
  });

  test('without a moment needs one', {tags: ['long']}, async () => {
    const utr = await scheduled('2026-05-01 09:00');
    // Other accounts may have a scheduled mailing without a moment.
    const read = async (line: string) => JSON.parse((await shell().emk(`${line} -o json`)).stdout);
    const send = {...(await read(`mailings show ${utr}`)), schedule_date: '0000-00-00', schedule_time: '00:00:00'};
    const service = await answering({
      singleSend: [send],
      singleSends: [send],
      senders: await read('senders list'),
      unsubscribesGroups: await read('groups list'),
      templates: await read('templates list'),
      contents: [],
      customFields: [],
      contactTypes: await read('lists list'),
      contacts: await read('contacts list'),
      unSubscribers: [],
      recipients: [],
    });
    try {
      expect((await service.emk(`mailings update ${utr} --subject New --yes`)).code).toBe(2);
      expect(service.written).toEqual([]);
      await service.emk(['mailings', 'update', utr, '--at', '2026-05-01 09:00', '--yes']);
      expect(service.written).toEqual(['POST /single/send/update']);
    } finally {
      await service.close();
    }
  });
});

describe('audiences by name', () => {
  test('become what the service takes, each once', async () => {
    const {stdout} = await shell().emk('segments list -o json');
    const [{id, segment_name}] = JSON.parse(stdout);
    const {code, stdout: plan} = await shell().emk([
      ...create.split(' '),
      ...['--to', 'type:newsletter', '--to', `segment:${segment_name}`, '--to', 'type:2', '--except', 'list:Staff'],
      ...['--now', '--dry-run'],
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(plan).fields).toMatchObject({
      'recipient_id[0]': 'contacts_1',
      'recipient_id[1]': `segments_${id}`,
      'recipient_id[2]': 'contacts_2',
      'exclude_specific_recipient_id[0]': 'contacts_3',
    });
    expect(JSON.parse(plan).fields).not.toHaveProperty('recipient_id[3]');
  });

  test('that are not there stop everything before anything is sent', async () => {
    const before = (await shell().emk('mailings list --count')).stdout;
    for (const audience of ['list:Stuff', 'list:', 'group:Weekly', 'contacts_', 'type: ']) {
      const words = [...create.split(' '), '--except', audience, '--now', '--yes'];
      expect(await ended(words)).toEqual({code: 4, error: 'not_found', stdout: ''});
    }
    expect((await ended([...create.split(' '), '--to', '', '--now', '--yes'])).code).toBe(2);
    expect((await shell().emk('mailings list --count')).stdout).toBe(before);
  });

  test('are for automations too', async () => {
    const fields = await planned('automations create --kind custom --name B --group 1 --for list:Customers');
    expect(fields).toMatchObject({automation_for: 'contacts_2'});
  });

  test('are for changes too', {tags: ['long']}, async () => {
    const utr = await scheduled('2026-08-01 09:00');
    expect(await planned(`mailings update ${utr} --to list:Customers`)).toMatchObject({
      'recipient_id[0]': 'contacts_2',
    });
  });
});

describe('addresses are looked at before anything is sent', () => {
  test.each([
    'contacts create --list 1 --country 104 --email nope',
    'contacts update 1 --email nope',
    'senders create --from-name A --from-email nope --reply-to a@b.example --country 104 --address-line1 x --nickname n',
    'senders update 1 --reply-to nope',
    'notifications add --owner Ops --email nope',
    'segments recipients add --segment 1 --first-name A --last-name B --email nope',
  ])('emk %s', async line => {
    expect(await ended(line)).toEqual({code: 2, error: 'usage', stdout: ''});
  });
});
