import {bulkDeletion, operation} from '../api/operation.js';
import {many, one, record, text, utr, words} from '../api/schema.js';

export const automation = record({
  id: 'integer',
  user_id: 'integer',
  automation_for: 'integer',
  automation_for_table: 'text',
  automation_name: 'text',
  exit_criteria: 'integer',
  unsubscribe_group_id: 'text',
  automation_type: 'integer',
  utr: 'uuid',
  status: words('draft', 'live'),
  live_at: 'moment|null',
  total_triggered: 'integer',
  total_delivered: 'integer',
  total_unique_opens: 'integer',
  total_opens: 'integer',
  total_bounces: 'integer',
  total_unsubscribe: 'integer',
  deleted_at: 'timestamp|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  automation_schedule_count: 'integer?',
});

export const schedule = record({
  id: 'integer',
  user_id: 'integer',
  automation_id: 'integer',
  sender_id: 'integer',
  template_id: 'integer',
  subject: 'text',
  waiting_period: 'integer',
  waiting_type: 'text',
  utr: 'uuid',
  preview_img: 'text',
  template_json: 'text',
  template_html: 'text',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  design_url: 'text',
  image: 'text',
});

const automationUtr = {type: 'text', required: true, help: 'The automation', value: 'utr'} as const;

export const operations = {
  list: operation('GET /automations', {effect: 'reads', returns: many('automations', automation)}),
  create: operation('POST /automations/create', {
    effect: 'creates',
    params: {
      type: {type: 'text', required: true, choices: ['welcome', 'custom'], help: 'Kind of automation'},
      automation_name: {type: 'text', help: 'Name of the automation', option: 'name'},
      automation_for: {
        type: 'text',
        help: 'Who it writes to: contacts_<id> or segments_<id>',
        option: 'for',
        value: 'audience',
        limits: {
          pattern: /^(contacts|segments)_\d+$/,
          says: 'must look like contacts_<contact type id> or segments_<segment id>',
        },
      },
      unsubscribe_group_id: {
        type: 'integer',
        required: true,
        help: 'Unsubscribe group that people can leave',
        from: () => import('./unsubscribe-groups.js'),
        option: 'group',
        value: 'group',
      },
    },
    returns: utr,
  }),
  duplicate: operation('GET /automations/duplicate?utr', {
    effect: 'creates',
    params: {utr: automationUtr},
    returns: utr,
  }),
  details: operation('GET /automations/details?utr', {
    effect: 'reads',
    params: {utr: automationUtr},
    returns: one('automation', automation),
  }),
  pause: operation('GET /automations/pause?utr', {
    effect: 'acts',
    params: {utr: automationUtr},
    returns: text('Automation Paused Successfully'),
  }),
  setLive: operation('GET /automations/set-live?utr', {
    effect: 'sends',
    params: {utr: automationUtr},
    returns: text('Automation has been set live'),
  }),
  delete: operation('DELETE /automations/delete?utr', {
    effect: 'deletes',
    params: {utr: automationUtr},
    returns: text('Deleted Successfully'),
  }),
  bulkDelete: bulkDeletion('POST /automations/bulk-delete'),
};

export const scheduleOperations = {
  list: operation('GET /automations/schedule?utr', {
    effect: 'reads',
    params: {utr: {...automationUtr, option: 'automation'}},
    returns: many('automation_schedules', schedule),
  }),
  add: operation('POST /automations/schedule/create', {
    effect: 'creates',
    params: {
      utr: {...automationUtr, option: 'automation'},
      sender_id: {
        type: 'integer',
        required: true,
        help: 'Who the email comes from',
        from: () => import('./senders.js'),
        option: 'from',
        value: 'sender',
      },
      subject: {type: 'text', required: true, help: 'Subject line'},
      waiting_period: {
        type: 'integer',
        required: true,
        help: 'How many days or hours to wait; 1 for an instant email',
        option: 'wait',
      },
      waiting_type: {
        type: 'text',
        required: true,
        choices: ['instantly', 'days', 'hours'],
        help: 'What the wait is counted in',
        option: 'unit',
      },
      template_id: {
        type: 'integer',
        required: true,
        help: 'Design template',
        from: () => import('./templates.js'),
        option: 'template',
        value: 'template',
      },
      preview_img: {
        type: 'text',
        required: true,
        help: "The template's preview image, as its list names it",
        option: 'preview',
      },
      template_json: {type: 'text', help: 'Template as JSON, instead of HTML', value: 'json'},
      template_html: {type: 'text', help: 'Template as HTML, instead of JSON', value: 'html'},
    },
    returns: text('Schedule Added'),
  }),
  delete: operation('DELETE /automations/schedule/delete?utr', {
    effect: 'deletes',
    params: {utr: {type: 'text', required: true, help: 'The schedule', value: 'utr'}},
    returns: text('Deleted Successfully'),
  }),
};
