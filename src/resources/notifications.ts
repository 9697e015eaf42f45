import type {Group} from '../commands/command.js';
import {create} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import notifications, {operations} from '../endpoints/notifications.js';

export default {
  commands: {
    list: list(operations.list, {
      of: notifications,
      summary: 'List notifications',
      columns: ['id', 'email_address', 'email_owner', 'created_at'],
      examples: ['emk notifications list', 'emk notifications list -o csv'],
    }),
    add: create(operations.add, {
      of: notifications,
      summary: 'Add a person who is notified about events in the account',
      by: ['email_address', 'email_owner'],
      duplicates: {by: ['email_address']},
      sheet: ['email_address', 'email_owner'],
      says: added => `${String(added['email_address'])} was added to the notifications.`,
      examples: [
        'emk notifications add ops@example.com --owner "Ops team"',
        'emk notifications add ops@example.com --owner "Ops team" --if-missing',
      ],
    }),
    delete: remove(operations.delete, {
      of: notifications,
      summary: 'Delete notifications',
      examples: ['emk notifications delete ops@acme.example', 'emk notifications delete ceo@acme.example --yes'],
    }),
  },
} satisfies Group;
