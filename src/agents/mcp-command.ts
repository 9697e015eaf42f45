import {type Command, command} from '../commands/command.js';
import type {Tree} from '../commands/command-names.js';
import {UsageError} from '../core/errors.js';

/** `emk mcp`: the commands of emk as tools of an agent. */
export const mcpCommand = (tree: Tree, version: string): Command =>
  command({
    summary: 'Let an agent work with this account, as tools of the Model Context Protocol',
    details:
      "Serves the protocol on standard input and output; an agent's program starts it by itself. The tools read the " +
      'account. --allow-writes and --allow-sends add more; the agent sees only allowed tools.\n\nSending a mailing ' +
      'takes two calls, and between them a person types the number of people who get it. The options of this line ' +
      'decide which account the tools work on, and no agent can change that.\n\n"emk help agents" says more.',
    takes: {
      'allow-writes': {
        type: 'flag',
        help: 'Let the agent create, change and delete records: 25 at once, 250 in all; a person confirms more',
      },
      'allow-sends': {
        type: 'text',
        choices: ['asking', 'unattended'],
        alone: 'asking',
        limits: {pattern: /^(asking|unattended)$/},
        help: 'Let the agent send mailings that a person confirms; unattended: also where nobody can be asked',
      },
      'max-recipients': {
        type: 'integer',
        value: 'n',
        help: 'Send nothing that would mail more people than this',
        decides: 'checks',
      },
      'allow-automations': {type: 'flag', help: 'Let the agent add people even if that starts a live automation'},
      folder: {type: 'text', many: true, value: 'dir', help: 'A folder from which the agent may import and plan'},
    },
    calls: [],
    gives: 'nothing',
    examples: [
      'emk mcp --profile acme',
      'emk --sandbox mcp --allow-writes --folder lists',
      'emk mcp --allow-sends --max-recipients 500',
    ],
    async run(context, options) {
      const {runLine} = context;
      if (!runLine) throw new UsageError('An agent cannot start this.', {hint: 'Run it as a program of its own.'});
      return (await import('./serve.js')).serveTools({...context, version, runLine}, tree, options);
    },
  });
