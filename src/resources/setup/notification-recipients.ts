import type {Group} from '../../commands/command.js';
import {create} from '../../commands/verbs/create.js';
import {list} from '../../commands/verbs/list.js';
import {remove} from '../../commands/verbs/remove.js';
import notificationRecipients, {operations} from '../../endpoints/notification-recipients.js';

export default {
  commands: {
    list: list(operations.list, {
      of: notificationRecipients,
      summary: 'List notification recipients',
      columns: ['id', 'email_address', 'email_owner', 'created_at'],
      examples: ['emk notification-recipients list', 'emk notification-recipients list -o csv'],
    }),
    add: create(operations.add, {
      of: notificationRecipients,
      summary: 'Add a notification recipient',
      by: ['email_address', 'email_owner'],
      named: {by: ['email_address']},
      sheet: ['id', 'email_address', 'email_owner'],
      says: ({email_address}) => `${email_address} was added to the notification recipients.`,
      examples: [
        'emk notification-recipients add --email ops@example.com --owner "Ops team"',
        'emk notification-recipients add --email ops@example.com --owner Ops -o id',
      ],
    }),
    delete: remove(operations.delete, {
      of: notificationRecipients,
      summary: 'Delete notification recipients',
      bulk: operations.bulkDelete,
      examples: ['emk notification-recipients delete 3', 'emk notification-recipients delete 3 4 --yes'],
    }),
  },
} satisfies Group;
