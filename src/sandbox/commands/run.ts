import {type SpawnOptions, spawn} from 'node:child_process';
import {once} from 'node:events';
import {constants} from 'node:os';
import {type Command, command} from '../../commands/command.js';
import {UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {childEnvironment, startOptions} from '../running/environment.js';
import {startSandbox} from '../running/start.js';
import {seedOf, startParams, trouble} from './serve.js';

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
    const sandbox = await startSandbox({...startOptions(host, input), seed: seedOf(input), resets: true, onError});
    try {
      return {kind: 'nothing', exit: await runChild(host, argv, childEnvironment(sandbox, host.env))};
    } finally {
      isOver = true;
      await sandbox.close();
    }
  },
});

/** Runs a program with emk's own streams and returns its exit code. Signals are passed on; `emk` means this emk. */
async function runChild(host: Host, argv: readonly string[], env: Host['env']): Promise<number> {
  const words = argv[0] === 'emk' ? [...host.program, ...argv.slice(1)] : argv;
  const [program = ''] = words;
  const streams = [host.stdin, host.stdout, host.stderr] as const;
  const stdio = streams.map(stream =>
    'fd' in stream && typeof stream.fd === 'number' ? stream.fd : 'pipe',
  ) satisfies SpawnOptions['stdio'];
  const child = spawn(program, words.slice(1), {cwd: host.cwd, env: {...env}, stdio, windowsHide: true});
  if (child.stdin) host.stdin.pipe(child.stdin).on('error', () => undefined);
  child.stdout?.pipe(host.stdout, {end: false});
  child.stderr?.pipe(host.stderr, {end: false});
  const passOn = () => {
    // At a terminal Ctrl-C has already reached the program, and a second one could make it quit without cleaning up.
    const signal = host.interrupted.reason === 'SIGTERM' ? 'SIGTERM' : 'SIGINT';
    if (signal === 'SIGTERM' || !host.stdin.isTTY) child.kill(signal);
  };
  host.interrupted.addEventListener('abort', passOn);
  try {
    const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
    return code ?? 128 + (signal ? constants.signals[signal] : 0);
  } catch (cause) {
    throw cannotRun(argv[0], cause);
  } finally {
    host.interrupted.removeEventListener('abort', passOn);
    if (child.stdin) host.stdin.unpipe(child.stdin);
  }
}

const cannotRun = (name = '', cause?: unknown): UsageError =>
  new UsageError(`emk cannot run "${name}".`, {
    cause,
    hint: 'Check the name of the program after "--". For one in this folder, begin the name with "./".',
  });
