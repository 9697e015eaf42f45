import {randomUUID} from 'node:crypto';
import {statSync} from 'node:fs';
import {hostname} from 'node:os';
import {codeOf} from './error-code.js';
import type {Host} from './host.js';
import {isKnownVersion, readOwnFile} from './kept-file.js';
import {beganAfter, startOf} from './process-start.js';

/** What a lock needs to know of processes: its own number, and whether another process is alive, and since when. */
export type Processes = Pick<Host, 'pid' | 'alive' | 'platform' | 'env' | 'outputOf'>;

/** The holder that a lock file names. The token tells two locks of one process apart. */
type Holder = {
  readonly version: 1;
  readonly pid: number;
  readonly start: string;
  readonly machine: string;
  readonly token: string;
};

/** The tokens of this process: a lock with its number and another token is from an earlier process. */
const ours = new Set<string>();

/** Names this process as the holder of one lock. */
export function nameHolder(pid: number): Holder {
  const token = randomUUID();
  ours.add(token);
  return {version: 1, pid, start: startOf(pid), machine: hostname(), token};
}

/** Forgets the name of a released lock. */
export const forgetHolder = ({token}: Holder): void => void ours.delete(token);

/** Who holds a lock: `unknown` for an unknown form, undefined if the file is missing, torn or unreadable. */
export function holderOf(path: string): Holder | 'unknown' | undefined {
  const found = read(path);
  return typeof found === 'string' && found !== 'unknown' ? undefined : found;
}

/** Tells locks whose holder is gone from locks in use. */
type LockInspector = {
  isLeftOver(path: string): boolean;
  /** Checks more thoroughly, which takes longer; `isLeftOver` uses the result from then on. */
  lookCloser(path: string): Promise<void>;
};

/** The longest time between creating a lock file and filling it, on file systems that need two steps. */
const longestWrite = 5_000;

/** Inspects locks. In doubt a holder counts as alive: two processes at work do more harm than one that waits. */
export function lockInspector(processes: Processes): LockInspector {
  const knownToBeGone = new Set<string>();

  const isGone = (holder: Holder): boolean => {
    // Processes of other machines are invisible here, so their locks always count as held.
    if (holder.machine !== hostname()) return false;
    if (knownToBeGone.has(holder.token) || !processes.alive(holder.pid)) return true;
    const start = holder.start === '' ? '' : startOf(holder.pid);
    if (start !== '') return start !== holder.start;
    return holder.pid === processes.pid && !ours.has(holder.token);
  };

  return {
    isLeftOver: path => {
      const found = read(path);
      if (found === 'torn') return Date.now() - writtenAt(path) > longestWrite;
      return typeof found !== 'string' && isGone(found);
    },
    lookCloser: async path => {
      const holder = read(path);
      if (
        typeof holder === 'string' ||
        holder.machine !== hostname() ||
        holder.start !== '' ||
        holder.pid === processes.pid
      )
        return;
      if (await beganAfter(processes, holder.pid, writtenAt(path))) knownToBeGone.add(holder.token);
    },
  };
}

function read(path: string): Holder | 'absent' | 'unreadable' | 'torn' | 'unknown' {
  let text = '';
  try {
    text = readOwnFile(path).toString();
    const found: unknown = JSON.parse(text);
    return isHolder(found) ? found : 'unknown';
  } catch (error) {
    if (error instanceof SyntaxError) return isTorn(text) ? 'torn' : 'unknown';
    return codeOf(error) === 'ENOENT' ? 'absent' : 'unreadable';
  }
}

/** Whether a text is a partly written lock, perhaps with zeros after a power failure. */
function isTorn(text: string): boolean {
  const written = text.replaceAll('\0', '');
  return ['{"version":1,', '{"pid":'].some(start => written.startsWith(start) || start.startsWith(written));
}

function isHolder(found: unknown): found is Holder {
  if (typeof found !== 'object' || found === null || !isKnownVersion(found)) return false;
  const {pid, start, machine, token} = found as Partial<Record<keyof Holder, unknown>>;
  return Number.isInteger(pid) && Number(pid) > 0 && [start, machine, token].every(text => typeof text === 'string');
}

/** When a file was written; now if it is gone, so that it counts as new. */
const writtenAt = (path: string): number => statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? Date.now();
