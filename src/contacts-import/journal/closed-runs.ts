import {join} from 'node:path';
import {stateFolder} from '../../own-files/folders.js';
import type {Host} from '../../system/host.js';
import {isKnownVersion, readKept, writeKept} from '../../system/kept-file.js';
import {canUndo, isOpen, type PastRun} from './runs.js';

/** What the index has of a run that is over. */
export type ClosedRun = {
  /** The size of its journal, which only grows: with another size it is read again. */
  readonly size: number;
  /** When it ended, in milliseconds. */
  readonly ended: number;
  /** Whether it has made something in the account besides contacts: unsubscribes. */
  readonly made: boolean;
  /** Whether an undo can still take something back. */
  readonly undo: boolean;
  /** When a person was told that it goes. */
  readonly told?: number;
};

/** The runs that are over, by id: most are, and there may be thousands. */
export type ClosedRuns = ReadonlyMap<string, ClosedRun>;

/** A run as the index has it; undefined if it can be resumed or a request is in doubt. */
export function closedAs(run: PastRun, size: number): ClosedRun | undefined {
  const {end, open, made} = run.state;
  if (isOpen(run) || open.size > 0) return undefined;
  return {size, ended: Date.parse(end?.at ?? run.header.started), made: made.size > 0, undo: canUndo(run)};
}

/** The index. One that nobody can read counts as none, and so does an entry of an older emk. */
export function readClosed(host: Host): ClosedRuns {
  const found = readKept(indexPath(host));
  const runs = found !== undefined && isKnownVersion(found) ? found['runs'] : undefined;
  const entries = typeof runs === 'object' && runs !== null ? Object.entries(runs as Record<string, ClosedRun>) : [];
  return new Map(entries.filter(([, entry]) => typeof entry?.ended === 'number'));
}

/** Without an index, the next run reads all journals again. */
export function writeClosed(host: Host, closed: ClosedRuns): void {
  try {
    writeKept(host, indexPath(host), `${JSON.stringify({version: 1, runs: Object.fromEntries(closed)})}\n`);
  } catch {
    return;
  }
}

const indexPath = (host: Host): string => join(stateFolder(host), 'closed-imports.json');
