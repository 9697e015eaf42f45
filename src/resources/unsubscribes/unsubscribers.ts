import {params} from '../../api/describe/schema.js';
import {command, type Group} from '../../commands/command.js';
import {remove} from '../../commands/verbs/remove.js';
import {operations as groups} from '../../endpoints/unsubscribe-groups.js';
import unsubscribers, {operations, unsubscriber} from '../../endpoints/unsubscribers.js';
import {listOptions} from '../../records/view/select.js';

/** The options of a command that adds addresses to a list: single addresses, a file, or both. */
export const addressOptions = params({
  email: {
    type: 'text',
    format: 'people',
    many: true,
    value: 'address',
    help: 'Address to add, or a list of people as you paste it',
  },
  file: {
    type: 'text',
    value: 'file',
    help: 'A file of addresses: one per line, or CSV. Use - to pipe in, or to paste and end with Ctrl-D',
  },
  column: {type: 'text', value: 'header', help: 'The column with the addresses, in a CSV file'},
  encoding: {type: 'text', value: 'name', help: 'The encoding of the file (detected)'},
  strict: {type: 'flag', help: 'Send nothing if any line of the file has no address', decides: 'checks'},
});

/** Another source of addresses: another tool's export, of which only people who unsubscribed count. */
const leaverOptions = params({
  from: {type: 'text', value: 'file', help: 'An export of another tool: emk takes only people who unsubscribed there'},
  status_column: {
    type: 'text',
    option: 'status-column',
    value: 'header',
    help: 'The column of --from that says who unsubscribed (detected)',
  },
  status: {
    type: 'text',
    many: true,
    value: 'word=left|active',
    help: 'What a word in that column means: left = gets no mail, active = gets mail',
  },
  bounced: {type: 'flag', help: 'With --from: also take people whose mail bounced'},
});

/** The questions for addresses or a file; each option alone is optional. */
export const addressQuestions = {
  needs: [{question: 'Which addresses?', either: {email: 'Type or paste them', file: 'Read them from a file'}}],
} as const;

export default {
  commands: {
    list: command({
      summary: 'List people who unsubscribed, from all mail or from one group',
      details:
        'People who left everything get no mail at all. People who left only a group still get all other mail. The ' +
        'column "left" says which. For a tool that knows only "unsubscribed", use --scope everything.',
      takes: {
        scope: {
          type: 'text',
          value: 'scope',
          help: 'Only people who left this: everything, group (any group), or one group by name or id',
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
    add: command({
      summary: 'Unsubscribe addresses from all mail',
      details:
        'emk skips addresses that are unsubscribed already, and checks afterwards that the new ones are listed. --from ' +
        'reads a whole export of another tool, and takes the people whose status column says they unsubscribed. emk ' +
        'names lines without an address and continues with the others.',
      takes: {...addressOptions, ...leaverOptions},
      calls: [operations.list, operations.add],
      asks: addressQuestions,
      examples: [
        'emk unsubscribers add --email ada@example.com --email eve@example.com',
        'emk unsubscribers add --from mailchimp-audience.csv',
        'emk unsubscribers add --file bounced.csv --column "E-mail"',
        'sort complaints.txt | emk unsubscribers add --file -',
      ],
      gives: 'done',
      async run(context, input) {
        const {addAddresses} = await import('../shared/add-addresses.js');
        return addAddresses(context, input, {
          membership: 'unsubscribed',
          async *entries() {
            // People who left only one group are listed too, and still get other mail.
            for await (const batch of context.stream(operations.list)) {
              yield* batch.filter(({unsubscribe_groups_id: group}) => group === null);
            }
          },
          add: addresses => context.call(operations.add, {email_address: addresses}),
        });
      },
    }),
    delete: remove(operations.delete, {
      of: unsubscribers,
      summary: 'Remove addresses from the list, so that they get mail again',
      examples: [
        'emk unsubscribers delete ada@example.com',
        "emk unsubscribers list --where 'email_address~@old.example' -o id --out old.txt && emk unsubscribers delete - --yes < old.txt",
      ],
    }),
  },
} satisfies Group;
