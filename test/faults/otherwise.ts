import {content, ids, moment, numbers, several, utrs, waking} from '../support/demo.js';
import {words} from '../support/words.js';
import {type Change, change, KEPT, type Preparation} from './change.js';

const mailing = `mailings create --name May ${content}`;
const another = '--allow-duplicate';
const olga = '--email olga@acme.example --first-name Olga --country 83';

/** The day for kept copies of deleted records. */

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
 * The same operations in their other ways: beside a similar record, where a lost answer is hard to settle;
 * several records, one request each or in batches; files; fields that are emptied or depend on each other.
 */
export const otherwise: readonly Change[] = [
  ...[
    {name: 'a list', line: 'lists create Leads', route: 'POST /contacts-type/add'},
    {
      name: 'a contact',
      line: `contacts create --list 3 --email ada@lovelace.example --country 101 ${waking}`,
      route: 'POST /contacts/add',
    },
  ].flatMap(({name, line, route}) => [change(`create ${name} if it is missing`, `${line} --if-missing`, route)]),
  change('create another list of a name', `lists create Staff ${another}`, 'POST /contacts-type/add'),
  change(
    'create another contact of an address',
    `contacts create --list 3 ${olga} ${another} ${waking}`,
    'POST /contacts/add',
  ),
  change('move a contact', `contacts update 16 --list 1 ${waking}`, 'POST /contacts/update'),
  change('empty fields of a contact', 'contacts update 3 --city "" --last-name ""', 'POST /contacts/update'),
  change('let a contact live in another country', 'contacts update 3 --country 101', 'POST /contacts/update'),
  change(
    'delete 4 contacts',
    `contacts delete ${ids(4, 4)} --if-exists`,
    several(4, 'DELETE /contacts/delete?contact_id'),
  ),
  change('delete two segments', 'segments delete 1 2', several(2, 'DELETE /segment/delete?segment_id')),
  change(
    'put the people of a file into a segment',
    `segments recipients add --segment 2 --file people.csv ${waking}`,
    several(3, 'POST /segment/email/store'),
  ),
  change(
    'put a contact into a segment by its address',
    `segments recipients add --segment 2 --email ann@example.com ${waking}`,
    'POST /segment/email/store',
  ),
  change(
    'unsubscribe 205 addresses of a file',
    'unsubscribes add --file many.txt',
    several(3, 'POST /global-unsubscribes/save'),
  ),
  change(
    'unsubscribe those who left elsewhere',
    'unsubscribes add --file export.csv --bounced',
    'POST /global-unsubscribes/save',
  ),
  change(
    'take two addresses off the unsubscribes',
    'unsubscribes delete 1 2',
    several(2, 'DELETE /global-unsubscribes/delete?id'),
  ),
  change(
    'take 205 addresses off the unsubscribes',
    `unsubscribes delete ${ids(4, 205)} --max-delete 300`,
    several(2, 'POST /global-unsubscribes/bulk-delete'),
    {before: [many]},
  ),
  change('hide a group', 'groups update 2 --no-display --description Few', 'POST /unsubscribes-groups/update?id'),
  change(
    'put 205 addresses of a file into a group',
    'groups recipients add --group 2 --file many.txt',
    several(3, 'POST /unsubscribes-groups/manually-add'),
  ),
  change(
    'take two addresses out of a group',
    'groups recipients delete 4 5 --group 2',
    several(2, 'DELETE /unsubscribes-groups/recipients-delete?id'),
    {
      before: [
        {
          path: '/unsubscribes-groups/manually-add',
          fields: {unsubscribe_groups_id: '2', email_address: 'leaves#@example.com'},
          times: 2,
        },
      ],
    },
  ),
  change(
    'create another sender of an address',
    `senders create --from-name Acme --from-email news@acme.example --reply-to news@acme.example --country 101 --address-line1 "1 Main St" --nickname News ${another}`,
    'POST /sender/save',
  ),
  change('let a sender be in another country', 'senders update 1 --country 101', 'POST /sender/update'),
  change(
    'update a sender without state and city',
    'senders update 3 --nickname Countess --postal-code ""',
    'POST /sender/update',
    {before: [placeless]},
  ),
  change(
    'delete two senders',
    'senders delete 1 2 --force sender-exists',
    several(2, 'DELETE /sender/delete?sender_id'),
  ),
  change(
    'create another send of a name',
    `mailings create --name "Autumn preview" ${content} --template 2 ${moment} --force same-name`,
    'POST /single/send/create',
  ),
  change(
    'schedule a send of HTML to those whom another list leaves',
    `${mailing} --template 1 --html @letter.html --except contacts_3 --max-recipients 50 ${moment}`,
    'POST /single/send/create',
  ),
  change(
    'move a send to another day',
    `mailings update ${utrs.autumn} ${moment} --max-recipients 50`,
    'POST /single/send/update',
  ),
  change('move a send by a day', `mailings reschedule ${utrs.autumn} --at "+1 day"`, 'POST /single/send/update'),
  change('take a send back', `mailings cancel ${utrs.autumn}`, 'DELETE /single/send/delete?utr'),
  change('send again what was taken back', `undo ${KEPT} ${moment}`, 'POST /single/send/create', {
    first: {line: words(`mailings cancel ${utrs.autumn}`)},
  }),
  change('send once more a week later', `mailings copy ${utrs.autumn} --at "+7 days"`, 'POST /single/send/create'),
  change('send a scheduled send at once', `mailings update ${utrs.autumn} --now`, 'POST /single/send/update'),
  change(
    'give a send other contents and another audience',
    `mailings update ${utrs.autumn} --template 1 --html @letter.html --to contacts_2 --except ""`,
    'POST /single/send/update',
  ),
  change(
    'delete three sends',
    `mailings delete ${utrs.spring} ${utrs.summer} ${utrs.autumn}`,
    several(3, 'DELETE /single/send/delete?utr'),
  ),
  change(
    'delete two sends in one request by their ids',
    `mailings delete ${utrs.spring} ${utrs.summer} --bulk-ids id`,
    'POST /single/send/bulk-delete',
  ),
  change(
    'create another automation of a name',
    `automations create --kind custom --name Birthday --for contacts_2 --group 1 ${another}`,
    'POST /automations/create',
  ),
  change(
    'delete two automations',
    `automations delete ${utrs.birthday} ${utrs.winBack}`,
    several(2, 'DELETE /automations/delete?utr'),
  ),
  change(
    'add a step of HTML that waits',
    `automations emails add --automation ${utrs.welcome} --from 1 --subject "A week with us" --unit days --wait 7 --template 1 --html @letter.html ${waking}`,
    'POST /automations/schedule/create',
  ),
  change(
    'delete two steps of an automation',
    `automations emails delete "Step 1" "Step 2" --automation ${utrs.birthday}`,
    several(2, 'DELETE /automations/schedule/delete?utr'),
    {before: [secondStep]},
  ),
  change(
    'add another notification of an address',
    `notifications add --email ops@acme.example --owner "Olga Ops" ${another}`,
    'POST /notification-recipient/save',
  ),
  change(
    'delete two notifications',
    'notifications delete 1 2',
    several(2, 'DELETE /notification-recipient/delete?id'),
  ),
  change(
    'delete a contact by hand',
    'api DELETE /contacts/delete --query contact_id=4',
    'DELETE /contacts/delete?contact_id',
  ),
  change(
    'delete contacts in one request by hand',
    'api POST /contacts/bulk-delete -f strIds[]=4 -f strIds[]=5',
    'POST /contacts/bulk-delete',
  ),
  change(
    'pause an automation by hand',
    `api GET /automations/pause --query utr=${utrs.welcome}`,
    'GET /automations/pause?utr',
  ),
  change(
    'upload a file by hand',
    'api POST /contacts/upload-csv -f contact_type_id=3 -F file=@newsletter.csv --unchecked',
    'POST /contacts/upload-csv',
  ),
];
