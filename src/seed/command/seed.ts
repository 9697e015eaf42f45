import {checkOptions} from '../../checks/options.js';
import {changing} from '../../commands/command.js';
import {allowOption} from '../../resources/shared/started-automations.js';
import {cleanCommand} from './clean-command.js';

/** `emk seed FILE`, with `clean` below it. */
export default changing({
  summary: 'Create test data from a file',
  details:
    'The file has lists like the files of an account (lists, fields, groups, unsubscribes, ' +
    'senders, automations, mailings, notifications) and contacts: people by their addresses, or a ' +
    'number to invent, as in {list: QA, count: 500, fake: true, country: [Germany, Japan]}.\n\nEverybody is at ' +
    'example.com, example.org, example.net or a domain that ends in .test, so no real person ever gets mail. ' +
    "Mailings go only to lists of the same file.\n\nEvery name and address gets the run's id and a mark, so " +
    "parallel jobs don't get in each other's way, and emk knows which run made what. In the file you write " +
    `names without them. In texts, \${run}, \${env.NAME} and \${lists.QA} mean the id, an environment ` +
    'variable and a name in the run; write $${ for ${.\n\nThe same id and file again continues after an interruption, ' +
    'or changes nothing.\n\nThe API cannot delete groups, so they keep their names and all runs share them. ' +
    'Senders are created at the address in the file, which gets a verification link. emk refuses profiles that are ' +
    'protected or read-only.',
  takes: {
    file: {type: 'text', required: true, value: 'file', help: 'The seed, a YAML file', question: 'Which seed file?'},
    run: {type: 'text', value: 'id', help: 'Id of the run, such as the id of a job (default: a new one)'},
    random: {type: 'text', value: 'seed', help: 'Invent different people: the same text gives the same people'},
    env: {
      type: 'text',
      value: 'form',
      alone: 'sh',
      choices: ['sh', 'github'],
      limits: {pattern: /^(?:sh|github)$/},
      help: 'Print ids and names as variables: sh for eval in a shell, github for $GITHUB_ENV',
      decides: 'output',
    },
    sends: {type: 'flag', help: 'Also schedule mailings'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    ...allowOption,
  },
  args: ['file'],
  gives: [{document: () => import('../run/seeded.schema.js')}, 'text'],
  nested: {clean: cleanCommand},
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
