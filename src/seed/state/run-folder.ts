import {createHash} from 'node:crypto';
import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {lockedAccount, readLockFile} from '../../account-files/folder/made.js';
import type {KindName} from '../../account-files/kinds/shape.js';
import type {Target} from '../../accounts/target.js';
import {UsageError} from '../../errors.js';
import {stateFolder} from '../../own-files/folders.js';
import {tellingFileTrouble} from '../../system/file-trouble.js';
import {makeFolder} from '../../system/folder.js';
import type {Host} from '../../system/host.js';
import {readKept, requireKnownVersion} from '../../system/kept-file.js';
import {withLock} from '../../system/lock.js';
import {writeWhole} from '../../system/whole-file.js';
import {isRunId} from '../marks/run-id.js';

/** Where the runs of an account keep notes of what they have made, each in its own folder. */
const seedsFolder = (host: Host, {origin, key}: Target): string =>
  join(
    stateFolder(host),
    'seeds',
    createHash('sha256')
      .update(JSON.stringify([origin, key]))
      .digest('hex')
      .slice(0, 16),
  );

export const runFolder = (host: Host, target: Target, run: string): string => join(seedsFolder(host, target), run);

/** The runs of an account that were seeded from this machine and not cleaned since. */
export function runsHere(host: Host, target: Target): readonly string[] {
  const folder = seedsFolder(host, target);
  const names = existsSync(folder) ? readdirSync(folder).filter(isRunId) : [];
  return names.filter(run => existsSync(join(folder, run, ABOUT))).sort();
}

/** Does something with a run while no other emk on this machine does. */
export async function withRun<T>(host: Host, target: Target, run: string, work: () => Promise<T>): Promise<T> {
  const folder = seedsFolder(host, target);
  await tellingFileTrouble(async () => makeFolder(folder));
  return withLock(host, join(folder, `${run}.lock`), `the run ${run}`, work);
}

export const withRuns = <T>(host: Host, target: Target, runs: readonly string[], work: () => Promise<T>): Promise<T> =>
  runs.reduce((inner, run) => () => withRun(host, target, run, inner), work)();

/** Refuses to continue a run that was begun with another file. */
export function requireSameFile(folder: string, run: string, file: string, print: string): void {
  const path = join(folder, ABOUT);
  const before = readKept(path);
  if (before !== undefined)
    requireKnownVersion(before, `The note ${path} of the run ${run}`, {or: 'Or choose another id for this run.'});
  if (before === undefined || before['print'] === print) return;
  throw new UsageError(`The run ${run} started with other data than ${file} has now.`, {
    hint: `Choose another id, or clean that run first: emk seed clean --run ${run}`,
  });
}

/** Does something that two runs of an account must not do at once, when no other run on this machine does it. */
export const whileAlone = <T>(host: Host, target: Target, work: () => Promise<T>): Promise<T> =>
  withLock(host, join(seedsFolder(host, target), SHARED_LOCK), 'the records that all runs share', work);

/** No run can have this name: it would wait for its own lock. */
const SHARED_LOCK = '_shared.lock';

/** Notes which file a run belongs to, before anything is sent. */
export async function noteFile(folder: string, run: string, file: string, print: string): Promise<void> {
  await writeWhole(join(folder, ABOUT), [`${JSON.stringify({version: 1, run, file, print}, undefined, 2)}\n`]);
}

const ABOUT = 'seed.json';

/** A record that a run of this machine has made: the run, and the record's name in it. */
export type MadeHere = {readonly run: string; readonly as: string};

/** Everything that the runs of this machine have made, by kind and id. */
export async function madeHere(
  host: Host,
  target: Target,
): Promise<ReadonlyMap<KindName, ReadonlyMap<string, MadeHere>>> {
  const all = new Map<KindName, Map<string, MadeHere>>();
  for (const run of runsHere(host, target)) {
    const {made} = lockedAccount(await readLockFile(runFolder(host, target, run)), target);
    for (const [kind, byName] of made.records) {
      const known = all.get(kind) ?? new Map<string, MadeHere>();
      for (const [as, {id}] of byName) known.set(String(id), {run, as});
      all.set(kind, known);
    }
  }
  return all;
}

/** Forgets a run of which nothing is left. */
export const forgetRun = (host: Host, target: Target, run: string): void =>
  rmSync(runFolder(host, target, run), {recursive: true, force: true});
