import {renameSync, writeFileSync} from 'node:fs';
import {basename, join} from 'node:path';
import {stateFolder} from '../../own-files/folders.js';
import type {Host} from '../../system/host.js';
import {isKnownVersion, readKept} from '../../system/kept-file.js';
import {isOpen, journalSize, type PastRun, readRun, runFolders} from './runs.js';

/** The runs that can be resumed or have a request in doubt, the latest last. */
export const openRuns = (host: Host): PastRun[] => runsWith(host, false);

/** The same, and those that have made something in the account besides contacts: unsubscribes. */
export const runsThatMade = (host: Host): PastRun[] => runsWith(host, true);

/** A closed run as the index has it: the size of its journal, and whether it has made something. */
type Closed = readonly [size: number, made: boolean];

/**
 * Most runs are closed, and there may be thousands, so an index has those and only the others are read. A journal only
 * grows: with another size it is read again.
 */
function runsWith(host: Host, making: boolean): PastRun[] {
  const before = readIndex(host);
  const closed = new Map<string, Closed>();
  const runs = runFolders(host).flatMap(folder => {
    const size = journalSize(folder);
    if (size === undefined) return [];
    const id = basename(folder);
    const known = ofSize(before.get(id), size);
    const run = known === undefined || (making && known[1]) ? readRun(folder) : undefined;
    const entry = known ?? closedAs(run, size);
    if (entry) closed.set(id, entry);
    return run && (entry === undefined || (making && entry[1])) ? [run] : [];
  });
  const isSame = closed.size === before.size && [...closed].every(([id, entry]) => before.get(id) === entry);
  if (!isSame) writeIndex(host, closed);
  return runs;
}

const ofSize = (known: Closed | undefined, size: number): Closed | undefined =>
  known?.[0] === size ? known : undefined;

/** What the index says of a run; undefined if it is not over. */
const closedAs = (run: PastRun | undefined, size: number): Closed | undefined =>
  run === undefined || isOpen(run) || run.state.open.size > 0 ? undefined : [size, run.state.made.size > 0];

const indexPath = (host: Host): string => join(stateFolder(host), 'closed-imports.json');

function readIndex(host: Host): ReadonlyMap<string, Closed> {
  const found = readKept(indexPath(host));
  const runs = found !== undefined && isKnownVersion(found) ? found['runs'] : undefined;
  return new Map(typeof runs === 'object' && runs !== null ? Object.entries(runs as Record<string, Closed>) : []);
}

/** Without an index, the next run reads all journals again. */
function writeIndex(host: Host, closed: ReadonlyMap<string, Closed>): void {
  const path = indexPath(host);
  const draft = `${path}.${host.pid}`;
  try {
    writeFileSync(draft, `${JSON.stringify({version: 1, runs: Object.fromEntries(closed)})}\n`, {mode: 0o600});
    renameSync(draft, path);
  } catch {
    return;
  }
}
