import {bulkDeletion, operation} from '../api/operation.js';
import {many, record, text} from '../api/schema.js';
import {type Resource, resource} from '../commands/command.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import {addUnsubscribers} from './unsubscriber-add.js';

export const unsubscriber = record({
  id: 'integer',
  user_id: 'integer',
  unsubscribe_groups_id: 'integer|null',
  email_address: 'text',
  created_at: 'timestamp',
  updated_at: 'timestamp',
});

export const operations = {
  list: operation('GET /global-unsubscribes', {effect: 'reads', returns: many('unSubscribers', unsubscriber)}),
  add: operation('POST /global-unsubscribes/save', {
    effect: 'creates',
    params: {
      email_address: {
        type: 'text',
        required: true,
        help: 'Address to unsubscribe; several with commas between',
        value: 'address',
      },
    },
    returns: text('Added Successfully'),
  }),
  delete: operation('DELETE /global-unsubscribes/delete?id', {
    effect: 'deletes',
    params: {id: {type: 'integer', required: true, help: 'Id of the entry'}},
    returns: text('Deleted Successfully'),
  }),
  bulkDelete: bulkDeletion('POST /global-unsubscribes/bulk-delete'),
};

const noun = {one: 'unsubscriber', many: 'unsubscribers'};

const unsubscribers: Resource = resource({
  record: unsubscriber,
  key: 'id',
  label: 'email_address',
  noun,
  list: operations.list,
  see: 'emk unsubscribers list',
  operations,
  commands: {
    list: list(operations.list, {
      summary: 'List the addresses that get no mail',
      columns: ['id', 'email_address', 'unsubscribe_groups_id', 'created_at'],
      key: 'id',
      noun,
      examples: ['emk unsubscribers list', "emk unsubscribers list --where 'email_address~@example.com' -o id"],
    }),
    add: addUnsubscribers(operations),
    delete: remove(operations.delete, {
      summary: 'Take addresses off the list, so that they get mail again',
      noun,
      bulk: operations.bulkDelete,
      list: operations.list,
      names: {list: operations.list, key: 'id', label: 'email_address'},
      examples: [
        'emk unsubscribers delete 7',
        "emk unsubscribers list --where 'email_address~@old.example' -o id | emk unsubscribers delete - --yes",
      ],
    }),
  },
});

export default unsubscribers;
