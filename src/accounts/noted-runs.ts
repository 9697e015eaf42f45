import {existsSync, readdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Context} from '../change/context.js';
import {runIdAt, startOf} from '../change/work/journal.js';
import {stateFolder} from '../core/own-files/folders.js';
import {makeFolder} from '../core/system/files.js';
import type {Host} from '../core/system/host.js';
import {readKept, requireKnownVersion, writeKept} from '../core/system/kept-file.js';
import {DAY} from '../core/words/calendar.js';
import {type Target, targetOf} from './target.js';

/** A run that has no journal of its own once it has ended: an apply of a folder, or an undo. */
export type NotedRun = {
  readonly id: string;
  readonly at: string;
  /** What it was about, in words. */
  readonly name: string;
} & (
  | {readonly what: 'apply'; readonly folder: string}
  | {
      readonly what: 'undo';
      /** The runs that it took back: several applies of one folder go together; and whether all of each. */
      readonly of: readonly string[];
      readonly whole: boolean;
      /** The copies of what it deleted. */
      readonly copies: readonly string[];
      /** The copies that it brought back, and the syncs whose changes it took back. */
      readonly restored: readonly string[];
    }
);

type Without<T, K extends string> = T extends unknown ? Omit<T, K> : never;

const runsFolder = (host: Host): string => join(stateFolder(host), 'runs');

/** Notes a run that has ended, and forgets those that are older than the setting `keep-imports` says. */
export async function noteRun({host, globals, account}: Context, run: Without<NotedRun, 'id' | 'at'>): Promise<void> {
  const folder = runsFolder(host);
  makeFolder(folder);
  const before = host.now().getTime() - globals.keepImports * DAY;
  for (const name of readdirSync(folder))
    if ((startOf(idIn(name)) ?? before) < before) rmSync(join(folder, name), {force: true});
  const id = freeId(host);
  const noted = {version: 1, ...targetOf(await account()), id, at: host.now().toISOString(), ...run};
  writeKept(host, join(folder, `${id}.json`), `${JSON.stringify(noted)}\n`);
}

/** An id that no import and no other run has. */
function freeId(host: Host): string {
  for (let at = host.now().getTime(); ; at++) {
    const id = runIdAt(at);
    const places = [join(runsFolder(host), `${id}.json`), join(stateFolder(host), 'imports', id)];
    if (!places.some(place => existsSync(place))) return id;
  }
}

/** The noted runs on one account, the oldest first. */
export function notedRuns(host: Host, {origin, key}: Target): readonly NotedRun[] {
  const folder = runsFolder(host);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter(name => startOf(idIn(name)) !== undefined)
    .sort()
    .flatMap(name => {
      const noted = readKept(join(folder, name));
      if (noted?.['origin'] !== origin || noted['key'] !== key) return [];
      const or = 'Or delete that file: emk then cannot undo that run.';
      requireKnownVersion(noted, `The note ${join(folder, name)}`, or);
      return [noted as unknown as NotedRun];
    });
}

/** When each run was taken back as a whole, by its id; not if that undo was taken back itself. */
export function undoneBy(noted: readonly NotedRun[]): ReadonlyMap<string, string> {
  const undone = new Map<string, string>();
  // What is taken back is older, so the newest undo is known to hold.
  for (const run of [...noted].reverse())
    if (run.what === 'undo' && run.whole && !undone.has(run.id))
      for (const id of run.of) if (!undone.has(id)) undone.set(id, run.at);
  return undone;
}

const idIn = (name: string): string => name.replace(/\.json$/, '');
