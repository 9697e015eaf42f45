import type {Group} from '../commands/command.js';
import {create} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import notificationRecipients, {operations} from '../endpoints/notification-recipients.js';

const {noun} = notificationRecipients;

export default {
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
} satisfies Group;
