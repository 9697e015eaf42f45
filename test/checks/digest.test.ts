/** A digest stands for one mailing: whatever changes in it, it becomes another. */
import {expect, test} from 'vitest';
import {digestOf, type Mailing, type SendForm} from '../../src/mailings/mailing.js';

const account = {baseUrl: 'https://mail.example/api', publicKey: 'pk-1'};

const form = {recipient_id: ['contacts_1', 'segments_2'], exclude_specific_recipient_id: ['contacts_3']};

const mailing = {
  name: 'May',
  subject: 'Hello',
  preheader: 'News',
  html: '<p>Hi</p>',
  json: undefined,
  template: {id: 2, record: {html_code: '<p>Template</p>', json_code: null}},
  sender: {id: 1, record: {from_name: 'Acme', from_email: 'news@acme.example', reply_to_email: 'r@acme.example'}},
  group: {id: 1, record: {group_name: 'Weekly'}},
  audience: {people: 12, who: async () => 'twelve people'},
  others: [{utr: 'earlier'}],
  moment: {schedule_type: 1, schedule_date: '2026-05-01', schedule_time: '09:00:00'},
};

const digest = (changes: object = {}, of: object = form, from = account): Promise<string> =>
  digestOf({account: async () => from as never}, of as SendForm, {...mailing, ...changes} as unknown as Mailing);

const {sender, template, moment} = mailing;

test.each([
  ['its name', {name: 'June'}],
  ['its subject', {subject: 'Hello!'}],
  ['its preheader', {preheader: ''}],
  ['its HTML', {html: '<p>Hi.</p>'}],
  ['its template', {template: {id: 3, record: template.record}}],
  ['the HTML of its template', {template: {id: 2, record: {html_code: '<p>Other</p>', json_code: null}}}],
  ['the address it comes from', {sender: {id: 1, record: {...sender.record, from_email: 'eve@acme.example'}}}],
  ['its group', {group: {id: 2, record: {group_name: 'Weekly'}}}],
  ['the people who get it', {audience: {people: 12, who: async () => 'twelve other people'}}],
  ['a mailing like it that was made since', {others: [{utr: 'earlier'}, {utr: 'new'}]}],
  ['its day', {moment: {...moment, schedule_date: '2026-05-02'}}],
  ['that it goes out at once', {moment: {schedule_type: 0}}],
])('it changes with %s', async (_, changes) => {
  expect(await digest(changes)).not.toBe(await digest());
});

test('it changes with the audience and with the account, and with nothing else', async () => {
  expect(await digest({}, {...form, recipient_id: ['contacts_1']})).not.toBe(await digest());
  expect(await digest({}, {...form, exclude_specific_recipient_id: []})).not.toBe(await digest());
  expect(await digest({}, form, {...account, publicKey: 'pk-2'})).not.toBe(await digest());
  expect(await digest({}, form, {...account, baseUrl: 'https://other.example/api'})).not.toBe(await digest());
  const sorted = {...form, recipient_id: ['segments_2', 'contacts_1']};
  expect(await digest({clock: new Date(0)}, sorted)).toBe(await digest());
});

test('it is the same in each run on the sandbox, whose address is another each time', async () => {
  const [one, other] = [1, 2].map(port => ({...account, source: 'sandbox', baseUrl: `http://127.0.0.1:${port}/api`}));
  expect(await digest({}, form, one)).toBe(await digest({}, form, other));
});
