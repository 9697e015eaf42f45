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
    help: 'Address to add: one, or a list of people as you paste it',
  },
  file: {
    type: 'text',
    value: 'file',
    help: 'A file of addresses, one a line or a CSV file; - is what you pipe in, or paste and end with Ctrl-D',
  },
  column: {type: 'text', value: 'header', help: 'The column of the CSV file that holds them'},
  encoding: {type: 'text', value: 'name', help: 'What the file is written in; found out unless given'},
  strict: {type: 'flag', help: 'Send nothing where a line of the file holds no address', decides: 'checks'},
});

/** Another source of addresses: another tool's export, of which only people who unsubscribed count. */
const leaverOptions = params({
  from: {type: 'text', value: 'file', help: 'An export of another tool: only those who left there are taken'},
  status_column: {
    type: 'text',
    option: 'status-column',
    value: 'header',
    help: 'The column of --from that says who left; found unless given',
  },
  status: {
    type: 'text',
    many: true,
    value: 'word=left|active',
    help: 'What a word in that column means: left gets no mail, active gets mail',
  },
  bounced: {type: 'flag', help: 'Of --from, take those too whose mail bounced'},
});

/** The questions for addresses or a file; each option alone is optional. */
export const addressQuestions = {
  needs: [{question: 'Which addresses?', either: {email: 'Type or paste them', file: 'Read them from a file'}}],
} as const;

export default {
  commands: {
    list: command({
      summary: 'List people who unsubscribed, from everything or from one group only',
      details:
        'People who left everything get no mail at all. People who left one group only still get all other mail: the column ' +
        '"left" says which. For another tool that knows only "unsubscribed", take --scope everything.',
      takes: {
        scope: {
          type: 'text',
          value: 'scope',
          help: 'Only people who left this: everything, group (any one group), or the name or id of a group',
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
      summary: 'Unsubscribe addresses from everything, so that they get no mail at all',
      details:
        'Addresses that left everything already are skipped, and the added ones are looked for in the list afterwards. --from reads ' +
        'an export of another tool, with everybody in it, and takes those who unsubscribed there by its status column. ' +
        'A line that holds no address is named, and does not stop the others.',
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
      summary: 'Take addresses off the list, so that they get again what they left',
      examples: [
        'emk unsubscribers delete 7',
        "emk unsubscribers list --where 'email_address~@old.example' -o id --out old.txt && emk unsubscribers delete - --yes < old.txt",
      ],
    }),
  },
} satisfies Group;
