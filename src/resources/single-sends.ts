import {bulkDeletion, operation} from '../api/operation.js';
import {many, params, record, sole, text, utr, words} from '../api/schema.js';

const target = record({id: 'text', table: 'text'});

export const singleSend = record({
  id: 'integer',
  user_id: 'integer',
  template_id: 'integer',
  recipient_id: [target],
  exclude_specific_recipient_id: [target],
  sender_id: 'integer',
  unsubscribe_group_id: 'integer',
  single_send_name: 'text',
  from_sender: 'text',
  reply_to: 'text',
  sender_name: 'text|null',
  sender_address: 'text|null',
  subject: 'text',
  preheader: 'text',
  schedule_type: words('immediate', 'scheduled'),
  schedule_date: 'text',
  schedule_time: 'text',
  status: words('initiate', 'ready', 'running', 'completed'),
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

const sendUtr = {type: 'text', required: true, help: 'The single send', value: 'utr'} as const;
const audience = {
  type: 'text',
  many: true,
  value: 'audience',
  limits: {
    pattern: /^(contacts|segments)_\d+$/,
    says: 'must look like contacts_<contact type id> or segments_<segment id>',
  },
} as const;

const content = params({
  single_send_name: {type: 'text', required: true, help: 'Name, for you alone', option: 'name'},
  subject: {type: 'text', required: true, help: 'Subject line'},
  preheader: {type: 'text', required: true, help: 'Text that inboxes show after the subject'},
  sender_id: {
    type: 'integer',
    required: true,
    help: 'Who it comes from',
    from: () => import('./senders.js'),
    option: 'from',
    value: 'sender',
  },
  unsubscribe_group_id: {
    type: 'integer',
    required: true,
    help: 'Unsubscribe group that people can leave',
    from: () => import('./unsubscribe-groups.js'),
    option: 'group',
    value: 'group',
  },
  recipient_id: {...audience, required: true, help: 'Who gets it: contacts_<id> or segments_<id>', option: 'to'},
  exclude_specific_recipient_id: {...audience, help: 'Who does not, in the same form', option: 'except'},
  template_id: {
    type: 'integer',
    required: true,
    help: 'Design template; 1 is for a template of your own',
    from: () => import('./templates.js'),
    option: 'template',
    value: 'template',
  },
  template_json: {type: 'text', help: 'Template as JSON, instead of HTML', value: 'json'},
  template_html: {type: 'text', help: 'Template as HTML, instead of JSON', value: 'html'},
  schedule_type: {type: 'flag', required: true, help: 'At a set time rather than at once', option: 'scheduled'},
  schedule_date: {type: 'date', help: 'Day it goes out', option: 'date'},
  schedule_time: {type: 'time', help: 'Time it goes out', option: 'time'},
});

export const operations = {
  list: operation('GET /single-send/list', {effect: 'reads', returns: many('singleSends', singleSend)}),
  create: operation('POST /single/send/create', {effect: 'sends', params: content, returns: utr}),
  duplicate: operation('POST /single/send/duplicate?utr', {
    effect: 'sends',
    also: 'GET',
    params: {utr: sendUtr},
    returns: text('Duplicated Successfully'),
  }),
  details: operation('GET /single-send/details?utr', {
    effect: 'reads',
    params: {utr: sendUtr},
    returns: sole('singleSend', singleSend),
  }),
  update: operation('POST /single/send/update', {effect: 'sends', params: {utr: sendUtr, ...content}, returns: utr}),
  delete: operation('DELETE /single/send/delete?utr', {
    effect: 'deletes',
    params: {utr: sendUtr},
    returns: text('Deleted Successfully'),
  }),
  bulkDelete: bulkDeletion('POST /single/send/bulk-delete'),
};
