import {checkOptions} from '../../checks/options.js';
import {changing} from '../../commands/command.js';
import {allowOption} from '../../resources/shared/started-automations.js';
import {cleanCommand} from './clean-command.js';

/** `emk seed FILE`, with `clean` below it. */
export default changing({
  summary: 'Create test data from a file',
  details:
    'The file looks like the files of an account, with contacts besides: people by their addresses, or a number to ' +
    'invent, as in {list: QA, count: 500, fake: true, country: [Germany, Japan]}. Everybody is at example.com, ' +
    'example.org, example.net or below .test, so no real person ever gets mail, and mailings go only to lists of the ' +
    "same file.\n\nEvery name and address gets the run's id and a mark, so parallel jobs don't get in each other's " +
    'way. The same id and file again continues after an interruption, or changes nothing. emk refuses profiles that ' +
    'are protected or read-only.',
  takes: {
    file: {type: 'text', required: true, value: 'file', help: 'The seed, a YAML file', question: 'Which seed file?'},
    run: {type: 'text', value: 'id', help: 'Id of the run, such as the id of a job (default: a new one)'},
    random: {
      type: 'text',
      value: 'seed',
      help: 'Invent different people: the same text gives the same people',
      rare: true,
    },
    env: {
      type: 'text',
      value: 'form',
      alone: 'sh',
      choices: ['sh', 'github'],
      limits: {pattern: /^(?:sh|github)$/},
      help: 'Print ids and names as variables: sh for eval in a shell, github for $GITHUB_ENV',
      decides: 'output',
    },
    mailings: {type: 'flag', help: 'Also schedule mailings'},
    live: {type: 'flag', help: 'Also set automations live'},
    ...checkOptions,
    ...allowOption,
  },
  args: ['file'],
  helpsAlone: true,
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
