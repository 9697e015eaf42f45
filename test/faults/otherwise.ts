import type {Change, Preparation} from './change.js';
import {content, moment, numbers, several, utrs, waking} from './demo.js';

const mailing = ['single-sends', 'create', '--name', 'May', ...content];
const another = '--allow-duplicate';
const olga = ['--email', 'olga@acme.example', '--first-name', 'Olga', '--country', '83'];

/** The day for kept copies of deleted records. */
const today = new Date().toISOString().slice(0, 10);

/** More addresses than fit into one request, or into one batch of deletions. */
const many: Preparation = {
  path: '/global-unsubscribes/save',
  fields: {
    email_address: numbers(1, 205)
      .map(at => `left${at}@example.com`)
      .join(),
  },
  times: 1,
};
const placeless: Preparation = {
  path: '/sender/save',
  fields: {
    from_name: 'Ada',
    from_email: 'ada@lovelace.example',
    reply_to_email: 'ada@lovelace.example',
    country_id: '101',
    company_address: '1 Main St',
    nickname: 'ada',
  },
  times: 1,
};
const secondStep: Preparation = {
  path: '/automations/schedule/create',
  fields: {
    utr: utrs.birthday,
    sender_id: '1',
    subject: 'Step #',
    waiting_period: '1',
    waiting_type: 'days',
    template_id: '2',
    preview_img: 'newsletter.svg',
  },
  times: 2,
};

/**
 * The same operations in their other ways: beside a similar record, where a lost answer is hard to settle; without a
 * lookup; several records, one request each or in batches; files; fields that are emptied or depend on each other.
 */
export const otherwise: readonly Change[] = [
  ...[
    {name: 'a contact type', line: ['contact-types', 'create', 'Leads'], route: 'POST /contacts-type/add'},
    {
      name: 'a contact',
      line: ['contacts', 'create', '--type', '3', '--email', 'ada@lovelace.example', '--country', '101', waking],
      route: 'POST /contacts/add',
    },
    {name: 'a send', line: [...mailing, '--template', '2', ...moment], route: 'POST /single/send/create'},
  ].flatMap(({name, line, route}) => [
    {name: `create ${name} if it is missing`, line: [...line, '--if-missing'], routes: [route]},
    {name: `create ${name} without a look`, line: [...line, '--no-lookup'], routes: [route]},
  ]),
  {
    name: 'create another contact type of a name',
    line: ['contact-types', 'create', 'Staff', another],
    routes: ['POST /contacts-type/add'],
  },
  {
    name: 'create another contact of an address',
    line: ['contacts', 'create', '--type', '3', ...olga, another, waking],
    routes: ['POST /contacts/add'],
  },
  {
    name: 'move a contact',
    line: ['contacts', 'update', '16', '--type', '1', waking],
    routes: ['POST /contacts/update'],
  },
  {
    name: 'empty fields of a contact',
    line: ['contacts', 'update', '3', '--city', '', '--last-name', ''],
    routes: ['POST /contacts/update'],
  },
  {
    name: 'let a contact live in another country',
    line: ['contacts', 'update', '3', '--country', '101'],
    routes: ['POST /contacts/update'],
  },
  {
    name: 'delete 4 contacts, 2 at a time',
    line: ['contacts', 'delete', ...numbers(4, 4), '--concurrency', '2'],
    routes: several(4, 'DELETE /contacts/delete?contact_id'),
  },
  {
    name: 'delete two segments',
    line: ['segments', 'delete', '1', '2'],
    routes: several(2, 'DELETE /segment/delete?segment_id'),
  },
  {
    name: 'put the people of a file into a segment',
    line: ['segments', 'recipients', 'add', '--segment', '2', '--file', 'people.csv', waking],
    routes: several(3, 'POST /segment/email/store'),
  },
  {
    name: 'put the people of a file into a segment, 3 at a time',
    line: ['segments', 'recipients', 'add', '--segment', '2', '--file', 'people.csv', '--concurrency', '3', waking],
    routes: several(3, 'POST /segment/email/store'),
  },
  {
    name: 'put a contact into a segment by its address',
    line: ['segments', 'recipients', 'add', '--segment', '2', '--email', 'ann@example.com', '--no-lookup', waking],
    routes: ['POST /segment/email/store'],
  },
  {
    name: 'unsubscribe 205 addresses of a file',
    line: ['unsubscribers', 'add', '--file', 'many.txt'],
    routes: several(3, 'POST /global-unsubscribes/save'),
  },
  {
    name: 'unsubscribe those who left elsewhere',
    line: ['unsubscribers', 'add', '--from', 'export.csv', '--bounced'],
    routes: ['POST /global-unsubscribes/save'],
  },
  {
    name: 'take two addresses off the unsubscribers',
    line: ['unsubscribers', 'delete', '1', '2'],
    routes: several(2, 'DELETE /global-unsubscribes/delete?id'),
  },
  {
    name: 'take 205 addresses off the unsubscribers',
    line: ['unsubscribers', 'delete', ...numbers(4, 205), '--max-delete', '300'],
    routes: several(2, 'POST /global-unsubscribes/bulk-delete'),
    before: [many],
  },
  {
    name: 'hide an unsubscribe group',
    line: ['unsubscribe-groups', 'update', '2', '--no-display', '--description', 'Few'],
    routes: ['POST /unsubscribes-groups/update?id'],
  },
  {
    name: 'put 205 addresses of a file into an unsubscribe group',
    line: ['unsubscribe-groups', 'recipients', 'add', '--group', '2', '--file', 'many.txt'],
    routes: several(3, 'POST /unsubscribes-groups/manually-add'),
  },
  {
    name: 'take two addresses out of an unsubscribe group',
    line: ['unsubscribe-groups', 'recipients', 'delete', '4', '5', '--group', '2'],
    routes: several(2, 'DELETE /unsubscribes-groups/recipients-delete?id'),
    before: [
      {
        path: '/unsubscribes-groups/manually-add',
        fields: {unsubscribe_groups_id: '2', email_address: 'leaves#@example.com'},
        times: 2,
      },
    ],
  },
  {
    name: 'create another sender of an address',
    line: [
      ...['senders', 'create', '--from-name', 'Acme', '--from-email', 'news@acme.example', '--reply-to'],
      ...['news@acme.example', '--country', '101', '--company-address', '1 Main St', '--nickname', 'News', another],
    ],
    routes: ['POST /sender/save'],
  },
  {
    name: 'let a sender be in another country',
    line: ['senders', 'update', '1', '--country', '101'],
    routes: ['POST /sender/update'],
  },
  {
    name: 'update a sender without state and city',
    line: ['senders', 'update', '3', '--nickname', 'Countess', '--zip-code', ''],
    routes: ['POST /sender/update'],
    before: [placeless],
  },
  {
    name: 'delete two senders',
    line: ['senders', 'delete', '1', '2', '--force', 'sender-exists'],
    routes: several(2, 'DELETE /sender/delete?sender_id'),
  },
  {
    name: 'create another send of a name',
    line: ['single-sends', 'create', '--name', 'Autumn preview', ...content, '--template', '2', ...moment, another],
    routes: ['POST /single/send/create'],
  },
  {
    name: 'send at once, and look at nothing',
    line: [...mailing, '--template', '2', '--now', '--no-lookup'],
    routes: ['POST /single/send/create'],
  },
  {
    name: 'schedule a send of HTML to those whom another list leaves',
    line: [
      ...mailing,
      '--template',
      '1',
      '--html',
      '@letter.html',
      '--except',
      'contacts_3',
      '--max-recipients',
      '50',
      ...moment,
    ],
    routes: ['POST /single/send/create'],
  },
  {
    name: 'move a send to another day',
    line: ['single-sends', 'update', utrs.autumn, ...moment, '--max-recipients', '50'],
    routes: ['POST /single/send/update'],
  },
  {
    name: 'move a send by a day',
    line: ['single-sends', 'reschedule', utrs.autumn, '--at', '+1 day'],
    routes: ['POST /single/send/update'],
  },
  {
    name: 'take a send back',
    line: ['single-sends', 'cancel', utrs.autumn],
    routes: ['DELETE /single/send/delete?utr'],
  },
  {
    name: 'send again what was taken back',
    line: ['single-sends', 'create', '--from-file', `${today}-1`, ...moment],
    first: {line: ['single-sends', 'cancel', utrs.autumn]},
    routes: ['POST /single/send/create'],
  },
  {
    name: 'send once more a week later',
    line: ['single-sends', 'copy', utrs.autumn, '--at', '+7 days'],
    routes: ['POST /single/send/create'],
  },
  {
    name: 'send a scheduled send at once',
    line: ['single-sends', 'update', utrs.autumn, '--now'],
    routes: ['POST /single/send/update'],
  },
  {
    name: 'give a send other contents and another audience',
    line: [
      'single-sends',
      'update',
      utrs.autumn,
      '--template',
      '1',
      '--html',
      '@letter.html',
      '--to',
      'contacts_2',
      '--except',
      '',
    ],
    routes: ['POST /single/send/update'],
  },
  {
    name: 'copy a send without a look',
    line: ['single-sends', 'duplicate', utrs.autumn, '--no-lookup'],
    routes: ['POST /single/send/duplicate?utr'],
  },
  {
    name: 'delete three sends, all at a time',
    line: ['single-sends', 'delete', utrs.spring, utrs.summer, utrs.autumn, '--concurrency', '3'],
    routes: several(3, 'DELETE /single/send/delete?utr'),
  },
  {
    name: 'delete two sends in one request by their ids',
    line: ['single-sends', 'delete', utrs.spring, utrs.summer, '--bulk-ids', 'id'],
    routes: ['POST /single/send/bulk-delete'],
  },
  {
    name: 'create another automation of a name',
    line: [
      ...['automations', 'create', '--type', 'custom', '--name', 'Birthday', '--for', 'contacts_2', '--group', '1'],
      another,
    ],
    routes: ['POST /automations/create'],
  },
  {
    name: 'copy an automation without a look',
    line: ['automations', 'duplicate', utrs.birthday, '--no-lookup'],
    routes: ['GET /automations/duplicate?utr'],
  },
  {
    name: 'delete two automations',
    line: ['automations', 'delete', utrs.birthday, utrs.winBack],
    routes: several(2, 'DELETE /automations/delete?utr'),
  },
  {
    name: 'add a step of HTML that waits, without a look',
    line: [
      ...[
        'automations',
        'schedules',
        'add',
        '--automation',
        utrs.welcome,
        '--from',
        '1',
        '--subject',
        'A week with us',
      ],
      ...['--unit', 'days', '--wait', '7', '--template', '1', '--html', '@letter.html', '--no-lookup', waking],
    ],
    routes: ['POST /automations/schedule/create'],
  },
  {
    name: 'delete two steps of an automation',
    line: ['automations', 'schedules', 'delete', 'Step 1', 'Step 2', '--automation', utrs.birthday],
    routes: several(2, 'DELETE /automations/schedule/delete?utr'),
    before: [secondStep],
  },
  {
    name: 'add another notification recipient of an address',
    line: ['notification-recipients', 'add', '--email', 'ops@acme.example', '--owner', 'Olga Ops', another],
    routes: ['POST /notification-recipient/save'],
  },
  {
    name: 'delete two notification recipients',
    line: ['notification-recipients', 'delete', '1', '2'],
    routes: several(2, 'DELETE /notification-recipient/delete?id'),
  },
  {
    name: 'delete a contact by hand',
    line: ['api', 'DELETE', '/contacts/delete', '--query', 'contact_id=4'],
    routes: ['DELETE /contacts/delete?contact_id'],
  },
  {
    name: 'delete contacts in one request by hand',
    line: ['api', 'POST', '/contacts/bulk-delete', '--urlencoded', '-f', 'strIds[]=4', '-f', 'strIds[]=5'],
    routes: ['POST /contacts/bulk-delete'],
  },
  {
    name: 'pause an automation by hand',
    line: ['api', 'GET', '/automations/pause', '--query', `utr=${utrs.welcome}`],
    routes: ['GET /automations/pause?utr'],
  },
  {
    name: 'upload a file by hand',
    line: ['api', 'POST', '/contacts/upload-csv', '-f', 'contact_type_id=3', '-F', 'file=@newsletter.csv'],
    routes: ['POST /contacts/upload-csv'],
  },
];
