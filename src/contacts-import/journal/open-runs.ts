import {basename} from 'node:path';
import type {Host} from '../../system/host.js';
import {type ClosedRun, type ClosedRuns, closedAs, readClosed, writeClosed} from './closed-runs.js';
import {journalSize, type PastRun, readRun, runFolders} from './runs.js';

/** The runs that can be resumed or have a request in doubt, the latest last. */
export const openRuns = (host: Host): PastRun[] => runsBesides(host, () => true).runs;

/** The same, and those that have made something in the account besides contacts: unsubscribes. */
export const runsThatMade = (host: Host): PastRun[] => runsBesides(host, ({made}) => !made).runs;

/** All runs that are over. */
export const closedRuns = (host: Host): ClosedRuns => runsBesides(host, () => true).closed;

/** Reads the runs that are open and the closed ones that `without` does not skip; the index has the others. */
function runsBesides(
  host: Host,
  without: (run: ClosedRun) => boolean,
): {readonly runs: PastRun[]; readonly closed: ClosedRuns} {
  const before = readClosed(host);
  const closed = new Map<string, ClosedRun>();
  const runs = runFolders(host).flatMap(folder => {
    const size = journalSize(folder);
    if (size === undefined) return [];
    const id = basename(folder);
    const known = before.get(id)?.size === size ? before.get(id) : undefined;
    const run = known && without(known) ? undefined : readRun(folder);
    const entry = known ?? (run && closedAs(run, size));
    if (entry) closed.set(id, entry);
    return run && !(entry && without(entry)) ? [run] : [];
  });
  const isSame = closed.size === before.size && [...closed].every(([id, entry]) => before.get(id) === entry);
  if (!isSame) writeClosed(host, closed);
  return {runs, closed};
}
