import {bulkDeletion, operation} from '../api/operation.js';
import {many, record, text} from '../api/schema.js';
import {type Resource, resource} from '../commands/command.js';
import {create} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';

export const notificationRecipient = record({
  id: 'integer',
  user_id: 'integer',
  email_address: 'text',
  email_owner: 'text',
  created_at: 'timestamp',
  updated_at: 'timestamp',
});

export const operations = {
  list: operation('GET /notification-recipients', {
    effect: 'reads',
    returns: many('notifications', notificationRecipient),
  }),
  add: operation('POST /notification-recipient/save', {
    effect: 'creates',
    params: {
      email_address: {
        type: 'text',
        format: 'address',
        required: true,
        help: 'Email address',
        option: 'email',
        value: 'address',
      },
      email_owner: {type: 'text', required: true, help: 'Name of its owner', option: 'owner', value: 'name'},
    },
    returns: text('Added Successfully'),
  }),
  delete: operation('DELETE /notification-recipient/delete?id', {
    effect: 'deletes',
    params: {id: {type: 'integer', required: true, help: 'Id of the recipient'}},
    returns: text('Deleted Successfully'),
  }),
  bulkDelete: bulkDeletion('POST /notification-recipient/bulk-delete'),
};

const noun = {one: 'notification recipient', many: 'notification recipients'};

const notificationRecipients: Resource = resource({
  record: notificationRecipient,
  key: 'id',
  label: 'email_address',
  noun,
  list: operations.list,
  see: 'emk notification-recipients list',
  operations,
  commands: {
    list: list(operations.list, {
      summary: 'List notification recipients',
      columns: ['id', 'email_address', 'email_owner', 'created_at'],
      key: 'id',
      noun,
      examples: ['emk notification-recipients list', 'emk notification-recipients list -o csv'],
    }),
    add: create(operations.add, {
      summary: 'Add a notification recipient',
      key: 'id',
      noun,
      list: operations.list,
      by: ['email_address', 'email_owner'],
      examples: [
        'emk notification-recipients add --email ops@example.com --owner "Ops team"',
        'emk notification-recipients add --email ops@example.com --owner Ops -o id',
      ],
    }),
    delete: remove(operations.delete, {
      summary: 'Delete notification recipients',
      noun,
      bulk: operations.bulkDelete,
      list: operations.list,
      names: {list: operations.list, key: 'id', label: 'email_address'},
      examples: ['emk notification-recipients delete 3', 'emk notification-recipients delete 3 4 --yes'],
    }),
  },
});

export default notificationRecipients;
