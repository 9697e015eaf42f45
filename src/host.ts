import type {Readable, Writable} from 'node:stream';

/** The process, as emk sees it. Whatever tests must hold still comes through here; nothing else in `src` touches `process`. */
export type Host = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  readonly platform: string;
  readonly pid: number;
  /** The launcher, so that emk can run emk. */
  readonly program: readonly string[];
  readonly nodeMajor: number;
  readonly stdin: Readable & {readonly isTTY?: boolean};
  readonly stdout: Writable & {readonly isTTY?: boolean; readonly columns?: number};
  readonly stderr: Writable & {readonly isTTY?: boolean; readonly columns?: number};
  /** Aborted by the first Ctrl-C or SIGTERM; its reason is the signal's name. */
  readonly interrupted: AbortSignal;
  now(): Date;
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to 1, for jitter. */
  random(): number;
  /** Whether a process of this machine is alive. */
  alive(pid: number): boolean;
};
