import {homedir} from 'node:os';
import type {Readable, Writable} from 'node:stream';

/** The process, as emk sees it. Tests control everything through this type; nothing else in `src` touches `process`. */
export type Host = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** Empty if the home folder is unknown. */
  readonly home: string;
  readonly platform: string;
  readonly pid: number;
  /** The command line that starts emk, so that emk can run itself. */
  readonly program: readonly string[];
  readonly stdin: Readable & {readonly isTTY?: boolean; setRawMode?(raw: boolean): unknown};
  readonly stdout: Writable & {readonly isTTY?: boolean; readonly columns?: number; readonly rows?: number};
  readonly stderr: Writable & {readonly isTTY?: boolean; readonly columns?: number};
  /** Aborted by the first Ctrl-C or SIGTERM; its reason is the signal's name. */
  readonly interrupted: AbortSignal;
  now(): Date;
  elapsed(): number;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  random(): number;
  alive(pid: number): boolean;
  /** How long a run waits for a lock that another emk holds, and how it tells the user who that is. */
  readonly lockWait: {readonly longest: number; says(sentence: string): void};
  /** Throws away what was typed before a question was on the screen. */
  forgetTyped(): Promise<void>;
  /** Starts a program that keeps running by itself; false if there is none. */
  launch(program: string, words: readonly string[]): Promise<boolean>;
};

/** The same machine with other parts. Its streams stay unopened, which copying their values would change. */
export const hostWith = (host: Host, parts: Partial<Host>): Host =>
  Object.create(Object.prototype, {
    ...Object.getOwnPropertyDescriptors(host),
    ...Object.getOwnPropertyDescriptors(parts),
  });

/** Whether the terminal may be redrawn: not a dumb terminal, and not one read by a screen reader. */
export const mayRedraw = (host: Pick<Host, 'env'>): boolean => host.env['TERM'] !== 'dumb' && !isReadAloud(host);

export const isReadAloud = ({env}: Pick<Host, 'env'>): boolean => Boolean(env['EMK_PLAIN']);

const MINUTE = 60_000;

/** The real process. The first Ctrl-C, SIGTERM or hang-up asks the run to stop, the second ends it. */
export function processHost(): Host {
  const interruption = new AbortController();
  for (const [signal, code] of Object.entries(endings)) {
    const reason = signal === 'SIGINT' ? signal : 'SIGTERM';
    process.on(signal, () => (interruption.signal.aborted ? process.exit(code) : interruption.abort(reason)));
  }
  return machine(interruption.signal);
}

/** Does some work when the process ends, unless the returned function is called before. Node warns of many listeners, so there is one. */
export function atExit(work: () => void): () => void {
  if (leftToDo.size === 0) process.once('exit', doTheRest);
  leftToDo.add(work);
  return () => {
    leftToDo.delete(work);
    if (leftToDo.size === 0) process.off('exit', doTheRest);
  };
}

const leftToDo = new Set<() => void>();

function doTheRest(): void {
  for (const work of leftToDo) work();
}

/** The variables of this process, and the node that runs it, for code that is a guest in another program. */
export const thisProcess = () => ({env: process.env, node: process.execPath});

function machine(interrupted: AbortSignal): Host {
  return {
    env: process.env,
    cwd: process.cwd(),
    home: homeFolder(),
    platform: process.platform,
    pid: process.pid,
    program: [process.execPath, process.argv[1] ?? ''],
    // Node opens a stream on first access, which takes milliseconds that many commands can save.
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      return process.stdout;
    },
    get stderr() {
      return process.stderr;
    },
    interrupted,
    now: () => new Date(),
    elapsed,
    sleep,
    random: Math.random,
    alive,
    lockWait: {longest: MINUTE, says() {}},
    forgetTyped: async () => (await import('./keyboard.js')).forgetTyped(process),
    launch,
  };
}

/** The signals that ask a run to stop, with its exit code. Windows kills without SIGTERM, but reports Ctrl-Break. */
const endings = {SIGINT: 130, SIGTERM: 143, SIGHUP: 143, SIGBREAK: 143} as const;

/** The person's home folder; empty for a user whom the system does not list, as in a container. */
function homeFolder(): string {
  try {
    return homedir();
  } catch {
    return '';
  }
}

async function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  const {setTimeout} = await import('node:timers/promises');
  await setTimeout(milliseconds, undefined, signal ? {signal} : {});
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // A process of another user refuses the signal, but it is alive.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function launch(program: string, words: readonly string[]): Promise<boolean> {
  const {spawn} = await import('node:child_process');
  const child = spawn(program, words, {detached: true, stdio: 'ignore'});
  child.unref();
  return new Promise(resolve => child.on('spawn', () => resolve(true)).on('error', () => resolve(false)));
}

/**
 * The milliseconds of a clock that nobody sets. `performance.now()` would give the same and load nine modules of Node.js
 * for it, which is a fiftieth of a short command.
 */
export function elapsed(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
}

/** The width of a terminal. Terminals without a size, as in some CI systems, report 0 or nothing. */
export const columnsOf = ({columns}: {readonly columns?: number | undefined}): number => columns || 80;

/** Whether a person is here who sees what is drawn on a stream: questions and the home screen follow from this. */
export const isPersonHere = ({stdin}: Pick<Host, 'stdin'>, shown: {readonly isTTY?: boolean}): boolean =>
  stdin.isTTY === true && shown.isTTY === true;
