import {changing, type Group} from '../commands/command.js';
import {list} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import unsubscribes, {leftEverything, operations} from '../endpoints/unsubscribes.js';
import type {Computed} from '../records/fields/computed.js';
import {addressOptions, addressQuestions, leaverOptions} from './address-options.js';

/** The column that says what a person left, so that nobody takes one group for all mail. */
const whatWasLeft: Computed = {
  path: 'left',
  instead: [],
  needs: ['unsubscribe_groups_id'],
  read: record => (leftEverything(record) ? 'everything' : 'one group'),
};

export default {
  commands: {
    list: list(operations.list, {
      of: unsubscribes,
      summary: 'List people who unsubscribed, from all mail or from one group',
      details:
        'People who unsubscribed from everything get no mail at all. People who left only a group still get all ' +
        'other mail. The columns "Unsubscribed from" and "Group" say which. For a tool that knows only "unsubscribed": ' +
        '--where unsubscribe_groups_id=.',
      columns: ['id', 'email_address', 'left', 'unsubscribe_groups_id', 'created_at'],
      computed: [whatWasLeft],
      examples: [
        'emk unsubscribes list',
        'emk unsubscribes list --where unsubscribe_groups_id= --columns email_address,created_at -o csv > left.csv',
        "emk unsubscribes list --where 'created_at>=last week'",
      ],
    }),
    add: changing({
      summary: 'Unsubscribe addresses from all mail',
      details:
        'emk skips addresses that are unsubscribed already, and checks afterwards that the new ones are ' +
        'listed.\n\nIf a column of the file says who unsubscribed, as in an export of another tool, emk takes ' +
        'only these people and counts the others. --status-column none takes everybody. emk reports lines without an address and continues with the others.',
      takes: {...addressOptions, ...leaverOptions},
      calls: [operations.list, operations.add],
      asks: addressQuestions,
      examples: [
        'emk unsubscribes add ada@example.com eve@example.com',
        'emk unsubscribes add --file mailchimp-audience.csv',
        'emk unsubscribes add --file bounced.csv --column "E-mail"',
        'sort complaints.txt | emk unsubscribes add --file -',
      ],
      gives: 'done',
      checkFirst: async (...given) => (await import('./addresses.js')).checkAddressesFirst(...given),
      run: async (context, input) => (await import('./addresses.js')).unsubscribeAddresses(context, input),
    }),
    delete: remove(operations.delete, {
      of: unsubscribes,
      summary: 'Remove addresses from the list, so that they get mail again',
      mailsAgain: true,
      examples: [
        'emk unsubscribes delete gone@example.org',
        "emk unsubscribes list --where 'email_address~@old.example' -o id --out old.txt && emk unsubscribes delete - --yes < old.txt",
      ],
    }),
  },
} satisfies Group;
