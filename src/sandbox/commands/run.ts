import {type SpawnOptions, spawn} from 'node:child_process';
import {once} from 'node:events';
import {constants} from 'node:os';
import type {Readable, Writable} from 'node:stream';
import {type Command, command} from '../../commands/command.js';
import {UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {findProgram, windowsProgram} from '../../core/system/programs.js';
import {childEnvironment} from '../running/environment.js';
import {startSandbox} from '../running/start.js';
import {startOptions, startParams} from './options.js';

type Spawned = {
  readonly program: string;
  readonly args: readonly string[];
  /** The arguments are already quoted. */
  readonly verbatim: boolean;
};

/**
 * How to start a program on Windows, where `npm` is a file `npm.cmd` that only the command interpreter can run. Its
 * arguments are quoted so that they arrive unchanged. Undefined without such a program: Node would search the current folder.
 */
export function onWindows(
  host: Pick<Host, 'env' | 'cwd'>,
  [name = '', ...args]: readonly string[],
  isThere?: (path: string) => boolean,
): Spawned | undefined {
  const path = findProgram(host, name, isThere);
  if (path === undefined) return undefined;
  if (!/\.(?:cmd|bat)$/i.test(path)) return {program: path, args, verbatim: false};
  const line = [escaped(path), ...args.map(arg => escaped(escaped(quoted(arg))))].join(' ');
  return {program: windowsProgram(host.env, 'cmd.exe'), args: ['/d', '/s', '/c', `"${line}"`], verbatim: true};
}

/** Quotes an argument the way programs parse their command line: backslashes before a quote are doubled. */
const quoted = (arg: string): string => `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\+)$/, '$1$1')}"`;

/** Escapes the interpreter's own characters in a text. */
const escaped = (text: string): string => text.replace(/[()\][%!^"`<>&|;, *?]/g, '^$&');

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

type Child = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
};

/** Runs a program with emk's own streams and returns its exit code. Signals are passed on; `emk` means this emk. */
async function runChild(host: Host, {argv, env, cwd = host.cwd}: Child): Promise<number> {
  const words = argv[0] === 'emk' ? [...host.program, ...argv.slice(1)] : argv;
  const found =
    host.platform === 'win32'
      ? onWindows({env, cwd}, words)
      : {program: words[0] ?? '', args: words.slice(1), verbatim: false};
  if (found === undefined) throw cannotRun(argv[0]);
  const {program, args, verbatim} = found;
  const streams = [host.stdin, host.stdout, host.stderr] as const;
  const stdio = streams.map(stream => (hasDescriptor(stream) ? stream.fd : 'pipe')) satisfies SpawnOptions['stdio'];
  const child = spawn(program, args, {
    cwd,
    env: {...env},
    stdio,
    windowsHide: true,
    windowsVerbatimArguments: verbatim,
  });
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

const hasDescriptor = (stream: Readable | Writable): stream is (Readable | Writable) & {readonly fd: number} =>
  'fd' in stream && typeof stream.fd === 'number';
