import {
  bulkDeletion,
  collection,
  deletion,
  many,
  one,
  operation,
  record,
  refers,
  text,
  utr,
  utrOf,
  words,
} from '../api/describe/operation.js';
import type {Loose, Reference} from '../api/describe/schema.js';
import {audience, group} from './audience.js';

export const automation = record({
  id: 'integer',
  user_id: 'integer',
  automation_for: refers(audience.kinds, 'integer|null', 'automation_for_table'),
  automation_for_table: 'text|null',
  automation_name: 'text',
  exit_criteria: 'integer',
  unsubscribe_group_id: refers(() => import('./groups.js'), 'text|null'),
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

/** Whether it mails people who join its audience. */
export const isLive = ({status}: Loose): boolean => Number(status) === 1;

const itself: Reference = async () => ({default: automations});

const automationUtr = utrOf('automation', 'The automation, by name or code', itself);

export const operations = {
  list: operation('GET /automations', {effect: 'reads', returns: many('automations', automation)}),
  create: operation('POST /automations/create', {
    effect: 'creates',
    params: {
      type: {
        type: 'text',
        required: true,
        option: 'kind',
        choices: ['welcome', 'custom'],
        meanings: {
          welcome: 'greets people who join a list or segment',
          custom: 'any other series of emails, such as a birthday or a course',
        },
        help: 'Kind of automation: welcome greets people who join, custom is any other series of emails',
      },
      automation_name: {type: 'text', help: 'Name of the automation', option: 'name'},
      automation_for: {...audience, help: 'Who it writes to: list:<name> or segment:<name>', option: 'for'},
      unsubscribe_group_id: group,
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
  delete: deletion('DELETE /automations/delete?utr', {utr: automationUtr}),
  bulkDelete: bulkDeletion('POST /automations/bulk-delete'),
};

const automations = collection({
  record: automation,
  key: 'utr',
  label: 'automation_name',
  beside: ({status}) => [automation.status.words[status]],
  place: ({id}) => -id,
  noun: {one: 'automation', many: 'automations'},
  operations,
});

export default automations;
