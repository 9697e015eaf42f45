/** What a form without an id, or with an invalid one, gets, as PHP's framework answers. */
import {afterAll, beforeAll, describe, expect, test} from 'vitest';
import type {Operation} from '../../../src/api/describe/schema.js';
import {type Account, type Form, openAccount} from './account.js';
import {contact, mailing, schedule, sender} from './inputs.js';
import * as api from './operations.js';

const member = {first_name: 'A', last_name: 'B', email: 'a@example.com'};

/** A form that lacks only its record's id, and the name of the id. */
const forms: readonly (readonly [Operation, Form, string])[] = [
  [api.contacts.update, contact, 'contact_id'],
  [api.contactTypes.update, {name: 'News'}, 'id'],
  [api.groupRecipients.add, {email_address: 'a@example.com'}, 'unsubscribe_groups_id'],
  [api.segmentRecipients.add, member, 'segment_id'],
  [api.senders.update, sender, 'sender_id'],
  [api.singleSends.update, mailing, 'utr'],
  [api.schedules.add, schedule, 'utr'],
];

const bulk = [
  api.contacts.bulkDelete,
  api.unsubscribes.bulkDelete,
  api.groupRecipients.bulkDelete,
  api.notifications.bulkDelete,
  api.singleSends.bulkDelete,
  api.automations.bulkDelete,
];

describe('each form', () => {
  let account: Account;
  beforeAll(async () => {
    account = await openAccount({kind: 'demo'});
  });
  afterAll(() => account.close());

  test.each(forms.map(form => [form[0].route, ...form] as const))('%s', async (_, operation, form, name) => {
    const words = name.replaceAll('_', ' ');
    const complaint = async (input: Form) => (await account.ask(operation, input)).errors;
    expect(await complaint(form)).toEqual({[name]: [`The ${words} field is required.`]});
    for (const value of ['1x', ' 1 OR 1=1', ['1']])
      expect(await complaint({...form, [name]: value})).toEqual({[name]: [`The selected ${words} is invalid.`]});
  });

  test.each(bulk.map(operation => [operation.route, operation] as const))(
    '%s takes an array only',
    async (_, operation) => {
      expect((await account.ask(operation, {strIds: '1,2'})).errors).toEqual({
        strIds: ['The str ids must be an array.'],
      });
    },
  );
});
