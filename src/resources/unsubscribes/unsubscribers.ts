import {changing, command, type Group} from '../../commands/command.js';
import {remove} from '../../commands/verbs/remove.js';
import {operations as groups} from '../../endpoints/unsubscribe-groups.js';
import unsubscribers, {operations, unsubscriber} from '../../endpoints/unsubscribers.js';
import {listOptions} from '../../records/view/select.js';
import {mailAgainInWords, somePeople} from '../../who-left/mail-again.js';
import {type AddressInput, addressOptions, leaverOptions, leaverQuestions} from '../shared/address-options.js';
import {checkAddresses} from '../shared/check-addresses.js';

/** Addresses may come by position or with `--email`. */
const withAddresses = ({
  addresses = [],
  ...input
}: AddressInput & {readonly addresses?: readonly string[] | undefined}): AddressInput => {
  const email = [...addresses, ...(input.email ?? [])];
  return email.length > 0 ? {...input, email} : input;
};

export default {
  commands: {
    list: command({
      summary: 'List people who unsubscribed, from all mail or from one group',
      details:
        'People who unsubscribed from everything get no mail at all. People who left only a group still get all ' +
        'other mail. The column "Unsubscribed from" says which. For a tool that knows only "unsubscribed": ' +
        '--where unsubscribe_groups_id=.',
      takes: {
        ...listOptions,
      },
      calls: [operations.list, groups.list],
      examples: [
        'emk unsubscribers list',
        'emk unsubscribers list --where unsubscribe_groups_id= --columns email_address,created_at -o csv > left.csv',
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
      takes: {
        addresses: {...addressOptions.email, help: 'Addresses, or lists of people as you paste them'},
        ...addressOptions,
        ...leaverOptions,
      },
      args: ['addresses'],
      calls: [operations.list, operations.add],
      asks: leaverQuestions,
      examples: [
        'emk unsubscribers add ada@example.com eve@example.com',
        'emk unsubscribers add --from mailchimp-audience.csv',
        'emk unsubscribers add --file bounced.csv --column "E-mail"',
        'sort complaints.txt | emk unsubscribers add --file -',
      ],
      gives: 'done',
      checkFirst: async (context, input) => checkAddresses(context, withAddresses(input)),
      run: async (context, input) =>
        (await import('../shared/leaving-book.js')).unsubscribeAddresses(context, withAddresses(input), null),
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
