import type {Account, Form} from './account.js';
import * as api from './operations.js';

const csv = (text: string) => ({filename: 'people.csv', type: 'text/csv', bytes: Buffer.from(text)});

/** The fields of a contact, a sender, a group, a mailing and a schedule that the demo account takes. */
export const contact = {contact_type_id: '1', email: 'new@example.com', country: '1', first_name: 'New'};

export const sender = {
  from_name: 'Zed',
  from_email: 'zed@acme.example',
  reply_to_email: 'zed@acme.example',
  country_id: '1',
  company_address: '1 Street',
  nickname: 'Z',
};

export const group = {group_name: 'Monthly', description: 'Once a month', is_display: '1'};

export const mailing = {
  template_id: '1',
  template_html: '<p>Hi ((first_name))</p>',
  sender_id: '1',
  unsubscribe_group_id: '1',
  single_send_name: 'Test',
  subject: 'Hi ((first_name))',
  preheader: 'Look',
  recipient_id: ['contacts_1'],
  schedule_type: '0',
};

export const schedule = {
  sender_id: '1',
  subject: 'Hello ((first_name))',
  waiting_period: '1',
  waiting_type: 'instantly',
  template_id: '4',
  preview_img: 'welcome.svg',
};

const utrOf = async (
  account: Account,
  operation: typeof api.automations.list | typeof api.singleSends.list,
  index = 0,
) => String((await account.list(operation))[index]?.['utr']);

const automation = async (account: Account, index: number) => utrOf(account, api.automations.list, index);
const idOfLast = async (account: Account, operation: Parameters<Account['list']>[0], input: Form = {}) =>
  String((await account.list(operation, input)).at(-1)?.['id']);

/** For every operation with input, what makes it succeed in the demo account. */
export const inputs: {readonly [route: string]: (account: Account) => Promise<Form>} = {
  [api.contactTypes.create.route]: async () => ({name: 'Leads'}),
  [api.contactTypes.details.route]: async () => ({contact_type_id: '1'}),
  [api.contactTypes.update.route]: async () => ({id: '1', name: 'News'}),
  [api.contactTypes.delete.route]: async account => {
    await account.make(api.contactTypes.create, {name: 'Gone'});
    return {contact_type_id: await idOfLast(account, api.contactTypes.list)};
  },
  [api.contacts.create.route]: async () => contact,
  [api.contacts.upload.route]: async () => ({contact_type_id: '1', file: csv('email\nup@example.com\n')}),
  [api.contacts.details.route]: async () => ({contact_id: '9'}),
  [api.contacts.update.route]: async () => ({...contact, contact_id: '1'}),
  [api.contacts.delete.route]: async () => ({contact_id: '2'}),
  [api.contacts.bulkDelete.route]: async () => ({strIds: ['3', '99999']}),
  [api.fields.create.route]: async () => ({field_name: 'shoe_size', field_type: 'number'}),
  [api.fields.delete.route]: async account => {
    await account.make(api.fields.create, {field_name: 'hat_size', field_type: 'number'});
    return {id: await idOfLast(account, api.fields.custom)};
  },
  [api.segments.delete.route]: async () => ({segment_id: '2'}),
  [api.segmentRecipients.list.route]: async () => ({segment_id: '1'}),
  [api.segmentRecipients.add.route]: async () => ({
    segment_id: '1',
    first_name: 'Seg',
    last_name: 'Ment',
    email: 'seg@example.com',
  }),
  [api.segmentRecipients.delete.route]: async () => ({segment_recipient_id: '1'}),
  [api.unsubscribes.add.route]: async () => ({email_address: 'a@example.com, b@example.com'}),
  [api.unsubscribes.delete.route]: async () => ({id: '1'}),
  [api.unsubscribes.bulkDelete.route]: async account => ({strIds: [await idOfLast(account, api.unsubscribes.list)]}),
  [api.groups.create.route]: async () => group,
  [api.groups.details.route]: async () => ({id: '1'}),
  [api.groups.update.route]: async () => ({...group, id: '1'}),
  [api.groupRecipients.add.route]: async () => ({unsubscribe_groups_id: '1', email_address: 'c@example.com'}),
  [api.groupRecipients.list.route]: async account => {
    await account.make(api.groupRecipients.add, {unsubscribe_groups_id: '2', email_address: 'd@example.com'});
    return {groupId: '2'};
  },
  [api.groupRecipients.delete.route]: async account => ({
    id: await idOfLast(account, api.groupRecipients.list, {groupId: '2'}),
  }),
  [api.groupRecipients.bulkDelete.route]: async account => {
    await account.make(api.groupRecipients.add, {unsubscribe_groups_id: '3', email_address: 'e@example.com'});
    return {strIds: [await idOfLast(account, api.groupRecipients.list, {groupId: '3'})]};
  },
  [api.senders.create.route]: async () => sender,
  [api.senders.details.route]: async () => ({sender_id: '1'}),
  [api.senders.update.route]: async () => ({...sender, sender_id: '1'}),
  [api.senders.delete.route]: async account => {
    await account.make(api.senders.create, sender);
    return {sender_id: await idOfLast(account, api.senders.list)};
  },
  [api.senders.resendMail.route]: async () => ({sender_id: '2'}),
  [api.singleSends.create.route]: async () => mailing,
  [api.singleSends.duplicate.route]: async account => ({utr: await utrOf(account, api.singleSends.list)}),
  [api.singleSends.details.route]: async account => ({utr: await utrOf(account, api.singleSends.list, 1)}),
  [api.singleSends.update.route]: async account => ({
    ...mailing,
    utr: await utrOf(account, api.singleSends.list, 2),
  }),
  [api.singleSends.delete.route]: async account => ({utr: await account.make(api.singleSends.create, mailing)}),
  [api.singleSends.bulkDelete.route]: async account => ({
    strIds: [await account.make(api.singleSends.create, mailing)],
  }),
  [api.automations.create.route]: async () => ({type: 'custom', automation_name: 'New', unsubscribe_group_id: '1'}),
  [api.automations.duplicate.route]: async account => ({utr: await automation(account, 0)}),
  [api.automations.details.route]: async account => ({utr: await automation(account, 0)}),
  [api.automations.pause.route]: async account => ({utr: await automation(account, 0)}),
  [api.automations.setLive.route]: async account => ({utr: await automation(account, 2)}),
  [api.automations.delete.route]: async account => ({utr: await automation(account, 2)}),
  [api.automations.bulkDelete.route]: async account => ({strIds: [await idOfLast(account, api.automations.list)]}),
  [api.schedules.list.route]: async account => ({utr: await automation(account, 0)}),
  [api.schedules.add.route]: async account => ({...schedule, utr: await automation(account, 0)}),
  [api.schedules.delete.route]: async account => {
    const [first] = await account.list(api.schedules.list, {utr: await automation(account, 0)});
    return {utr: String(first?.['utr'])};
  },
  [api.notifications.add.route]: async () => ({email_address: 'n@example.com', email_owner: 'Nora'}),
  [api.notifications.delete.route]: async () => ({id: '1'}),
  [api.notifications.bulkDelete.route]: async () => ({strIds: ['2']}),
};
