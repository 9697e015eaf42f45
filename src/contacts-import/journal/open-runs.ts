import {rmSync} from 'node:fs';
import {basename} from 'node:path';
import type {Context} from '../../commands/command.js';
import type {Host} from '../../system/host.js';
import {DAY} from '../../words/calendar.js';
import {startOf} from '../../work/run-id.js';
import {isOpen, journalSize, type PastRun, pastRuns, readRun, runFolders} from './runs.js';

/** The runs that can be resumed or have a request in doubt, the latest last. */
export const openRuns = (host: Host): PastRun[] => pastRuns(host).filter(isUnfinished);

const isUnfinished = (run: PastRun): boolean => isOpen(run) || run.state.open.size > 0;

/** Deletes the imports that ended longer ago than the setting `keep-imports` says. A run that is open or in doubt stays. */
export function forgetOldRuns({host, globals}: Pick<Context, 'host' | 'globals'>): void {
  const before = host.now().getTime() - globals.keepImports * DAY;
  for (const folder of runFolders(host)) if (isOver(folder, before)) removeRun(folder);
}

/** Whether a run ended before a moment, or was killed before its journal had a plan; a copy of people may be in it. */
function isOver(folder: string, before: number): boolean {
  if ((startOf(basename(folder)) ?? before) >= before) return false;
  const run = journalSize(folder) === undefined ? undefined : readRun(folder);
  if (run === undefined) return true;
  return !isUnfinished(run) && Date.parse(run.state.end?.at ?? run.header.started) < before;
}

/** Deletes a run. What emk may not delete, it tries again with the next import. */
function removeRun(folder: string): void {
  try {
    rmSync(folder, {recursive: true, force: true});
  } catch {
    return;
  }
}
