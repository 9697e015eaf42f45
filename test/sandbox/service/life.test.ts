import {afterEach, describe, expect, test} from 'vitest';
import type {Settings} from '../../../src/sandbox/service/settings.js';
import {type Account, openAccount} from './account.js';
import {group, mailing, schedule, sender} from './inputs.js';
import * as api from './operations.js';

let account: Account;
const opened: Account[] = [];
afterEach(() => Promise.all(opened.splice(0).map(each => each.close())));

async function openKept(options: Parameters<typeof openAccount>[0]): Promise<void> {
  account = await openAccount(options);
  opened.push(account);
}

/** With the seed of these accounts, those who are counted here all open their mail. */
const certain = {unsubscribeRate: '0'} satisfies Partial<Settings>;

/** An account with a sender, a group, and this many contacts of type 1, `c0@example.com` and on. */
async function open(contacts: number, settings: Partial<Settings> = certain, seed = 1): Promise<void> {
  await openKept({settings, seed});
  await account.make(api.contactTypes.create, {name: 'Leads'});
  await account.make(api.contactTypes.create, {name: 'Others'});
  await account.make(api.senders.create, sender);
  await account.make(api.groups.create, group);
  await account.make(api.groups.create, {...group, group_name: 'Offers'});
  if (contacts > 0) await upload(Array.from({length: contacts}, (_, index) => `c${index}@example.com,Name${index}`));
}

const upload = (rows: readonly string[], type = '1') =>
  account.make(api.contacts.upload, {
    contact_type_id: type,
    file: {filename: 'a.csv', type: 'text/csv', bytes: Buffer.from(`email,first_name\n${rows.join('\n')}\n`)},
  });

const send = async (utr: string) => {
  const {value} = await account.ask(api.singleSends.details, {utr});
  return value as {readonly [field: string]: unknown};
};

const automate = async (audience = 'contacts_1') => {
  const input = {type: 'custom', automation_name: 'Hi', automation_for: audience, unsubscribe_group_id: '1'};
  return account.make(api.automations.create, input);
};

const addresses = async (utr?: string) => (await account.mail(utr)).map(({to}) => to);

describe('a mailing', () => {
  test('is ready, runs and is completed within a few seconds', {tags: ['long']}, async () => {
    await open(3);
    const utr = await account.make(api.singleSends.create, mailing);
    expect(await send(utr)).toMatchObject({status: 0, sent_at: '0000-00-00 00:00:00', triggered: 0});
    account.wait(0.5);
    expect(await send(utr)).toMatchObject({status: 1, triggered: 0});
    account.wait(0.5);
    expect(await send(utr)).toMatchObject({
      status: 2,
      sent_at: '2026-11-20 12:00:01',
      triggered: 3,
      delivered: 0,
      total_opens: 0,
    });
    account.wait(1);
    expect(await send(utr)).toMatchObject({status: 3, triggered: 3, delivered: 3});
    account.wait(2);
    expect(await send(utr)).toMatchObject({status: 3, triggered: 3, delivered: 3, unique_opens: 3, bounces: 0});
  });

  test('waits for its time, as it says', async () => {
    await open(1);
    const utr = await account.make(api.singleSends.create, {
      ...mailing,
      schedule_type: '1',
      schedule_date: '2026-11-20',
      schedule_time: '13:00:00',
    });
    account.wait(59 * 60);
    expect(await send(utr)).toMatchObject({status: 1, triggered: 0, schedule_time: '13:00:00'});
    account.wait(61);
    expect(await send(utr)).toMatchObject({triggered: 1, sent_at: '2026-11-20 13:00:00'});
  });

  test('goes to everyone once, but for those excluded, unsubscribed from its group or from everything', async () => {
    await open(6);
    await upload(['C1@example.com,Twice', 'other@example.com,Other', 'c2@example.com,Excluded'], '2');
    await upload(['c2@example.com,Excluded'], '2');
    await account.make(api.groupRecipients.add, {unsubscribe_groups_id: '1', email_address: 'C3@example.com'});
    await account.make(api.groupRecipients.add, {unsubscribe_groups_id: '2', email_address: 'c4@example.com'});
    await account.make(api.unsubscribes.add, {email_address: 'c5@example.com'});
    await account.make(api.contacts.delete, {contact_id: '1'});
    const utr = await account.make(api.singleSends.create, {...mailing, recipient_id: ['contacts_1', 'contacts_2']});
    const fewer = await account.make(api.singleSends.create, {
      ...mailing,
      recipient_id: ['contacts_1'],
      exclude_specific_recipient_id: ['contacts_2'],
    });
    account.wait(5);
    expect(await addresses(utr)).toEqual(['c1@example.com', 'c2@example.com', 'c4@example.com', 'other@example.com']);
    expect(await addresses(fewer)).toEqual(['c4@example.com']);
  });

  test('is sent with its tags filled, unknown ones left as they stand', async () => {
    await open(1);
    const html = '<p>((full_name)) ((nonsense)) ((sender_name)) [((country))((hat))((age))]</p>';
    await account.make(api.fields.create, {field_name: 'hat', field_type: 'text'});
    await account.make(api.singleSends.create, {...mailing, template_html: html});
    account.wait(5);
    const [mail] = await account.mail();
    expect(mail).toMatchObject({
      to: 'c0@example.com',
      from: 'Zed <zed@acme.example>',
      subject: 'Hi Name0',
      body: '<p>Name0 ((nonsense)) Zed []</p>',
      triggered_at: '2026-11-20T12:00:01.000Z',
    });
  });

  test('that is deleted sends no more, and what was sent stays sent', async () => {
    await open(9000);
    const utr = await account.make(api.singleSends.create, mailing);
    account.wait(2);
    expect(await addresses()).toHaveLength(5005);
    await account.make(api.singleSends.delete, {utr});
    account.wait(60);
    expect(await addresses()).toHaveLength(5005);
  });

  test('that is updated before it ran goes out as updated; afterwards it goes out again', async () => {
    await open(2);
    const utr = await account.make(api.singleSends.create, mailing);
    await account.make(api.singleSends.update, {...mailing, utr, subject: 'Second'});
    account.wait(5);
    expect((await account.mail()).map(({subject}) => subject)).toEqual(['Second', 'Second']);
    await account.make(api.singleSends.update, {...mailing, utr, subject: 'Third'});
    expect(await send(utr)).toMatchObject({status: 0, triggered: 2});
    account.wait(5);
    expect(await send(utr)).toMatchObject({status: 3, triggered: 4});
    expect((await account.mail(utr)).map(({subject}) => subject)).toEqual(['Second', 'Second', 'Third', 'Third']);
  });

  test('that is copied goes out too', async () => {
    await open(1);
    const utr = await account.make(api.singleSends.create, mailing);
    await account.make(api.singleSends.duplicate, {utr});
    account.wait(5);
    expect(await addresses()).toHaveLength(2);
    const [original, copy] = await account.list(api.singleSends.list);
    expect(copy?.['utr']).not.toBe(original?.['utr']);
    expect(copy).toMatchObject({single_send_name: 'Test', status: 3});
  });
});

describe('an automation', () => {
  test('writes to those who are added after it went live, after each wait', async () => {
    await open(1);
    const utr = await automate();
    await account.make(api.schedules.add, {...schedule, utr});
    await account.make(api.schedules.add, {
      ...schedule,
      utr,
      waiting_type: 'hours',
      waiting_period: '2',
      subject: 'Later',
    });
    await upload(['early@example.com,Early']);
    await account.make(api.automations.setLive, {utr});
    await upload(['late@example.com,Late']);
    await upload(['elsewhere@example.com,Else'], '2');
    account.wait(7199);
    expect((await account.mail()).map(({to, subject}) => `${to} ${subject}`)).toEqual(['late@example.com Hello Late']);
    account.wait(1);
    expect(await addresses(utr)).toEqual(['late@example.com', 'late@example.com']);
    const [record] = await account.list(api.automations.list);
    expect(record).toMatchObject({status: 1, total_triggered: 2, automation_schedule_count: 2});
  });

  test('writes to those who are added to its segment', async () => {
    await openKept({kind: 'demo', settings: certain});
    const utr = String((await account.list(api.automations.list))[2]?.['utr']);
    await account.make(api.schedules.add, {...schedule, utr});
    await account.make(api.automations.setLive, {utr});
    await account.make(api.segmentRecipients.add, {
      segment_id: '1',
      first_name: 'Seg',
      last_name: 'Ment',
      email: 'seg@example.com',
    });
    account.wait(1);
    expect(await addresses(utr)).toEqual(['seg@example.com']);
  });

  test('is woken by a new schedule for those who came since it went live', async () => {
    await open(0);
    const utr = await automate();
    await account.make(api.automations.setLive, {utr});
    await upload(['late@example.com,Late']);
    account.wait(60);
    await account.make(api.schedules.add, {...schedule, utr});
    account.wait(1);
    expect((await account.mail()).map(({to, triggered_at}) => [to, triggered_at])).toEqual([
      ['late@example.com', '2026-11-20T12:01:00.000Z'],
    ]);
  });

  test('that is paused writes to nobody, and forgets them', async () => {
    await open(0);
    const utr = await automate();
    await account.make(api.schedules.add, {...schedule, utr, waiting_type: 'hours'});
    await account.make(api.automations.setLive, {utr});
    await upload(['a@example.com,A']);
    await account.make(api.automations.pause, {utr});
    expect((await account.ask(api.automations.pause, {utr})).errors).toBe('Record not found');
    account.wait(7200);
    await account.make(api.automations.setLive, {utr});
    account.wait(7200);
    expect(await addresses()).toEqual([]);
  });

  test('leaves out whoever unsubscribed from an earlier email of its own', async () => {
    await open(0, {unsubscribeRate: '1'});
    const utr = await automate();
    await account.make(api.schedules.add, {...schedule, utr});
    await account.make(api.schedules.add, {...schedule, utr, waiting_type: 'days', waiting_period: '1'});
    await account.make(api.automations.setLive, {utr});
    await upload(['a@example.com,A']);
    account.wait(10 * 86_400);
    expect(await addresses()).toEqual(['a@example.com']);
    const [record] = await account.list(api.automations.list);
    expect(record).toMatchObject({total_triggered: 1, total_unsubscribe: 1});
  });

  test('needs a group to go live', async () => {
    await openKept({kind: 'demo'});
    const utr = String((await account.list(api.automations.list))[1]?.['utr']);
    expect((await account.ask(api.automations.setLive, {utr})).errors).toBe(
      'Unsubscribe group require to live automation',
    );
    const {value} = await account.ask(api.automations.details, {utr});
    expect(value).toMatchObject({status: 0, live_at: null, unsubscribe_group_id: null});
  });

  test('that is copied has the same emails under new utrs, and is a draft', async () => {
    await openKept({kind: 'demo'});
    const [welcome] = await account.list(api.automations.list);
    const utr = await account.make(api.automations.duplicate, {utr: String(welcome?.['utr'])});
    const {value} = await account.ask(api.automations.details, {utr});
    expect(value).toMatchObject({automation_name: 'Welcome', status: 0, live_at: null, total_triggered: 0});
    const [own, copied] = await Promise.all(
      [String(welcome?.['utr']), utr].map(each => account.list(api.schedules.list, {utr: each})),
    );
    expect(copied?.map(({subject}) => subject)).toEqual(own?.map(({subject}) => subject));
    expect(new Set([...(own ?? []), ...(copied ?? [])].map(row => row['utr'])).size).toBe(4);
  });
});

describe('unsubscribing from a mail', () => {
  test('is one row, with its group, in both lists, and the counters count it', async () => {
    await open(2, {unsubscribeRate: '1'});
    const utr = await account.make(api.singleSends.create, mailing);
    account.wait(10);
    const everyone = await account.list(api.unsubscribes.list);
    expect(everyone.map(row => row['unsubscribe_groups_id'])).toEqual([1, 1]);
    expect(await account.list(api.groupRecipients.list, {groupId: '1'})).toEqual(everyone);
    expect((await account.list(api.groups.list))[0]).toMatchObject({unsubscribe_clients_count: 2});
    expect(await send(utr)).toMatchObject({triggered: 2, unsubscribes: 2});
    const again = await account.make(api.singleSends.create, mailing);
    account.wait(10);
    expect(await send(again)).toMatchObject({status: 3, triggered: 0});
    await account.make(api.unsubscribes.delete, {id: String(everyone[0]?.['id'])});
    expect(await account.list(api.groupRecipients.list, {groupId: '1'})).toHaveLength(1);
  });
});

describe('numbers', () => {
  const mixed = {unsubscribeRate: '0.3'};

  const play = async (seed: number, waits: readonly number[]) => {
    await open(150, mixed, seed);
    const utr = await account.make(api.singleSends.create, mailing);
    for (const seconds of waits) {
      account.wait(seconds);
      await account.list(api.singleSends.list);
    }
    const {utr: _, ...numbers} = await send(utr);
    return {utr, numbers, mail: await account.mail()};
  };

  test('are those of the mail that is shown', {tags: ['long']}, async () => {
    const {numbers, mail} = await play(1, [60]);
    const count = (test: (row: (typeof mail)[number]) => boolean) => mail.filter(test).length;
    expect(numbers).toMatchObject({
      triggered: 150,
      delivered: count(row => row.delivered_at !== null),
      bounces: count(row => row.bounced_at !== null),
      unique_opens: count(row => row.opens > 0),
      total_opens: mail.reduce((sum, {opens}) => sum + opens, 0),
      unsubscribes: count(row => row.unsubscribed_at !== null),
    });
    expect(count(row => row.bounced_at !== null && (row.opens > 0 || row.delivered_at !== null))).toBe(0);
    const gone = (await account.list(api.unsubscribes.list)).map(row => row['email_address']);
    expect(gone.sort()).toEqual(
      mail
        .filter(row => row.unsubscribed_at !== null)
        .map(({to}) => to)
        .sort(),
    );
    expect(Number(numbers['bounces'])).toBeGreaterThan(0);
    expect(Number(numbers['total_opens'])).toBeGreaterThan(Number(numbers['unique_opens']));
  });

  test('are the same for the same seed, however often anybody looks', {tags: ['long']}, async () => {
    const once = await play(7, [60]);
    const often = await play(
      7,
      Array.from({length: 60}, () => 1),
    );
    expect(often).toEqual(once);
  });
});

describe('a sender', () => {
  test('is verified some time after the mail, which is only sent again until then', async () => {
    await open(0);
    const isVerified = async () => (await account.list(api.senders.list))[0]?.['is_verified'];
    account.wait(3);
    expect(await isVerified()).toBe(0);
    await account.make(api.senders.resendMail, {sender_id: '1'});
    expect((await account.list(api.senders.list))[0]?.['send_at']).toBe('2026-11-20 12:00:03');
    account.wait(4);
    expect(await isVerified()).toBe(0);
    account.wait(1);
    expect(await isVerified()).toBe(1);
    expect((await account.ask(api.senders.resendMail, {sender_id: '1'})).errors).toBe('Record Not Found');
  });
});
