import {type SpawnOptions, spawn} from 'node:child_process';
import {once} from 'node:events';
import {constants} from 'node:os';
import type {Readable, Writable} from 'node:stream';
import {UsageError} from '../../errors.js';
import type {Host} from '../../system/host.js';
import {onWindows} from './windows-program.js';

type Child = {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
};

/** Runs a program with emk's own streams and returns its exit code. Signals are passed on; `emk` means this emk. */
export async function runChild(host: Host, {argv, env, cwd = host.cwd}: Child): Promise<number> {
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
