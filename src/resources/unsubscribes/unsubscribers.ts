import {changing, command, type Group} from '../../commands/command.js';
import {remove} from '../../commands/verbs/remove.js';
import {operations as groups} from '../../endpoints/unsubscribe-groups.js';
import unsubscribers, {operations, unsubscriber} from '../../endpoints/unsubscribers.js';
import {listOptions} from '../../records/view/select.js';
import {mailAgainInWords, somePeople} from '../../who-left/mail-again.js';
import {addressOptions, leaverOptions, leaverQuestions} from '../shared/address-options.js';
import {checkAddresses} from '../shared/check-addresses.js';

export default {
  commands: {
    list: command({
      summary: 'List people who unsubscribed, from all mail or from one group',
      details:
        'People who unsubscribed from everything get no mail at all. People who left only a group still get all ' +
        'other mail. The column "Unsubscribed from" says which. For a tool that knows only "unsubscribed", use ' +
        '--scope everything.',
      takes: {
        scope: {
          type: 'text',
          value: 'scope',
          help: 'Only people who unsubscribed from this: everything, group (any group), or one group by name or id',
        },
        ...listOptions,
      },
      calls: [operations.list, groups.list],
      examples: [
        'emk unsubscribers list',
        'emk unsubscribers list --scope everything --columns email_address,created_at -o csv > left.csv',
        'emk unsubscribers list --scope "Weekly news" --count',
        "emk unsubscribers list --where 'created_at>=last week'",
      ],
      gives: {list: unsubscriber},
      run: async (context, input) => (await import('./unsubscribers-list.js')).listUnsubscribers(context, input),
    }),
    add: changing({
      summary: 'Unsubscribe addresses from all mail',
      details:
        'emk skips addresses that are unsubscribed already, and checks afterwards that the new ones are ' +
        'listed.\n\n--from reads a whole export of another tool, and takes the people whose status column says ' +
        'they unsubscribed. emk reports lines without an address and continues with the others.',
      takes: {...addressOptions, ...leaverOptions},
      calls: [operations.list, operations.add],
      asks: leaverQuestions,
      examples: [
        'emk unsubscribers add --email ada@example.com --email eve@example.com',
        'emk unsubscribers add --from mailchimp-audience.csv',
        'emk unsubscribers add --file bounced.csv --column "E-mail"',
        'sort complaints.txt | emk unsubscribers add --file -',
      ],
      gives: 'done',
      checkFirst: checkAddresses,
      run: async (context, input) =>
        (await import('../shared/leaving-book.js')).unsubscribeAddresses(context, input, null),
    }),
    delete: remove(operations.delete, {
      of: unsubscribers,
      summary: 'Remove addresses from the list, so that they get mail again',
      mailAgain: {of: somePeople, sentence: mailAgainInWords},
      examples: [
        'emk unsubscribers delete gone@example.org',
        "emk unsubscribers list --where 'email_address~@old.example' -o id --out old.txt && emk unsubscribers delete - --yes < old.txt",
      ],
    }),
  },
} satisfies Group;
