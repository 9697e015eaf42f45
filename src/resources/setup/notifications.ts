import type {Group} from '../../commands/command.js';
import {list} from '../../commands/verbs/list.js';
import {remove} from '../../commands/verbs/remove.js';
import notifications, {operations} from '../../endpoints/notifications.js';
import {addNotifications} from './add-notifications.js';

export default {
  commands: {
    list: list(operations.list, {
      of: notifications,
      summary: 'List notifications',
      columns: ['id', 'email_address', 'email_owner', 'created_at'],
      examples: ['emk notifications list', 'emk notifications list -o csv'],
    }),
    add: addNotifications,
    delete: remove(operations.delete, {
      of: notifications,
      summary: 'Delete notifications',
      examples: ['emk notifications delete ops@acme.example', 'emk notifications delete ceo@acme.example --yes'],
    }),
  },
} satisfies Group;
