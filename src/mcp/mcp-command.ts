import {type Command, command, type Tree} from '../commands/command.js';
import {UsageError} from '../errors.js';

/** `emk mcp`: the commands of emk as tools of an agent. */
export const mcpCommand = (tree: Tree, version: string): Command =>
  command({
    summary: 'Let an agent work with this account, as tools of the Model Context Protocol',
    details:
      "Serves the protocol on standard input and output, which an agent's program starts by itself. The tools read the account. " +
      'The options of this line decide which account they work on, and no agent can change that. "emk help agents" says more.',
    takes: {
      'mask-addresses': {type: 'flag', help: 'Hide most of every email address from the agent'},
    },
    calls: [],
    gives: 'nothing',
    examples: ['emk mcp --profile acme', 'emk --sandbox mcp --mask-addresses'],
    async run({host, globals, runLine}, {'mask-addresses': masks}) {
      if (!runLine) throw new UsageError('An agent cannot start this.', {hint: 'Run it as a program of its own.'});
      const {serve} = await import('./serve.js');
      return serve({host, globals, version, runLine}, tree, {masksAddresses: masks === true, permissions: new Set()});
    },
  });
