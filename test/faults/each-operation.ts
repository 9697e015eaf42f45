import type {Change, Preparation} from './change.js';
import {content, moment, numbers, several, utrs, waking} from './demo.js';

const person = ['--first-name', 'Ada', '--last-name', 'Lovelace', '--email', 'ada@lovelace.example'];

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
const mistyped: Preparation = {
  path: '/contacts/add',
  fields: {email: 'ada@gmial.com', contact_type_id: '1', country: '101'},
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
  {name: 'create a contact type', line: ['contact-types', 'create', 'Leads'], routes: ['POST /contacts-type/add']},
  {
    name: 'rename a contact type',
    line: ['contact-types', 'update', '3', '--name', 'Team'],
    routes: ['POST /contacts-type/update'],
  },
  {
    name: 'delete a contact type',
    line: ['contact-types', 'delete', '3'],
    routes: ['DELETE /contacts-type/delete?contact_type_id'],
  },
  {
    name: 'delete two contact types',
    line: ['contact-types', 'delete', '2', '3'],
    routes: several(2, 'DELETE /contacts-type/delete?contact_type_id'),
  },
  {
    name: 'create a contact',
    line: ['contacts', 'create', '--type', '3', '--email', 'ada@lovelace.example', '--country', '101', waking],
    routes: ['POST /contacts/add'],
  },
  {
    name: 'update a contact',
    line: ['contacts', 'update', '3', '--first-name', 'Chlo'],
    routes: ['POST /contacts/update'],
  },
  {name: 'delete a contact', line: ['contacts', 'delete', '4'], routes: ['DELETE /contacts/delete?contact_id']},
  {
    name: 'delete 3 contacts',
    line: ['contacts', 'delete', '4', '5', '6'],
    routes: several(3, 'DELETE /contacts/delete?contact_id'),
  },
  {
    name: 'delete 22 contacts',
    line: ['contacts', 'delete', ...numbers(1, 22)],
    routes: ['POST /contacts/bulk-delete'],
  },
  {
    name: 'delete the surplus of a list',
    line: ['contacts', 'dedupe', 'doubles.csv'],
    routes: ['POST /contacts/bulk-delete'],
    before: [annTwice],
  },
  {
    name: 'correct a mistyped domain',
    line: ['contacts', 'check', '--fix'],
    routes: ['POST /contacts/update'],
    before: [mistyped],
  },
  {
    name: 'import contacts into a new type with a new field',
    line: [
      ...['contacts', 'import', 'leads.csv', '--type', 'Leads', waking, '--create-type', '--create-fields'],
      ...['--chunk-rows', '2', '--settle-wait', '60ms', '--settle-poll', '20ms', '--settle-max', '3s'],
    ],
    routes: ['POST /contacts-type/add', 'POST /custom-fields/save', ...several(2, 'POST /contacts/upload-csv')],
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'bring a list in line with a file',
    line: [
      ...['contacts', 'sync', 'newsletter.csv', '--type', 'Newsletter', '--update', 'first_name', waking],
      ...['--settle-wait', '60ms', '--settle-poll', '20ms', '--settle-max', '3s'],
    ],
    routes: [...several(2, 'POST /contacts/update'), 'POST /contacts/upload-csv'],
    resumes: true,
    without: ['late-commit'],
  },
  {
    name: 'create a field',
    line: ['fields', 'create', 'shoe_size', '--type', 'number'],
    routes: ['POST /custom-fields/save'],
  },
  {name: 'delete a field', line: ['fields', 'delete', '12'], routes: ['DELETE /custom-fields/delete?id']},
  {
    name: 'delete two fields',
    line: ['fields', 'delete', '12', '13'],
    routes: several(2, 'DELETE /custom-fields/delete?id'),
  },
  {name: 'delete a segment', line: ['segments', 'delete', '2'], routes: ['DELETE /segment/delete?segment_id']},
  {
    name: 'put somebody into a segment',
    line: ['segments', 'recipients', 'add', '--segment', '2', ...person, waking],
    routes: ['POST /segment/email/store'],
  },
  {
    name: 'take somebody out of a segment',
    line: ['segments', 'recipients', 'delete', '1', '--segment', '1'],
    routes: ['DELETE /segment/email/delete?segment_recipient_id'],
  },
  {
    name: 'take two out of a segment that is not named',
    line: ['segments', 'recipients', 'delete', '1', '2'],
    routes: several(2, 'DELETE /segment/email/delete?segment_recipient_id'),
  },
  {
    name: 'unsubscribe an address',
    line: ['unsubscribers', 'add', '--email', 'ada@lovelace.example'],
    routes: ['POST /global-unsubscribes/save'],
  },
  {
    name: 'unsubscribe two addresses',
    line: ['unsubscribers', 'add', '--email', 'ada@lovelace.example', '--email', 'eve@example.com'],
    routes: ['POST /global-unsubscribes/save'],
  },
  {
    name: 'take an address off the unsubscribers',
    line: ['unsubscribers', 'delete', '1'],
    routes: ['DELETE /global-unsubscribes/delete?id'],
  },
  {
    name: 'take 22 addresses off the unsubscribers',
    line: ['unsubscribers', 'delete', ...numbers(4, 22)],
    routes: ['POST /global-unsubscribes/bulk-delete'],
    before: [unsubscribed],
  },
  {
    name: 'create an unsubscribe group',
    line: ['unsubscribe-groups', 'create', '--name', 'Daily', '--description', 'Our daily email', '--display'],
    routes: ['POST /unsubscribes-groups/save'],
  },
  {
    name: 'rename an unsubscribe group',
    line: ['unsubscribe-groups', 'update', '2', '--name', 'Monthly'],
    routes: ['POST /unsubscribes-groups/update?id'],
  },
  {
    name: 'put two addresses into an unsubscribe group',
    line: [
      ...['unsubscribe-groups', 'recipients', 'add', '--group', '2'],
      ...['--email', 'ada@lovelace.example', '--email', 'eve@example.com'],
    ],
    routes: ['POST /unsubscribes-groups/manually-add'],
  },
  {
    name: 'take an address out of an unsubscribe group',
    line: ['unsubscribe-groups', 'recipients', 'delete', '3', '--group', '1'],
    routes: ['DELETE /unsubscribes-groups/recipients-delete?id'],
  },
  {
    name: 'take 22 addresses out of an unsubscribe group',
    line: ['unsubscribe-groups', 'recipients', 'delete', ...numbers(4, 22), '--group', '2'],
    routes: ['POST /unsubscribes-groups/recipients-bulk-delete'],
    before: [leaving],
  },
  {
    name: 'create a sender',
    line: [
      ...['senders', 'create', '--from-name', 'Ada', '--from-email', 'ada@lovelace.example', '--reply-to'],
      ...['ada@lovelace.example', '--country', '101', '--company-address', '1 Main St', '--nickname', 'ada'],
    ],
    routes: ['POST /sender/save'],
  },
  {
    name: 'update a sender',
    line: ['senders', 'update', '1', '--from-name', 'Acme'],
    routes: ['POST /sender/update'],
  },
  {name: 'delete a sender', line: ['senders', 'delete', '2'], routes: ['DELETE /sender/delete?sender_id']},
  {name: 'verify a sender', line: ['senders', 'verify', '2'], routes: ['GET /sender/resend-mail?sender_id']},
  {
    name: 'schedule a send',
    line: ['single-sends', 'create', '--name', 'May', ...content, '--template', '2', ...moment],
    routes: ['POST /single/send/create'],
  },
  {
    name: 'send at once',
    line: ['single-sends', 'create', '--name', 'May', ...content, '--template', '2', '--now'],
    routes: ['POST /single/send/create'],
  },
  {
    name: 'update a send',
    line: ['single-sends', 'update', utrs.autumn, '--subject', 'Look'],
    routes: ['POST /single/send/update'],
  },
  {name: 'copy a send', line: ['single-sends', 'duplicate', utrs.autumn], routes: ['POST /single/send/duplicate?utr']},
  {name: 'delete a send', line: ['single-sends', 'delete', utrs.autumn], routes: ['DELETE /single/send/delete?utr']},
  {
    name: 'delete two sends',
    line: ['single-sends', 'delete', utrs.spring, utrs.summer],
    routes: several(2, 'DELETE /single/send/delete?utr'),
  },
  {
    name: 'delete two sends in one request',
    line: ['single-sends', 'delete', utrs.spring, utrs.summer, '--bulk-ids', 'utr'],
    routes: ['POST /single/send/bulk-delete'],
  },
  {
    name: 'create an automation',
    line: [
      ...['automations', 'create', '--type', 'welcome', '--name', 'Hello', '--for', 'type:Customers', '--group', '1'],
    ],
    routes: ['POST /automations/create'],
  },
  {
    name: 'copy an automation',
    line: ['automations', 'duplicate', utrs.birthday],
    routes: ['GET /automations/duplicate?utr'],
  },
  {name: 'pause an automation', line: ['automations', 'pause', utrs.welcome], routes: ['GET /automations/pause?utr']},
  {
    name: 'set an automation live',
    line: ['automations', 'set-live', utrs.welcome],
    routes: ['GET /automations/set-live?utr'],
    before: [{path: `/automations/pause?utr=${utrs.welcome}`, fields: {}, times: 1}],
  },
  {
    name: 'delete an automation',
    line: ['automations', 'delete', utrs.birthday],
    routes: ['DELETE /automations/delete?utr'],
  },
  {
    name: 'delete two automations in one request',
    line: ['automations', 'delete', utrs.birthday, utrs.winBack, '--bulk-ids', 'utr'],
    routes: ['POST /automations/bulk-delete'],
  },
  {
    name: 'add a step to an automation',
    line: [
      ...[
        'automations',
        'schedules',
        'add',
        '--automation',
        utrs.birthday,
        '--from',
        '1',
        '--subject',
        'Happy birthday',
      ],
      ...['--unit', 'instantly', '--template', '2', waking],
    ],
    routes: ['POST /automations/schedule/create'],
  },
  {
    name: 'delete a step of an automation',
    line: ['automations', 'schedules', 'delete', 'Two days with us', '--automation', utrs.welcome],
    routes: ['DELETE /automations/schedule/delete?utr'],
  },
  {
    name: 'add a notification recipient',
    line: ['notification-recipients', 'add', '--email', 'ada@lovelace.example', '--owner', 'Ada'],
    routes: ['POST /notification-recipient/save'],
  },
  {
    name: 'delete a notification recipient',
    line: ['notification-recipients', 'delete', '2'],
    routes: ['DELETE /notification-recipient/delete?id'],
  },
  {
    name: 'delete 22 notification recipients',
    line: ['notification-recipients', 'delete', ...numbers(3, 22)],
    routes: ['POST /notification-recipient/bulk-delete'],
    before: [told],
  },
  {
    name: 'ask for a change by hand',
    line: ['api', 'POST', '/contacts-type/add', '-f', 'name=Leads'],
    routes: ['POST /contacts-type/add'],
  },
];
