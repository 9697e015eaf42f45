import {checkOptions} from '../../checks/options.js';
import {command} from '../../commands/command.js';
import {cleanCommand} from './clean-command.js';
import {rowInWords, runRows} from './run-rows.js';

const schemaCommand = command({
  summary: 'Print the JSON Schema of a seed file',
  details:
    'Editors that know JSON Schema complete the keys of the file and mark what cannot be meant. Save it, and begin the file ' +
    'with "# yaml-language-server: $schema=emk-seed.schema.json".',
  takes: {},
  gives: {document: () => import('../../json-schema/any-json.schema.js')},
  examples: ['emk seed schema > emk-seed.schema.json', 'emk seed schema | jq .properties.contacts'],
  calls: [],
  async run() {
    const {seedSchema} = await import('../file/seed-schema.js');
    const schema = seedSchema();
    return {kind: 'data', data: schema, text: `${JSON.stringify(schema, undefined, 2)}\n`};
  },
});

const runsCommand = command({
  summary: 'Show the runs that left something in the account',
  details:
    'Looks for the marks of seeds in the account, so runs of other machines are shown too. The age is that of the youngest ' +
    'record or contact. Those that this machine knows of and that left nothing are not shown.',
  takes: {},
  gives: {document: () => import('./runs.schema.js')},
  examples: ['emk seed runs', "emk seed runs -o json | jq -r '.[].run'"],
  calls: async () => (await import('../clean/operations.js')).lookOperations,
  async run(context) {
    const rows = await runRows(context);
    const now = context.host.now().getTime();
    if (rows.length === 0) context.notice('No run has left anything in the account.');
    const lines = rows.map(row => [row.run.padEnd(20), ...rowInWords(row, now)].join('  '));
    return {kind: 'data', data: rows, text: lines.join('\n')};
  },
});

/** `emk seed FILE`, with `clean`, `runs` and `schema` below it. */
export default command({
  summary: 'Make test data from a file',
  details:
    'The file holds lists as the files of an account do (contact-types, fields, unsubscribe-groups, unsubscribers, senders, ' +
    'automations, single-sends, notification-recipients) and contacts: people by their addresses, or a count to invent, as in ' +
    '{type: QA, count: 500, fake: true, country: [Germany, Japan]}. Everybody is at example.com, example.org, example.net or a ' +
    'domain that ends in .test, so nobody real is ever written to, and what is seeded writes only to contact types of its own ' +
    'file. Every name gets the id of the run and a mark, every address too, so that parallel jobs do not meet and a clean ' +
    `knows what is whose; in the file, records are named without. In texts \${run}, \${env.NAME} and \${contact-types.QA} stand ` +
    `for the id, a variable of the environment and a name in the run, and $\${ for the signs themselves. The same id and ` +
    'file again goes on after a break, or changes nothing. The API cannot delete unsubscribe groups, so these keep their ' +
    'names, are made once and are used by all runs. Senders are created at the address that the file gives, which the ' +
    'service mails a link to verify with. Profiles that are protected or read-only are refused.',
  takes: {
    file: {type: 'text', required: true, value: 'file', help: 'The seed, a YAML file', question: 'Which seed file?'},
    run: {type: 'text', value: 'id', help: 'Id of the run, such as that of a job; a new one unless given'},
    random: {type: 'text', value: 'seed', help: 'Invent other people than usual: those that follow from this text'},
    env: {
      type: 'text',
      value: 'form',
      alone: 'sh',
      choices: ['sh', 'github'],
      limits: {pattern: /^(?:sh|github)$/},
      help: 'Print variables with ids and names: for the eval of a shell (sh), or for $GITHUB_ENV (github)',
      decides: 'output',
    },
    sends: {type: 'flag', help: 'Also schedule single sends'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    settle_wait: {
      type: 'text',
      option: 'settle-wait',
      value: 'time',
      help: 'After a break: how long the service may go on with the last request (30s)',
      decides: 'checks',
    },
  },
  args: ['file'],
  gives: [{document: () => import('../run/seeded.schema.js')}, 'text'],
  nested: {clean: cleanCommand, runs: runsCommand, schema: schemaCommand},
  examples: [
    'emk seed test-data.yaml',
    'emk seed test-data.yaml --run "pr-$PR" -o json',
    'eval "$(emk seed test-data.yaml --env)"',
  ],
  calls: async () => {
    const {callsOfApply} = await import('../../account-files/command/apply-calls.js');
    return callsOfApply.filter(({effect}) => effect !== 'deletes');
  },
  run: async (context, input) => (await import('./run-seed.js')).runSeed(context, input),
});
