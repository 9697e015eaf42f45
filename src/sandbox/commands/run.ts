import {type Command, command} from '../../commands/command.js';
import {UsageError} from '../../errors.js';
import {startSandbox} from '../running/start.js';
import {runChild} from './child.js';
import {childEnvironment} from './child-environment.js';
import {startOptions, startParams} from './options.js';

/** Runs a command in its own sandbox, which is deleted afterwards. */
export const run: Command = command({
  summary: 'Run a command in a new sandbox, deleted afterwards',
  details:
    'The command finds the sandbox in EMK_BASE_URL, EMK_PUBLIC_KEY and EMK_SECRET_KEY. So every emk in it works ' +
    'there, and every other program that reads these variables. emk passes on its exit code.',
  takes: {
    ...startParams,
    command: {
      type: 'text',
      many: true,
      verbatim: true,
      help: 'The command and its arguments, after --',
      value: 'command',
    },
  },
  args: ['command'],
  examples: ['emk sandbox run -- ./seed.sh', "emk sandbox run --fault 'GET *=latency,ms=200' -- emk contacts list"],
  calls: [],
  gives: 'nothing',
  run: async ({host, warn}, {command: argv = [], ...input}) => {
    if (argv.length === 0) {
      throw new UsageError('There is no command to run.', {
        hint: 'Put the command after two dashes: emk sandbox run -- ./seed.sh',
      });
    }
    let isOver = false;
    const onError = (error: unknown): void => {
      // What the command left under way when it ended is cut off, and nobody waits for it.
      if (!isOver) warn(trouble(error));
    };
    const sandbox = await startSandbox({...startOptions(input, host), onError});
    try {
      return {kind: 'nothing', exit: await runChild(host, {argv, env: childEnvironment(sandbox, host.env)})};
    } finally {
      isOver = true;
      await sandbox.close();
    }
  },
});

const trouble = (error: unknown): string =>
  `The sandbox could not handle a request: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
