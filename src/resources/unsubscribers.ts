import type {Group} from '../commands/command.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import unsubscribers, {operations} from '../endpoints/unsubscribers.js';
import {addUnsubscribers} from './unsubscriber-add.js';

const {noun} = unsubscribers;

export default {
  commands: {
    list: list(operations.list, {
      summary: 'List the addresses that get no mail',
      columns: ['id', 'email_address', 'unsubscribe_groups_id', 'created_at'],
      key: 'id',
      noun,
      examples: ['emk unsubscribers list', "emk unsubscribers list --where 'email_address~@example.com' -o id"],
    }),
    add: addUnsubscribers,
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
} satisfies Group;
