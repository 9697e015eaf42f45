import {homedir, userInfo} from 'node:os';
import {isAbsolute} from 'node:path';
import type {Readable, Writable} from 'node:stream';
import {type Keyboard, keyboardOf} from './keyboard.js';
import {openPage, type Page} from './page.js';

/** The process, as emk sees it. Everything that tests must control comes through here; nothing else in `src` touches `process`. */
export type Host = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Empty where nobody knows it. */
  readonly home: string;
  readonly platform: string;
  readonly pid: number;
  /** The version of Node.js, such as `22.14.0`. */
  readonly node: string;
  /** The launcher, so that emk can run emk. */
  readonly program: readonly string[];
  readonly stdin: Readable & {readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown};
  readonly stdout: Writable & {readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number};
  readonly stderr: Writable & {readonly isTTY?: boolean; readonly columns?: number};
  /** Aborted by the first Ctrl-C or SIGTERM; its reason is the signal's name. */
  readonly interrupted: AbortSignal;
  now(): Date;
  /** Milliseconds by a clock that nobody sets, for how long something takes. */
  elapsed(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** Calls this again and again until the function that it returns is called. It keeps no process alive. */
  every(milliseconds: number, act: () => void): () => void;
  /** A number from 0 up to 1, for jitter. */
  random(): number;
  /** Whether a process of this machine is alive. */
  alive(pid: number): boolean;
  readonly lockWait: LockWait;
  readonly keyboard: Keyboard;
  /** Starts a program that goes on by itself; false where there is none of that name, or it fails at once. */
  launch(program: string, words: readonly string[]): Promise<boolean>;
  /** Opens a pager on this terminal; nothing where there is none of that name. */
  page(command: string): Promise<Page | undefined>;
};

/** How a run waits while another emk holds a lock that it needs. */
export type LockWait = {
  /** The longest time to wait, in milliseconds. */
  readonly longest: number;
  /** Tells the person who holds the lock. */
  says(sentence: string): void;
};

/** The same machine with another way to wait. Its streams stay unopened, as they would not if their values were copied. */
export const withLockWait = (host: Host, lockWait: LockWait): Host =>
  Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(host),
    lockWait: {value: lockWait, enumerable: true},
  });

/** Whether a terminal may be drawn anew: not a dumb one, nor that of somebody who has it read aloud. */
export const mayRedraw = ({env}: Pick<Host, 'env'>): boolean => env['TERM'] !== 'dumb' && !env['EMK_PLAIN'];

/** How long a run waits for a lock unless something else was asked for. */
const MINUTE = 60_000;

/**
The real process. The first Ctrl-C or SIGTERM asks the run to stop; a second one ends it at once. A terminal that was closed
asks as SIGTERM does, so that work is left as cleanly as by any other end.
*/
export function processHost(): Host {
  const interruption = new AbortController();
  for (const [signal, {means, code}] of signalsOf(process.platform)) {
    process.on(signal, () => (interruption.signal.aborted ? process.exit(code) : interruption.abort(means)));
  }
  return {
    env: process.env,
    cwd: process.cwd(),
    home: homeFolder(),
    platform: process.platform,
    pid: process.pid,
    node: process.versions.node,
    program: [process.execPath, process.argv[1] ?? ''],
    // Node opens a stream when it is first asked for, which takes milliseconds that many commands need not spend.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    interrupted: interruption.signal,
    now: () => new Date(),
    elapsed: () => performance.now(),
    sleep,
    every,
    random: Math.random,
    alive,
    lockWait: {longest: MINUTE, says() {}},
    keyboard: keyboardOf(process),
    launch,
    page: command => openPage(command, process),
  };
}

type Ending = {readonly means: 'SIGINT' | 'SIGTERM'; readonly code: number};

/**
The signals that ask a run to stop, and what each means. Windows ends a process without asking it where others send SIGTERM,
but tells it of Ctrl-Break.
*/
export function signalsOf(platform: string): ReadonlyMap<NodeJS.Signals, Ending> {
  const ended: Ending = {means: 'SIGTERM', code: 143};
  const windows: ReadonlyArray<readonly [NodeJS.Signals, Ending]> = [['SIGBREAK', ended]];
  return new Map([
    ['SIGINT', {means: 'SIGINT', code: 130}],
    ['SIGTERM', ended],
    ['SIGHUP', ended],
    ...(platform === 'win32' ? windows : []),
  ]);
}

/** The person's home folder. An empty HOME names none, so the system's own list of users is asked then. */
export function homeFolder(): string {
  for (const find of [homedir, () => userInfo().homedir]) {
    const home = found(find);
    if (home !== undefined && isAbsolute(home)) return home;
  }
  return '';
}

/** The system throws for a user whom it does not list. */
function found(find: () => string): string | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const {setTimeout} = await import('node:timers/promises');
  await setTimeout(milliseconds, undefined, signal ? {signal} : {});
}

function every(milliseconds: number, act: () => void): () => void {
  const timer = setInterval(act, milliseconds).unref();
  return () => clearInterval(timer);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Another user's process takes no signal from here, but it is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function launch(program: string, words: readonly string[]): Promise<boolean> {
  const {spawn} = await import('node:child_process');
  const child = spawn(program, words, {detached: true, stdio: 'ignore'});
  return new Promise(resolve => {
    const settled = setTimeout(() => resolve(true), ENOUGH_TO_FAIL);
    const settle = (started: boolean): void => {
      clearTimeout(settled);
      resolve(started);
    };
    child.on('error', () => settle(false));
    child.on('exit', code => settle(code === 0));
    child.unref();
  });
}

const ENOUGH_TO_FAIL = 2000;
