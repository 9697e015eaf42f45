import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Operation} from '../../../src/api/describe/schema.js';
import {type Account, type Form, openAccount} from './account.js';
import {contact, group, mailing, schedule, sender} from './inputs.js';
import * as api from './operations.js';

const upper = 'Record Not Found';
const lower = 'Record not found';
const nobody = '00000000-0000-4000-8000-000000000000';
const member = {first_name: 'A', last_name: 'B', email: 'a@example.com'};
const required = (...names: string[]) =>
  Object.fromEntries(names.map(name => [name, [`The ${name.replaceAll('_', ' ')} field is required.`]]));

let account: Account;
beforeAll(async () => {
  account = await openAccount({kind: 'demo'});
});
afterAll(() => account.close());

const refused = async (operation: Operation, input: Form) => (await account.ask(operation, input)).errors;

/** The documented answer of each operation about a record that does not exist. */
const missing: readonly (readonly [Operation, Form, unknown])[] = [
  [api.unsubscribes.delete, {id: '999'}, upper],
  [api.unsubscribes.bulkDelete, {strIds: ['999', 'x']}, upper],
  [api.segmentRecipients.delete, {segment_recipient_id: '999'}, upper],
  [api.segments.delete, {segment_id: '999'}, upper],
  [api.groups.details, {id: '999'}, upper],
  [api.groupRecipients.list, {groupId: '999'}, upper],
  [api.groupRecipients.delete, {id: '999'}, upper],
  [api.groupRecipients.bulkDelete, {strIds: ['999']}, upper],
  [api.contactTypes.update, {id: '999', name: 'Any'}, upper],
  [api.contactTypes.delete, {contact_type_id: '999'}, upper],
  [api.contacts.details, {contact_id: '999'}, upper],
  [api.contacts.delete, {contact_id: '999'}, upper],
  [api.contacts.bulkDelete, {strIds: ['999']}, upper],
  [api.fields.delete, {id: '999'}, upper],
  [api.automations.details, {utr: nobody}, upper],
  [api.notifications.delete, {id: '999'}, upper],
  [api.notifications.bulkDelete, {strIds: ['999']}, upper],
  [api.senders.details, {sender_id: '999'}, upper],
  [api.senders.delete, {sender_id: '999'}, upper],
  [api.senders.resendMail, {sender_id: '999'}, upper],
  [api.segmentRecipients.list, {segment_id: '999'}, lower],
  [api.singleSends.duplicate, {utr: nobody}, lower],
  [api.singleSends.details, {utr: nobody}, lower],
  [api.singleSends.delete, {utr: nobody}, lower],
  [api.singleSends.bulkDelete, {strIds: [nobody, '999']}, lower],
  [api.automations.pause, {utr: nobody}, lower],
  [api.automations.delete, {utr: nobody}, lower],
  [api.automations.bulkDelete, {strIds: [nobody]}, lower],
  [api.schedules.list, {utr: nobody}, lower],
  [api.schedules.delete, {utr: nobody}, lower],
  // The documentation shows another failure for the first, and none for the others; settings allow both.
  [api.contactTypes.details, {contact_type_id: '999'}, required('field_name', 'field_type')],
  [api.contacts.update, {...contact, contact_id: '999'}, upper],
  [api.groups.update, {...group, id: '999'}, upper],
  [api.groupRecipients.add, {unsubscribe_groups_id: '999', email_address: 'a@example.com'}, upper],
  [api.segmentRecipients.add, {...member, segment_id: '999'}, upper],
  [api.senders.update, {...sender, sender_id: '999'}, upper],
  [api.singleSends.update, {...mailing, utr: nobody}, upper],
  [api.automations.duplicate, {utr: nobody}, upper],
  [api.automations.setLive, {utr: nobody}, upper],
  [api.schedules.add, {...schedule, utr: nobody}, upper],
];

describe('a record that does not exist', () => {
  test.each(missing.map(row => [row[0].route, ...row] as const))('%s', async (_, operation, input, text) => {
    expect(await refused(operation, input)).toEqual(text);
  });

  test('is known to every operation that names one', () => {
    const naming = [...api.everyOperation.values()].filter(
      ({route, params}) => route.includes('?') || 'strIds' in params || route.endsWith('/update'),
    );
    const covered = new Set(missing.map(([{route}]) => route));
    expect(naming.map(({route}) => route).filter(route => !covered.has(route))).toEqual([]);
  });

  test.each([
    ['a list that belongs to nothing', api.automations.list, {}],
    ['the sample', api.contacts.sample, {sample: 'none'}],
  ] as const)('%s', async (_, operation, settings) => {
    const empty = await openAccount({settings});
    expect((await empty.ask(operation)).errors).toBe(upper);
    await empty.close();
  });

  test('an id is a number, not something that begins with one', async () => {
    expect(await refused(api.contacts.details, {contact_id: '1x'})).toBe(upper);
    expect(await refused(api.contacts.details, {contact_id: '1 OR 1=1'})).toBe(upper);
    expect(await refused(api.contacts.details, {})).toBe(upper);
  });
});

const mailingFields = [
  'single_send_name',
  'sender_id',
  'subject',
  'preheader',
  'unsubscribe_group_id',
  'schedule_type',
  'recipient_id',
];
const senderFields = ['from_name', 'from_email', 'reply_to_email', 'country_id', 'company_address', 'nickname'];

/** The answer to an empty form, if it is documented. */
const incomplete: readonly (readonly [Operation, object])[] = [
  [api.contactTypes.create, required('name')],
  [api.contacts.create, required('email')],
  [api.contacts.update, required('email')],
  [api.contacts.upload, required('contact_type_id', 'file')],
  [api.fields.create, required('field_name', 'field_type')],
  [api.groups.create, required('group_name', 'description')],
  [api.groups.update, required('group_name', 'description')],
  [api.groupRecipients.add, required('unsubscribe_groups_id', 'email_address')],
  [api.segmentRecipients.add, required('first_name', 'last_name', 'email')],
  [api.unsubscribes.add, required('email_address')],
  [api.unsubscribes.bulkDelete, {strIds: ['The str ids field is required.']}],
  [api.singleSends.create, required(...mailingFields)],
  [api.singleSends.update, required(...mailingFields)],
  [api.senders.create, required(...senderFields)],
  [api.automations.create, required('type', 'automation_name', 'unsubscribe_group_id')],
  [api.notifications.add, {...required('email_address'), email_owner: ['The name field is required']}],
  [api.contactTypes.details, required('field_name', 'field_type')],
];

describe('parameters that are missing', () => {
  test.each(incomplete.map(row => [row[0].route, ...row] as const))('%s', async (_, operation, errors) => {
    expect(await refused(operation, {})).toEqual(errors);
  });

  test('are named even where the documentation does not list them, once nothing else is missing', async () => {
    const {template_id: _, ...rest} = mailing;
    expect(await refused(api.singleSends.create, rest)).toEqual(required('template_id'));
    expect(await refused(api.contacts.create, {email: 'a@example.com'})).toEqual(
      required('contact_type_id', 'country'),
    );
  });

  test('of a sender go by the name of another form', async () => {
    const {reply_to_email: _, ...rest} = sender;
    expect(await refused(api.senders.update, {...rest, sender_id: '1'})).toEqual(required('email_address'));
  });
});

/** The complaints about a field. */
const bad = (field: string, ...complaints: readonly string[]) => ({
  [field]: complaints.map(text => `The ${field.replaceAll('_', ' ')} ${text}.`),
});

const invalid = (field: string) => ({[field]: [`The selected ${field.replaceAll('_', ' ')} is invalid.`]});

/** Values that the service would refuse. */
const unfit: readonly (readonly [string, Operation, Form, object])[] = [
  ['a short name', api.contactTypes.create, {name: 'X'}, invalid('name')],
  ['one emoji, which is one character', api.contactTypes.create, {name: '🎉'}, invalid('name')],
  ['a short new name', api.contactTypes.update, {id: '1', name: 'X'}, invalid('name')],
  ['a list for a text', api.contactTypes.create, {name: ['Leads']}, invalid('name')],
  ['no address', api.contacts.create, {...contact, email: 'new@'}, invalid('email')],
  ['no such type', api.contacts.create, {...contact, contact_type_id: '999'}, invalid('contact_type_id')],
  ['a country by name', api.contacts.create, {...contact, country: 'Germany'}, invalid('country')],
  [
    'another file',
    api.contacts.upload,
    {contact_type_id: '1', file: {filename: 'a.xlsx', type: 'text/csv', bytes: Buffer.from('email\n')}},
    invalid('file'),
  ],
  ['a text for a file', api.contacts.upload, {contact_type_id: '1', file: 'email'}, invalid('file')],
  ['a field with a space', api.fields.create, {field_name: 'shoe size', field_type: 'text'}, invalid('field_name')],
  ['a reserved field', api.fields.create, {field_name: 'Email', field_type: 'text'}, invalid('field_name')],
  [
    'a known field',
    api.fields.create,
    {field_name: 'AGE', field_type: 'text'},
    bad('field_name', 'has already been taken'),
  ],
  ['an unknown type of field', api.fields.create, {field_name: 'hat', field_type: 'date'}, invalid('field_type')],
  ['one bad address of several', api.unsubscribes.add, {email_address: 'a@example.com,b'}, invalid('email_address')],
  ['a word for a flag', api.groups.create, {...group, is_display: 'yes'}, invalid('is_display')],
  ['a long address', api.senders.create, {...sender, company_address: 'x'.repeat(256)}, invalid('company_address')],
  [
    'a long second line',
    api.senders.update,
    {...sender, sender_id: '1', company_address2: 'x'.repeat(256)},
    invalid('company_address2'),
  ],
  [
    'two templates',
    api.singleSends.create,
    {...mailing, template_json: '{}'},
    bad('template_html', 'field must be empty when template json is present'),
  ],
  [
    'recipients that are not a list',
    api.singleSends.create,
    {...mailing, recipient_id: 'contacts_1'},
    bad('recipient_id', 'must be an array'),
  ],
  [
    'a strange recipient',
    api.singleSends.create,
    {...mailing, recipient_id: ['contacts_1', 'all']},
    {'recipient_id.1': ['The selected recipient_id.1 is invalid.']},
  ],
  [
    'recipients that do not exist',
    api.singleSends.create,
    {...mailing, recipient_id: ['segments_9']},
    {'recipient_id.0': ['The selected recipient_id.0 is invalid.']},
  ],
  [
    'a day that never comes',
    api.singleSends.create,
    {...mailing, schedule_type: '1', schedule_date: '2026-02-30', schedule_time: '08:00:00'},
    invalid('schedule_date'),
  ],
  [
    'an unknown kind of automation',
    api.automations.create,
    {type: 'odd', automation_name: 'A', unsubscribe_group_id: '1'},
    invalid('type'),
  ],
  ['an unknown unit', api.schedules.add, {...schedule, utr: nobody, waiting_type: 'weeks'}, invalid('waiting_type')],
  ['no owner address', api.notifications.add, {email_address: 'ops', email_owner: 'Ops'}, invalid('email_address')],
];

describe('values that do not fit', () => {
  test.each(unfit)('%s', async (_, operation, input, errors) => {
    expect(await refused(operation, input)).toEqual(errors);
  });
});
