/** Creating a mailing sends it, and changing one may send it too: nothing is sent by mistake. */
import {describe, expect, test} from 'vitest';
import {mayBePast} from '../../src/checks/moment.js';
import {momentOf} from '../../src/resources/mailings/when.js';
import {answering} from '../commands/answering.js';
import {NOON} from '../shell.js';
import {useShell} from '../use-shell.js';

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

describe('--at', () => {
  test('names a day that the calendar has', async () => {
    const {code, stderr} = await shell().emk([...create.split(' '), '--at', '2026-04-31 09:00', '--yes']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('There is no 2026-04-31 in the calendar.')]);
  });

  test('is not past: a year typed wrongly would be a send at once', async () => {
    const {code, stderr} = await shell().emk([...create.split(' '), '--at', '2025-05-01 09:00', '--yes']);
    expect(code).toBe(2);
    expect(stderr).toContain(
      '--at "2025-05-01 09:00" is Thursday 1 May 2025 at 09:00 (the account\'s time), which is past in every time zone.',
    );
    expect((await shell().emk('mailings list --count')).stdout).toBe('3\n');
  });

  test('may be past here and to come where the account is', () => {
    const noon = new Date(NOON);
    expect(momentOf({at: '2026-03-03 22:00:00'}, noon)).toEqual({
      schedule_type: 1,
      schedule_date: '2026-03-03',
      schedule_time: '22:00:00',
    });
    expect(() => momentOf({at: '2026-03-03 21:59:59'}, noon)).toThrow('is past');
  });

  test('is past or not where the zone of the account is known', () => {
    const noon = new Date(NOON);
    const kolkata = {service: 'Asia/Kolkata'};
    expect(() => momentOf({at: 'today 17:29'}, noon, kolkata)).toThrow('is past');
    const moment = momentOf({at: 'today 17:31'}, noon, kolkata);
    expect(moment).toMatchObject({schedule_time: '17:31:00'});
    expect(moment && mayBePast(moment, noon, kolkata)).toBe(false);
    expect(mayBePast({schedule_type: 1, schedule_date: '2026-03-04', schedule_time: '17:30:00'}, noon, kolkata)).toBe(
      true,
    );
    expect(mayBePast({schedule_type: 1, schedule_date: 'soon', schedule_time: 'enough'}, noon, kolkata)).toBe(true);
  });

  test("is said back on the person's clock, and sent on the account's, by the zone of the profile", async () => {
    const keep = async (words: string, stdin = '') =>
      shell().emk(words, {stdin, env: {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', TZ: 'Europe/Berlin'}});
    const {publicKey, secretKey} = shell().sandbox;
    await keep(
      `auth login --public-key ${publicKey} --secret-key-stdin --base-url ${shell().sandbox.baseUrl}`,
      secretKey,
    );
    const zone = await keep('config set timezone Asia/Kolkata');
    expect(zone.stderr).toContain('The timezone of the profile "default" is Asia/Kolkata now.');
    const env = {EMK_PUBLIC_KEY: '', EMK_SECRET_KEY: '', EMK_BASE_URL: '', TZ: 'Europe/Berlin'};
    const words = [...create.split(' '), '--at', '2026-03-05T09:00+01:00'];
    const {stdout, stderr} = await shell().emk([...words, '--dry-run'], {env});
    expect(stderr).toContain(
      "--at is Thursday 5 March 2026 at 09:00 (your time, Europe/Berlin); sent to the service as 2026-03-05 13:30:00, the account's time (Asia/Kolkata).",
    );
    expect(JSON.parse(stdout).fields).toMatchObject({schedule_date: '2026-03-05', schedule_time: '13:30:00'});
    const asked = await shell().emk(words, {env});
    expect(asked.stderr).toContain('on Thursday 5 March 2026 at 09:00 (your time, Europe/Berlin).');
  });

  test('counts as past already where it may be', () => {
    const noon = new Date(NOON);
    const at = (schedule_date: string, schedule_time: string) =>
      mayBePast({schedule_type: 1, schedule_date, schedule_time}, noon);
    expect([at('2026-03-05', '02:00:00'), at('2026-03-05', '02:00:01')]).toEqual([true, false]);
    expect(at('soon', 'enough')).toBe(true);
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
    const {code, stdout, stderr} = await shell().emk(words, later('2026-05-01T08:00:00Z'));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(
      'emk needs a yes to change "May", which may then go out to Newsletter (13 people) at once: ' +
        "Friday 1 May 2026 at 09:00 (the account's time) may be past.",
    );
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
      const {code, stderr} = await service.emk(`mailings update ${utr} --subject New --yes`);
      expect([code, stderr]).toEqual([
        2,
        'error: This mailing is scheduled, but the service shows no time for it.\n' +
          '  Say when it goes out: --at "2030-05-01 09:00"\n',
      ]);
      expect(service.written).toEqual([]);
      await service.emk(['mailings', 'update', utr, '--at', '2026-05-01 09:00', '--yes']);
      expect(service.written).toEqual(['POST /single/send/update']);
    } finally {
      await service.close();
    }
  });

  test('is shown in the words for its fields', async () => {
    const utr = await scheduled('2026-05-01 09:00');
    const {stderr} = await shell().emk(`mailings update ${utr} --now --dry-run`);
    expect(stderr).toContain('Goes out: scheduled → immediate');
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
    const {code, stderr} = await shell().emk(`${create} --except list:Stuff --now --yes`);
    expect([code, stderr]).toEqual([
      4,
      'error: There is no list "Stuff".\n' + '  Did you mean "Staff"? To see the lists: emk lists list\n',
    ]);
  });

  test.each(['list:', 'group:Weekly', 'contacts_', 'type: '])('"%s" is none', async audience => {
    const {code, stderr} = await shell().emk([...create.split(' '), '--except', audience, '--now', '--yes']);
    expect([code, stderr]).toEqual([4, expect.stringContaining('There is no list')]);
  });

  test('may be blank nowhere', async () => {
    const {code, stderr} = await shell().emk([...create.split(' '), '--to', '', '--now', '--yes']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('--to must not be blank.')]);
  });

  test('are for automations too', async () => {
    const fields = await planned('automations create --kind custom --name B --group 1 --for list:Customers');
    expect(fields).toMatchObject({automation_for: 'contacts_2'});
  });

  test('are for changes too', {tags: ['long']}, async () => {
    const utr = await scheduled('2026-05-01 09:00');
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
    const {code, stdout, stderr} = await shell().emk(line);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('"nope" is not an email address: it has no @.');
  });
});
