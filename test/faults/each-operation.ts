import {content, ids, moment, several, utrs, waking} from '../support/demo.js';
import {type Change, change, type Preparation} from './change.js';

const person = '--first-name Ada --last-name Lovelace --email ada@lovelace.example';

const unsubscribed: Preparation = {
  path: '/global-unsubscribes/save',
  fields: {email_address: 'left#@example.com'},
  times: 22,
};
const annTwice: Preparation = {
  path: '/contacts/add',
  fields: {email: 'ann@example.com', contact_type_id: '1', country: '101'},
  times: 1,
};
const told: Preparation = {
  path: '/notification-recipient/save',
  fields: {email_address: 'told#@example.com', email_owner: 'Owner #'},
  times: 22,
};
const leaving: Preparation = {
  path: '/unsubscribes-groups/manually-add',
  fields: {unsubscribe_groups_id: '2', email_address: 'leaves#@example.com'},
  times: 22,
};

/** Every changing operation, by its command. A test compares it with the endpoint table. */
export const eachOperation: readonly Change[] = [
  change('create a list', 'lists create Leads', 'POST /contacts-type/add'),
  change('rename a list', 'lists update 3 --name Team', 'POST /contacts-type/update'),
  change('delete a list', 'lists delete 3', 'DELETE /contacts-type/delete?contact_type_id'),
  change('delete two lists', 'lists delete 2 3', several(2, 'DELETE /contacts-type/delete?contact_type_id')),
  change(
    'create a contact',
    `contacts create --list 3 --email ada@lovelace.example --country 101 ${waking}`,
    'POST /contacts/add',
  ),
  change('update a contact', 'contacts update 3 --first-name Chlo', 'POST /contacts/update'),
  change('delete a contact', 'contacts delete 4', 'DELETE /contacts/delete?contact_id'),
  change('delete 3 contacts', 'contacts delete 4 5 6', several(3, 'DELETE /contacts/delete?contact_id')),
  change('delete 22 contacts', `contacts delete ${ids(1, 22)}`, 'POST /contacts/bulk-delete'),
  change('delete the surplus of a list', 'contacts delete --doubles --list 1', 'DELETE /contacts/delete?contact_id', {
    before: [annTwice],
  }),
  change(
    'import contacts into a new type with a new field',
    `contacts import leads.csv --list Leads ${waking} --create-list --create-fields`,
    ['POST /contacts-type/add', 'POST /custom-fields/save', 'POST /contacts/upload-csv'],
    {resumes: true, without: ['late-commit']},
  ),
  change(
    'bring a list in line with a file',
    `contacts sync newsletter.csv --list Newsletter --update first_name ${waking}`,
    [...several(2, 'POST /contacts/update'), 'POST /contacts/upload-csv'],
    {resumes: true, without: ['late-commit']},
  ),
  change('create a field', 'fields create shoe_size --kind number', 'POST /custom-fields/save'),
  change('delete a field', 'fields delete 12', 'DELETE /custom-fields/delete?id'),
  change('delete two fields', 'fields delete 12 13', several(2, 'DELETE /custom-fields/delete?id')),
  change('delete a segment', 'segments delete 2', 'DELETE /segment/delete?segment_id'),
  change(
    'put somebody into a segment',
    `segments recipients add --segment 2 ${person} ${waking}`,
    'POST /segment/email/store',
  ),
  change(
    'take somebody out of a segment',
    'segments recipients delete 1 --segment 1',
    'DELETE /segment/email/delete?segment_recipient_id',
  ),
  change(
    'take two out of a segment',
    'segments recipients delete 1 2 --segment 1',
    several(2, 'DELETE /segment/email/delete?segment_recipient_id'),
  ),
  change('unsubscribe an address', 'unsubscribes add --email ada@lovelace.example', 'POST /global-unsubscribes/save'),
  change(
    'unsubscribe two addresses',
    'unsubscribes add --email ada@lovelace.example --email eve@example.com',
    'POST /global-unsubscribes/save',
  ),
  change('take an address off the unsubscribes', 'unsubscribes delete 1', 'DELETE /global-unsubscribes/delete?id'),
  change(
    'take 22 addresses off the unsubscribes',
    `unsubscribes delete ${ids(4, 22)}`,
    'POST /global-unsubscribes/bulk-delete',
    {before: [unsubscribed]},
  ),
  change(
    'create a group',
    'groups create --name Daily --description "Our daily email" --display',
    'POST /unsubscribes-groups/save',
  ),
  change('rename a group', 'groups update 2 --name Monthly', 'POST /unsubscribes-groups/update?id'),
  change(
    'put two addresses into a group',
    'groups recipients add --group 2 --email ada@lovelace.example --email eve@example.com',
    'POST /unsubscribes-groups/manually-add',
  ),
  change(
    'take an address out of a group',
    'groups recipients delete 3 --group 1',
    'DELETE /unsubscribes-groups/recipients-delete?id',
  ),
  change(
    'take 22 addresses out of a group',
    `groups recipients delete ${ids(4, 22)} --group 2`,
    'POST /unsubscribes-groups/recipients-bulk-delete',
    {before: [leaving]},
  ),
  change(
    'create a sender',
    'senders create --from-name Ada --from-email ada@lovelace.example --reply-to ada@lovelace.example --country 101 --address-line1 "1 Main St" --nickname ada',
    'POST /sender/save',
  ),
  change('update a sender', 'senders update 1 --from-name Acme', 'POST /sender/update'),
  change('delete a sender', 'senders delete 2', 'DELETE /sender/delete?sender_id'),
  change('verify a sender', 'senders verify 2', 'GET /sender/resend-mail?sender_id'),
  change('schedule a send', `mailings create --name May ${content} --template 2 ${moment}`, 'POST /single/send/create'),
  change('send at once', `mailings create --name May ${content} --template 2 --now`, 'POST /single/send/create'),
  change('update a send', `mailings update ${utrs.autumn} --subject Look`, 'POST /single/send/update'),
  change('copy a send', `mailings duplicate ${utrs.autumn}`, 'POST /single/send/duplicate?utr'),
  change('delete a send', `mailings delete ${utrs.autumn}`, 'DELETE /single/send/delete?utr'),
  change(
    'delete two sends',
    `mailings delete ${utrs.spring} ${utrs.summer}`,
    several(2, 'DELETE /single/send/delete?utr'),
  ),
  change(
    'delete two sends in one request',
    `mailings delete ${utrs.spring} ${utrs.summer} --bulk-ids utr`,
    'POST /single/send/bulk-delete',
  ),
  change(
    'create an automation',
    'automations create --kind welcome --name Hello --for list:Customers --group 1',
    'POST /automations/create',
  ),
  change('copy an automation', `automations duplicate ${utrs.birthday}`, 'GET /automations/duplicate?utr'),
  change('pause an automation', `automations pause ${utrs.welcome}`, 'GET /automations/pause?utr'),
  change('set an automation live', `automations set-live ${utrs.welcome}`, 'GET /automations/set-live?utr', {
    before: [{path: `/automations/pause?utr=${utrs.welcome}`, fields: {}, times: 1}],
  }),
  change('delete an automation', `automations delete ${utrs.birthday}`, 'DELETE /automations/delete?utr'),
  change(
    'delete two automations in one request',
    `automations delete ${utrs.birthday} ${utrs.winBack} --bulk-ids utr`,
    'POST /automations/bulk-delete',
  ),
  change(
    'add a step to an automation',
    `automations emails add --automation ${utrs.birthday} --from 1 --subject "Happy birthday" --unit instantly --template 2 ${waking}`,
    'POST /automations/schedule/create',
  ),
  change(
    'delete a step of an automation',
    `automations emails delete "Two days with us" --automation ${utrs.welcome}`,
    'DELETE /automations/schedule/delete?utr',
  ),
  change(
    'add a notification',
    'notifications add --email ada@lovelace.example --owner Ada',
    'POST /notification-recipient/save',
  ),
  change('delete a notification', 'notifications delete 2', 'DELETE /notification-recipient/delete?id'),
  change('delete 22 notifications', `notifications delete ${ids(3, 22)}`, 'POST /notification-recipient/bulk-delete', {
    before: [told],
  }),
  change('ask for a change by hand', 'api POST /contacts-type/add -f name=Leads', 'POST /contacts-type/add'),
];
