import {afterEach, expect, test} from 'vitest';
import {type Account, openAccount} from './account.js';
import {mailing} from './inputs.js';
import * as api from './operations.js';

const opened: Account[] = [];
const open = async (options: Parameters<typeof openAccount>[0]) => {
  const account = await openAccount(options);
  opened.push(account);
  return account;
};
afterEach(() => Promise.all(opened.splice(0).map(account => account.close())));

test('an empty account has what the service gives to everyone, and nothing else', async () => {
  const account = await open({kind: 'empty'});
  expect((await account.list(api.templates.list))[0]).toMatchObject({id: 1, is_blank: 1});
  expect((await account.list(api.fields.reserved)).map(row => row['field_name'])).toEqual(
    'first_name last_name email alt_email country state city address_line1 address_line2 state_province_region postal_code'.split(
      ' ',
    ),
  );
  for (const operation of [
    api.contactTypes.list,
    api.contacts.list,
    api.fields.custom,
    api.segments.list,
    api.senders.list,
    api.singleSends.list,
    api.unsubscribes.list,
    api.groups.list,
    api.notifications.list,
  ])
    expect(await account.list(operation)).toEqual([]);
});

test('the demo account has one of everything that behaves in its own way', async () => {
  const account = await open({kind: 'demo'});
  expect((await account.list(api.automations.list)).map(row => [row['status'], row['unsubscribe_group_id']])).toEqual([
    [1, '1'],
    [0, null],
    [0, '2'],
  ]);
  expect((await account.list(api.senders.list)).map(row => row['is_verified'])).toEqual([1, 0]);
  expect((await account.list(api.singleSends.list)).map(row => row['status'])).toEqual([3, 3, 1]);
  const tags = (await account.ask(api.templates.tags)).value as string[];
  for (const field of await account.list(api.fields.custom)) expect(tags).toContain(field['field_name']);
});

test('nobody in the demo account got mail before they were added', async () => {
  const account = await open({kind: 'demo'});
  const added = new Map((await account.list(api.contacts.list)).map(row => [row['id'], String(row['created_at'])]));
  const mail = await account.mail();
  expect(mail.length).toBeGreaterThan(20);
  for (const {contact_id, triggered_at} of mail)
    if (contact_id !== null) expect(triggered_at >= String(added.get(contact_id)).slice(0, 19)).toBe(true);
});

test('two accounts of one seed are alike, and those of two seeds are not', {tags: ['long']}, async () => {
  const picture = async (seed: number) => {
    const account = await open({kind: 'demo', contacts: 50, seed});
    const {contacts, singleSends, automations, groups, senders} = api;
    const lists = [contacts.list, singleSends.list, automations.list, groups.list, senders.list];
    return Promise.all(lists.map(operation => account.list(operation)));
  };
  const [one, same, other] = [await picture(5), await picture(5), await picture(6)];
  expect(same).toEqual(one);
  other.forEach((list, index) => {
    expect(list).not.toEqual(one[index]);
  });
});

test('a crowd has as many contacts as asked for, each with an address of its own, and can be written to', {
  tags: ['long'],
}, async () => {
  const account = await open({kind: 'empty', contacts: 3210});
  expect(await account.list(api.contactTypes.list)).toMatchObject([{name: 'Everyone', contacts_count: 3210}]);
  const contacts = await account.list(api.contacts.list);
  expect(contacts.map(({id}) => id)).toEqual(Array.from({length: 3210}, (_, index) => index + 1));
  expect(new Set(contacts.map(({email}) => email)).size).toBe(3210);
  expect(new Set(contacts.map(({country}) => country)).size).toBe(7);
  const {sender, group} = {sender: '1', group: '1'};
  await account.make(api.senders.create, {
    from_name: 'A',
    from_email: 'a@example.com',
    reply_to_email: 'a@example.com',
    country_id: '1',
    company_address: 'A',
    nickname: 'A',
  });
  await account.make(api.groups.create, {group_name: 'G', description: 'G', is_display: '1'});
  await account.make(api.singleSends.create, {...mailing, sender_id: sender, unsubscribe_group_id: group});
  account.wait(30);
  expect(await account.list(api.singleSends.list)).toMatchObject([{status: 3, triggered: 3210}]);
});

test('places are those of ISO 3166, and each lies in another', async () => {
  const account = await open({kind: 'empty'});
  const {value} = await account.ask(api.locations.all);
  const {countries, states, cities} = value as {[kind: string]: {[field: string]: unknown}[]};
  expect(countries).toHaveLength(249);
  expect(countries?.find(row => row['sortname'] === 'DE')).toMatchObject({id: 85, name: 'Germany'});
  // Node.js has short forms and signs in some names, and newer ones may have others.
  const names = countries?.map(({name}) => String(name)) ?? [];
  expect(names).toEqual([...names].sort(new Intl.Collator('en').compare));
  expect(names.filter(name => /&|^St\.|.China$|[(]Burma| - /.test(name))).toEqual([]);
  const ids = (rows: {[field: string]: unknown}[] | undefined) => new Set(rows?.map(({id}) => id));
  expect(states?.every(row => ids(countries).has(row['country_id']))).toBe(true);
  expect(cities?.every(row => ids(states).has(row['state_id']))).toBe(true);
  expect(new Set(countries?.map(row => row['sortname'])).size).toBe(249);
});
