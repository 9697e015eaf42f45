import {afterEach, describe, expect, test} from 'vitest';
import {type Account, openAccount} from './account.js';
import {contact, group, mailing, schedule, sender} from './inputs.js';
import * as api from './operations.js';

let account: Account;
const open = async (options: Parameters<typeof openAccount>[0] = {kind: 'demo'}) => {
  account = await openAccount(options);
};
afterEach(() => account.close());

const ids = (records: readonly {readonly [field: string]: unknown}[]) => records.map(({id}) => id);

describe('contacts', () => {
  test('show the country by name and the type in the list, the id as text and no type in the details', async () => {
    await open();
    const listed = (await account.list(api.contacts.list))[0];
    const {value} = await account.ask(api.contacts.details, {contact_id: '1'});
    expect(listed).toMatchObject({country: 'Germany', contact_type: {id: 1, name: 'Newsletter', deleted_at: null}});
    expect(listed?.['contact_type']).not.toHaveProperty('contacts_count');
    expect(value).toMatchObject({country: '85', fullname: 'Ann Adler'});
    expect(value).not.toHaveProperty('contact_type');
  });

  test('are added as the form has them, absent fields as empty text', async () => {
    await open();
    await account.make(api.contacts.create, {...contact, first_name: null, last_name: 'Only', city: 'Łódź'});
    const {value} = await account.ask(api.contacts.details, {contact_id: '24'});
    expect(value).toMatchObject({first_name: '', last_name: 'Only', fullname: ' Only', city: 'Łódź', alt_email: null});
  });

  test('keep their custom fields through an update, whose form has none', async () => {
    await open();
    const before = (await account.ask(api.contacts.details, {contact_id: '9'})).value;
    await account.make(api.contacts.update, {...contact, contact_id: '9', contact_type_id: '3'});
    const after = (await account.ask(api.contacts.details, {contact_id: '9'})).value;
    expect(after).toMatchObject({contact_type_id: 3, email: 'new@example.com', last_name: ''});
    expect(after).toHaveProperty('custom_field', (before as {custom_field: object}).custom_field);
    expect(after).toHaveProperty('updated_at', '2026-11-20T12:00:00.000000Z');
  });

  test('leave lists and segments when deleted, and their ids are not used again', async () => {
    await open();
    const members = () => account.list(api.segmentRecipients.list, {segment_id: '1'});
    const [first] = await members();
    await account.make(api.contacts.delete, {contact_id: String(first?.['contact_id'])});
    expect(ids(await members())).not.toContain(first?.['id']);
    await account.make(api.contacts.delete, {contact_id: '23'});
    await account.make(api.contacts.create, contact);
    expect(ids(await account.list(api.contacts.list)).slice(-2)).toEqual([22, 24]);
    expect((await account.ask(api.contacts.delete, {contact_id: '23'})).errors).toBe('Record Not Found');
  });
});

describe('recipients of a segment', () => {
  test('are contacts of its type where the address is known, and nobody else', async () => {
    await open();
    const add = (email: string) =>
      account.make(api.segmentRecipients.add, {segment_id: '1', first_name: 'A', last_name: 'B', email});
    await add('Greta@vogel.example');
    await add('olga@acme.example');
    const rows = (await account.list(api.segmentRecipients.list, {segment_id: '1'})).slice(-2);
    expect(rows).toMatchObject([
      {contact_id: 13, fullname: 'A B', country: null, address_line1: null},
      {contact_id: null, email: 'olga@acme.example'},
    ]);
  });
});

describe('fields', () => {
  test('belong to nobody and have no times when they are reserved', async () => {
    await open();
    expect((await account.list(api.fields.reserved))[4]).toEqual({
      id: 5,
      user_id: null,
      field_name: 'country',
      field_type: 'text',
      is_reserved: 1,
      created_at: null,
      updated_at: null,
    });
    expect((await account.list(api.fields.custom))[2]).toMatchObject({id: 14, user_id: 1, is_reserved: 0});
    expect((await account.ask(api.fields.delete, {id: '5'})).errors).toBe('Record Not Found');
  });
});

describe('what is deleted', () => {
  test('is listed with its time where the setting says so, and still cannot be addressed', async () => {
    await open({kind: 'demo', settings: {deletedRows: 'listed'}});
    await account.make(api.contacts.bulkDelete, {strIds: ['1', '2', '999']});
    const listed = await account.list(api.contacts.list);
    expect(listed.slice(0, 3).map(row => row['deleted_at'])).toEqual([
      '2026-11-20T12:00:00.000000Z',
      '2026-11-20T12:00:00.000000Z',
      null,
    ]);
    expect((await account.ask(api.contacts.details, {contact_id: '1'})).errors).toBe('Record Not Found');
  });

  test('takes its contacts along when it is a list, unless the setting spares them', async () => {
    await open();
    await account.make(api.contactTypes.delete, {contact_type_id: '2'});
    expect((await account.list(api.contacts.list)).some(row => row['contact_type_id'] === 2)).toBe(false);
    expect(await account.list(api.segmentRecipients.list, {segment_id: '1'})).toHaveLength(1);
    await account.close();
    await open({kind: 'demo', settings: {typeDeletion: 'alone'}});
    await account.make(api.contactTypes.delete, {contact_type_id: '2'});
    const orphan = (await account.list(api.contacts.list)).find(row => row['contact_type_id'] === 2);
    expect(orphan?.['contact_type']).toMatchObject({deleted_at: '2026-11-20T12:00:00.000000Z'});
  });

  test('is gone for good where records have no deleted_at', async () => {
    await open({kind: 'demo', settings: {deletedRows: 'listed'}});
    await account.make(api.notifications.delete, {id: '1'});
    expect(ids(await account.list(api.notifications.list))).toEqual([2]);
  });

  test('of mailings and automations is named by id or utr, as the setting has it', async () => {
    await open({kind: 'demo', settings: {bulkIds: 'utr'}});
    const [first, second] = await account.list(api.singleSends.list);
    expect((await account.ask(api.singleSends.bulkDelete, {strIds: ['1']})).errors).toBe('Record not found');
    await account.make(api.singleSends.bulkDelete, {strIds: [String(first?.['utr']), '2']});
    expect(ids(await account.list(api.singleSends.list))).toEqual([2, 3]);
    await account.close();
    await open({kind: 'demo', settings: {bulkIds: 'id'}});
    const utr = String(second?.['utr']);
    expect((await account.ask(api.singleSends.bulkDelete, {strIds: [utr]})).errors).toBe('Record not found');
    await account.make(api.automations.bulkDelete, {strIds: ['1', '3']});
    expect(ids(await account.list(api.automations.list))).toEqual([2]);
  });

  test('among recipients of groups is never somebody who left everything', async () => {
    await open();
    expect((await account.ask(api.groupRecipients.delete, {id: '1'})).errors).toBe('Record Not Found');
    await account.make(api.groupRecipients.bulkDelete, {strIds: ['1', '2']});
    expect(ids(await account.list(api.unsubscribes.list))).toContain(1);
    expect(ids(await account.list(api.unsubscribes.list))).not.toContain(2);
  });
});

describe('counts', () => {
  test('stand in lists only and count what is there', async () => {
    await open();
    await account.make(api.contacts.delete, {contact_id: '1'});
    await account.make(api.contacts.create, {...contact, contact_type_id: '2'});
    await account.make(api.contacts.update, {
      ...contact,
      email: 'moved@example.com',
      contact_id: '2',
      contact_type_id: '3',
    });
    await account.make(api.contacts.update, {...contact, email: 'kept@example.com', contact_id: '3'});
    await account.make(api.segmentRecipients.delete, {segment_recipient_id: '1'});
    const count = async (operation: Parameters<Account['list']>[0], field: string) =>
      (await account.list(operation)).map(row => row[field]);
    expect(await count(api.contactTypes.list, 'contacts_count')).toEqual([11, 9, 3]);
    expect(await count(api.segments.list, 'segment_emails_count')).toEqual([2, 0]);
    expect(await count(api.automations.list, 'automation_schedule_count')).toEqual([2, 0, 0]);
    expect(await count(api.groups.list, 'unsubscribe_clients_count')).toEqual([1, 1, 0]);
  });
});

describe('unsubscribes', () => {
  test('come several at a time, with commas and spaces between, each once', async () => {
    await open({kind: 'empty'});
    await account.make(api.unsubscribes.add, {email_address: ' a@example.com,b@example.com , ,A@example.com'});
    await account.make(api.groups.create, group);
    await account.make(api.groupRecipients.add, {unsubscribe_groups_id: '1', email_address: 'a@example.com'});
    const rows = await account.list(api.unsubscribes.list);
    expect(rows.map(row => [row['email_address'], row['unsubscribe_groups_id']])).toEqual([
      ['a@example.com', null],
      ['b@example.com', null],
      ['a@example.com', 1],
    ]);
  });

  test('are those of everything only where the setting says so', async () => {
    await open({kind: 'demo', settings: {globalList: 'global-only'}});
    expect(ids(await account.list(api.unsubscribes.list))).toEqual([1]);
  });
});

describe('mailings', () => {
  test('name whom they go to as text and table, and the sender as it was', async () => {
    await open();
    const utr = await account.make(api.singleSends.create, {
      ...mailing,
      recipient_id: ['contacts_1', 'segments_1'],
      exclude_specific_recipient_id: ['contacts_3'],
    });
    await account.make(api.senders.update, {...sender, sender_id: '1'});
    const {value} = await account.ask(api.singleSends.details, {utr});
    expect(value).toMatchObject({
      recipient_id: [
        {id: '1', table: 'contacts_'},
        {id: '1', table: 'segments_'},
      ],
      exclude_specific_recipient_id: [{id: '3', table: 'contacts_'}],
      from_sender: 'news@acme.example',
      schedule_date: '0000-00-00',
      schedule_time: '00:00:00',
      template_json: null,
      template_html: '<p>Hi ((first_name))</p>',
    });
  });

  test('take a day in both of its forms, and a time with and without seconds', async () => {
    await open();
    const scheduled = {...mailing, schedule_type: '1', schedule_date: '27-01-31', schedule_time: '08:30'};
    const utr = await account.make(api.singleSends.create, scheduled);
    expect((await account.ask(api.singleSends.details, {utr})).value).toMatchObject({
      schedule_type: 1,
      schedule_date: '2027-01-31',
      schedule_time: '08:30:00',
    });
  });
});

describe('schedules', () => {
  test('have addresses under the root', async () => {
    await open();
    const utr = String((await account.list(api.automations.list))[1]?.['utr']);
    await account.make(api.schedules.add, {...schedule, utr, template_html: '<b>((first_name))</b>'});
    const [row] = await account.list(api.schedules.list, {utr});
    expect(row).toMatchObject({
      design_url: `${account.sandbox.origin}/design/${row?.['utr']}`,
      image: `${account.sandbox.origin}/images/welcome.svg`,
      template_json: '',
      template_html: '<b>((first_name))</b>',
    });
  });
});
