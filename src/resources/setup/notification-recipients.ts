import type {Group} from '../../commands/command.js';
import {list} from '../../commands/verbs/list.js';
import {remove} from '../../commands/verbs/remove.js';
import notificationRecipients, {operations} from '../../endpoints/notification-recipients.js';
import {addNotificationRecipients} from './add-notification-recipients.js';

export default {
  commands: {
    list: list(operations.list, {
      of: notificationRecipients,
      summary: 'List notification recipients',
      columns: ['id', 'email_address', 'email_owner', 'created_at'],
      examples: ['emk notification-recipients list', 'emk notification-recipients list -o csv'],
    }),
    add: addNotificationRecipients,
    delete: remove(operations.delete, {
      of: notificationRecipients,
      summary: 'Delete notification recipients',
      examples: [
        'emk notification-recipients delete ops@acme.example',
        'emk notification-recipients delete ceo@acme.example --yes',
      ],
    }),
  },
} satisfies Group;
