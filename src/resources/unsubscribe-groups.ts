import {bulkDeletion, operation} from '../api/operation.js';
import {many, one, params, record, text} from '../api/schema.js';
import {type Resource, resource} from '../commands/command.js';
import {create} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import {show} from '../commands/verbs/show.js';
import {update} from '../commands/verbs/update.js';
import {addGroupRecipients} from './unsubscriber-add.js';
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
    negatable: true,
  },
});

const groupId = {type: 'integer', required: true, help: 'Id of the unsubscribe group', value: 'group'} as const;

export const operations = {
  list: operation('GET /unsubscribes-groups', {effect: 'reads', returns: many('unsubscribesGroups', group)}),
  create: operation('POST /unsubscribes-groups/save', {
    effect: 'creates',
    params: {...content, group_name: {...content.group_name, byPosition: true}},
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
      unsubscribe_groups_id: groupId,
      email_address: {
        type: 'text',
        required: true,
        help: 'Address to add; several with commas between',
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

const noun = {one: 'unsubscribe group', many: 'unsubscribe groups'};
const recipientNoun = {one: 'recipient', many: 'recipients'};

const recipients: Resource = resource({
  record: unsubscriber,
  key: 'id',
  label: 'email_address',
  noun: recipientNoun,
  list: recipientOperations.list,
  see: 'emk unsubscribe-groups recipients list',
  operations: recipientOperations,
  commands: {
    list: list(recipientOperations.list, {
      summary: 'List who left a group',
      columns: ['id', 'email_address', 'created_at'],
      key: 'id',
      noun: recipientNoun,
      parent: {list: operations.list, key: 'id', noun},
      examples: [
        'emk unsubscribe-groups recipients list 4',
        'emk unsubscribe-groups recipients list 4 -o csv > left.csv',
      ],
    }),
    add: addGroupRecipients(operations, recipientOperations),
    delete: remove(recipientOperations.delete, {
      summary: 'Take addresses out of a group, so that they get its mail again',
      noun: recipientNoun,
      bulk: recipientOperations.bulkDelete,
      list: recipientOperations.list,
      within: {
        groupId: {
          type: 'integer',
          help: 'The group they are in, to check that they are, and afterwards that they are gone',
          option: 'group',
          value: 'group',
        },
      },
      examples: [
        'emk unsubscribe-groups recipients delete 31',
        'emk unsubscribe-groups recipients delete 31 32 --group 4 --yes',
      ],
    }),
  },
});

const groups: Resource = resource({
  record: group,
  key: 'id',
  label: 'group_name',
  noun,
  list: operations.list,
  see: 'emk unsubscribe-groups list',
  operations,
  commands: {
    list: list(operations.list, {
      summary: 'List unsubscribe groups',
      columns: ['id', 'group_name', 'description', 'is_display', 'unsubscribe_clients_count'],
      key: 'id',
      noun,
      examples: ['emk unsubscribe-groups list', 'emk unsubscribe-groups list --where is_display=yes -o json'],
    }),
    show: show(operations.details, {
      noun,
      summary: 'Show one unsubscribe group',
      key: 'id',
      examples: ['emk unsubscribe-groups show 4', 'emk unsubscribe-groups show 4 -o json'],
    }),
    create: create(operations.create, {
      summary: 'Create an unsubscribe group',
      key: 'id',
      noun,
      list: operations.list,
      by: ['group_name', 'description'],
      examples: [
        'emk unsubscribe-groups create --name Weekly --description "Our weekly letter" --display',
        'emk unsubscribe-groups create Staff --description "Internal mail" --no-display',
      ],
    }),
    update: update(operations.update, {
      noun,
      summary: 'Change an unsubscribe group; whatever is not given stays as it is',
      read: operations.details,
      key: 'id',
      examples: [
        'emk unsubscribe-groups update 4 --name Monthly',
        'emk unsubscribe-groups update 4 --no-display --dry-run',
      ],
    }),
  },
  nested: {recipients: {summary: 'Who left a group', ...recipients}},
});

export default groups;
