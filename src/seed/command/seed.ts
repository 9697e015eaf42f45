import {checkOptions} from '../../checks/options.js';
import {command} from '../../commands/command.js';
import {cleanCommand} from './clean-command.js';
import {runsCommand} from './runs-command.js';
import {schemaCommand} from './schema-command.js';

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
    },
    sends: {type: 'flag', help: 'Also schedule single sends'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    settle_wait: {
      type: 'text',
      option: 'settle-wait',
      value: 'time',
      help: 'After a break: how long the service may go on with the last request (30s)',
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
