import {mustBeListed} from '../change/records/read.js';
import {changing, type Group} from '../commands/command.js';
import {create} from '../commands/verbs/create.js';
import {list, show} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import {update} from '../commands/verbs/update.js';
import groupRecipients, {operations} from '../endpoints/group-recipients.js';
import groups, {operations as groupOperations} from '../endpoints/groups.js';
import {addressOptions, addressQuestions} from './address-options.js';

const recipients = {
  commands: {
    list: list(operations.list, {
      of: groupRecipients,
      summary: 'List the people who unsubscribed from a group',
      columns: ['id', 'email_address', 'created_at'],
      parent: groups,
      examples: [
        'emk groups recipients list "Weekly news"',
        'emk groups recipients list "Weekly news" -o csv > left.csv',
      ],
    }),
    add: changing({
      summary: 'Unsubscribe addresses from a group',
      details:
        'emk skips addresses that have left the group already, and checks afterwards that the new ones are listed.',
      takes: {
        group: {...operations.add.params.unsubscribe_groups_id, byPosition: true, help: 'The group'},
        ...addressOptions,
      },
      calls: [groups.list, operations.list, operations.add],
      asks: addressQuestions,
      examples: [
        'emk groups recipients add "Weekly news" ada@example.com',
        'emk groups recipients add "Weekly news" --file left.txt',
      ],
      gives: 'done',
      checkFirst: async (...given) => (await import('./addresses.js')).checkAddressesFirst(...given),
      async run(context, input) {
        await mustBeListed(context, groups, input.group);
        const {unsubscribeAddresses} = await import('./addresses.js');
        return unsubscribeAddresses(context, input);
      },
    }),
    delete: remove(operations.delete, {
      of: groupRecipients,
      summary: 'Remove addresses from a group, so that they get its mail again',
      mailsAgain: true,
      examples: [
        'emk groups recipients delete mara@example.cz --group "Weekly news"',
        'emk groups recipients delete 2 --group "Weekly news" --yes',
      ],
    }),
  },
} satisfies Group;

/** The fields to show after a group was created or changed. */
const sheet = ['group_name', 'description', 'is_display'] as const;

export default {
  commands: {
    list: list(groupOperations.list, {
      of: groups,
      summary: 'List groups',
      columns: ['id', 'group_name', 'description', 'is_display', 'unsubscribe_clients_count'],
      examples: ['emk groups list', 'emk groups list --where is_display=yes -o json'],
    }),
    show: show(groupOperations.details, {
      of: groups,
      summary: 'Show one group',
      examples: ['emk groups show "Weekly news"', 'emk groups show "Weekly news" -o json'],
    }),
    create: create(groupOperations.create, {
      of: groups,
      summary: 'Create a group',
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
    update: update(groupOperations.update, {
      of: groups,
      summary: "Change a group. Fields you don't name keep their value",
      read: groupOperations.details,
      key: 'id',
      sheet,
      examples: ['emk groups update Offers --name Deals', 'emk groups update "Weekly news" --no-display --dry-run'],
    }),
  },
  nested: {recipients: {summary: 'People who unsubscribed from a group', ...recipients}},
} satisfies Group;
