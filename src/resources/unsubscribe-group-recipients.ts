import type {Group} from '../commands/command.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import groupRecipients, {operations} from '../endpoints/unsubscribe-group-recipients.js';
import groups, {operations as groupOperations} from '../endpoints/unsubscribe-groups.js';
import {addGroupRecipients} from './unsubscriber-add.js';

const {noun} = groupRecipients;

export default {
  commands: {
    list: list(operations.list, {
      summary: 'List who left a group',
      columns: ['id', 'email_address', 'created_at'],
      key: 'id',
      noun: noun,
      parent: {...groups, list: groupOperations.list},
      examples: [
        'emk unsubscribe-groups recipients list 4',
        'emk unsubscribe-groups recipients list 4 -o csv > left.csv',
      ],
    }),
    add: addGroupRecipients,
    delete: remove(operations.delete, {
      summary: 'Take addresses out of a group, so that they get its mail again',
      noun: noun,
      bulk: operations.bulkDelete,
      list: operations.list,
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
} satisfies Group;
