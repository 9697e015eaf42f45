import {
  bulkDeletion,
  collection,
  deletion,
  many,
  one,
  operation,
  params,
  record,
  refers,
  text,
  utr,
  utrOf,
  words,
  wordsFor,
} from '../api/describe/operation.js';
import type {RecordOf, Reference} from '../api/describe/schema.js';
import {audience, group, ownEmail, sender, targets, template} from './audience.js';

export const mailing = record({
  id: 'integer',
  user_id: 'integer',
  template_id: refers(() => import('./templates.js')),
  recipient_id: targets,
  exclude_specific_recipient_id: refers(audience.kinds, 'json'), // an array whose contents are not documented
  sender_id: refers(() => import('./senders.js')),
  unsubscribe_group_id: refers(() => import('./groups.js')),
  single_send_name: 'text',
  from_sender: 'address',
  reply_to: 'address',
  sender_name: 'text|null',
  sender_address: 'text|null',
  subject: 'text',
  preheader: 'text',
  schedule_type: words('immediate', 'scheduled'),
  schedule_date: 'date|null',
  schedule_time: 'time|null',
  status: wordsFor({initiate: 'new', ready: 'scheduled', running: 'sending', completed: 'sent'}),
  utr: 'uuid',
  template_json: 'text|null',
  template_html: 'text|null',
  triggered: 'integer',
  delivered: 'integer',
  unique_opens: 'integer',
  total_opens: 'integer',
  bounces: 'integer',
  unsubscribes: 'integer',
  unique_open_token: 'json',
  sent_at: 'moment',
  created_at: 'timestamp',
  updated_at: 'timestamp',
});

export type MailingRecord = RecordOf<typeof mailing>;

const itself: Reference = async () => ({default: mailings});

/** The statuses of a mailing after 1, at which it has a moment: it is being sent, it was sent. */
export const RUNNING = 2;
export const SENT = 3;

export const sendUtr = utrOf('mailing', 'The mailing, by name or code', itself);

/** The fields of a mailing except its moment, which `--now` or `--at` gives. */
export const content = params({
  single_send_name: {type: 'text', required: true, help: 'Name; only you see it', option: 'name'},
  subject: {type: 'text', required: true, help: 'Subject line'},
  preheader: {type: 'text', required: true, help: 'Text that inboxes show after the subject'},
  sender_id: sender,
  unsubscribe_group_id: group,
  recipient_id: {
    ...audience,
    many: true,
    required: true,
    help: 'Who gets it: the name of a list or segment; list:<name> where both have it',
    question: 'Who gets it?',
    option: 'to',
  },
  exclude_specific_recipient_id: {
    ...audience,
    many: true,
    help: 'Who does not get it; in the same form',
    question: 'Who does not get it?',
    option: 'except',
  },
  template_id: {...template, help: 'Design template; 1 for an email of your own'},
  ...ownEmail,
});

/** The fields of a mailing as the service accepts them. */
const form = params({
  ...content,
  schedule_type: {type: 'flag', required: true, help: 'At a set time rather than at once'},
  schedule_date: {type: 'date', help: 'Day it goes out'},
  schedule_time: {type: 'time', help: 'Time it goes out'},
});

export const operations = {
  list: operation('GET /single-send/list', {effect: 'reads', returns: many('singleSends', mailing)}),
  create: operation('POST /single/send/create', {effect: 'sends', params: form, returns: utr}),
  duplicate: operation('POST /single/send/duplicate?utr', {
    effect: 'sends',
    also: 'GET',
    params: {utr: sendUtr},
    returns: text('Duplicated Successfully'),
  }),
  details: operation('GET /single-send/details?utr', {
    effect: 'reads',
    params: {utr: sendUtr},
    returns: one('singleSend', mailing, true),
  }),
  update: operation('POST /single/send/update', {effect: 'sends', params: {utr: sendUtr, ...form}, returns: utr}),
  delete: deletion('DELETE /single/send/delete?utr', {utr: sendUtr}),
  bulkDelete: bulkDeletion('POST /single/send/bulk-delete'),
};

const mailings = collection({
  record: mailing,
  key: 'utr',
  label: 'single_send_name',
  // The service calls a mailing new for a while after it was scheduled.
  beside: ({status, sent_at, schedule_type, schedule_date, schedule_time}) =>
    status < RUNNING && Number(schedule_type) === 1
      ? ['scheduled', `${schedule_date} ${schedule_time}`.slice(0, 16)]
      : [mailing.status.words[status], /^[1-9]/.test(sent_at) ? sent_at.slice(0, 16) : ''],
  // What is not out yet is what people work on, and of the others mostly the newest.
  place: ({id, status}) => (status < RUNNING ? -1e12 : 0) - id,
  noun: {one: 'mailing', many: 'mailings'},
  operations,
});

export default mailings;
