import {changing, type Group} from '../../commands/command.js';
import {list} from '../../commands/verbs/list.js';
import {mustBeListed} from '../../commands/verbs/listed.js';
import {remove} from '../../commands/verbs/remove.js';
import groupRecipients, {operations} from '../../endpoints/group-recipients.js';
import groups from '../../endpoints/groups.js';
import {mailAgainInWords, somePeople} from '../../who-left/mail-again.js';
import {addressOptions, addressQuestions} from '../shared/address-options.js';

export default {
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
        group: {
          type: 'integer',
          required: true,
          byPosition: true,
          value: 'group',
          help: 'The group',
          question: 'Which group?',
          from: () => import('../../endpoints/groups.js'),
        },
        ...addressOptions,
      },
      calls: [groups.list, operations.list, operations.add],
      asks: addressQuestions,
      examples: [
        'emk groups recipients add "Weekly news" ada@example.com',
        'emk groups recipients add "Weekly news" --file left.txt',
      ],
      gives: 'done',
      checkFirst: async (...given) => (await import('../shared/wanted-addresses.js')).checkAddressesFirst(...given),
      async run(context, input) {
        await mustBeListed(context, groups, input.group);
        const {unsubscribeAddresses} = await import('../shared/leaving-book.js');
        return unsubscribeAddresses(context, input);
      },
    }),
    delete: remove(operations.delete, {
      of: groupRecipients,
      summary: 'Remove addresses from a group, so that they get its mail again',
      mailAgain: {of: somePeople, sentence: mailAgainInWords},
      within: {
        groupId: {
          type: 'integer',
          help: 'The group they are in; needed for addresses, and to verify the removal',
          from: () => import('../../endpoints/groups.js'),
          option: 'group',
          value: 'group',
        },
      },
      examples: [
        'emk groups recipients delete mara@example.cz --group "Weekly news"',
        'emk groups recipients delete 2 --yes',
      ],
    }),
  },
} satisfies Group;
