import {bulkDeletion, operation} from '../api/operation.js';
import {many, one, params, record, text} from '../api/schema.js';
import {unsubscriber} from './unsubscribers.js';

export const group = record({
  id: 'integer',
  user_id: 'integer',
  rand_id: 'text',
  group_name: 'text',
  description: 'text',
  is_display: 'flag',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  unsubscribe_clients_count: 'integer?',
});

const content = params({
  group_name: {type: 'text', required: true, help: 'Name of the group', option: 'name'},
  description: {type: 'text', required: true, help: 'What people of this group no longer get'},
  is_display: {
    type: 'flag',
    required: true,
    help: 'Offer the group on the unsubscribe preferences page',
    option: 'display',
  },
});

const groupId = {type: 'integer', required: true, help: 'Id of the unsubscribe group', value: 'group'} as const;

export const operations = {
  list: operation('GET /unsubscribes-groups', {effect: 'reads', returns: many('unsubscribesGroups', group)}),
  create: operation('POST /unsubscribes-groups/save', {
    effect: 'creates',
    params: content,
    returns: text('Saved Successfully'),
  }),
  details: operation('GET /unsubscribes-groups/details?id', {
    effect: 'reads',
    params: {id: groupId},
    returns: one('unsubscribesGroup', group),
  }),
  update: operation('POST /unsubscribes-groups/update?id', {
    effect: 'updates',
    params: {id: groupId, ...content},
    returns: text('Updated Successfully'),
  }),
};

export const recipientOperations = {
  add: operation('POST /unsubscribes-groups/manually-add', {
    effect: 'creates',
    params: {
      unsubscribe_groups_id: {...groupId, option: 'group'},
      email_address: {
        type: 'text',
        required: true,
        help: 'Address to add; several with commas between',
        option: 'email',
        value: 'address',
      },
    },
    returns: text('Added Successfully'),
  }),
  list: operation('GET /unsubscribes-groups/recipients-list?groupId', {
    effect: 'reads',
    params: {groupId: {...groupId, option: 'group'}},
    returns: many('recipients', unsubscriber),
  }),
  delete: operation('DELETE /unsubscribes-groups/recipients-delete?id', {
    effect: 'deletes',
    params: {id: {type: 'integer', required: true, help: 'Id of the recipient'}},
    returns: text('Deleted Successfully'),
  }),
  bulkDelete: bulkDeletion('POST /unsubscribes-groups/recipients-bulk-delete'),
};
