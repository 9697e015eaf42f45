import type {Group} from '../../commands/command.js';
import {create} from '../../commands/verbs/create.js';
import {list} from '../../commands/verbs/list.js';
import {show} from '../../commands/verbs/show.js';
import {update} from '../../commands/verbs/update.js';
import groups, {operations} from '../../endpoints/groups.js';
import recipients from './group-recipients.js';

/** The fields to show after a group was created or changed. */
const sheet = ['group_name', 'description', 'is_display'] as const;

export default {
  commands: {
    list: list(operations.list, {
      of: groups,
      summary: 'List groups',
      columns: ['id', 'group_name', 'description', 'is_display', 'unsubscribe_clients_count'],
      examples: ['emk groups list', 'emk groups list --where is_display=yes -o json'],
    }),
    show: show(operations.details, {
      of: groups,
      summary: 'Show one group',
      examples: ['emk groups show "Weekly news"', 'emk groups show "Weekly news" -o json'],
    }),
    create: create(operations.create, {
      of: groups,
      summary: 'Create an group',
      by: ['group_name', 'description'],
      duplicates: {by: ['group_name']},
      sheet,
      asks: {
        order: ['group_name', 'description', 'is_display'],
      },
      derives: {
        description: async (_, {group_name: name}) => name,
        is_display: async (_, {group_name: name}) => (name === undefined ? undefined : true),
      },
      examples: [
        'emk groups create --name Weekly --description "Our weekly email" --display',
        'emk groups create Staff --description "Internal mail" --no-display',
      ],
    }),
    update: update(operations.update, {
      of: groups,
      summary: "Change an group. Fields you don't name keep their value",
      read: operations.details,
      key: 'id',
      sheet,
      examples: ['emk groups update Offers --name Deals', 'emk groups update "Weekly news" --no-display --dry-run'],
    }),
  },
  nested: {recipients: {summary: 'People who unsubscribed from a group', ...recipients}},
} satisfies Group;
