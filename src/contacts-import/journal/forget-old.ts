import {rmSync} from 'node:fs';
import {basename, join} from 'node:path';
import type {Context} from '../../commands/command.js';
import {dateInWords} from '../../records/dates/words.js';
import type {Host} from '../../system/host.js';
import {DAY} from '../../words/calendar.js';
import {counted, plural, withMore} from '../../words/sentence.js';
import {type ClosedRun, writeClosed} from './closed-runs.js';
import {closedRuns} from './open-runs.js';
import {importName, importsFolder, journalSize, type PastRun, readRun, runFolders, startOf} from './runs.js';

/**
 * Deletes the imports that ended longer ago than the setting `keep-imports` says. What an undo could still take back
 * goes days after a person was told. A run that can be resumed or is in doubt stays.
 */
export function forgetOldRuns({host, globals, notice}: Pick<Context, 'host' | 'globals' | 'notice'>): void {
  const now = host.now().getTime();
  const days = globals.keepImports;
  const [kept, ahead] = [days * DAY, Math.min(days, DAYS_AHEAD) * DAY];
  const closed = new Map(closedRuns(host));
  const goes = ({ended, told = 0, undo}: ClosedRun): number => Math.max(ended + kept, undo ? told + ahead : 0);
  const mustTell = ({ended, told, undo}: ClosedRun): boolean =>
    undo && told === undefined && now > ended + kept - ahead;
  const telling = [...closed].filter(([, entry]) => mustTell(entry));
  const gone = [...closed].filter(
    ([id, entry]) => !mustTell(entry) && now > goes(entry) && isRemoved(folderOf(host, id)),
  );
  for (const [id] of gone) closed.delete(id);
  for (const [id, entry] of telling) closed.set(id, {...entry, told: now});
  if (telling.length > 0) {
    const first = Math.min(...telling.map(([, entry]) => goes({...entry, told: now})));
    const runs = telling.flatMap(([id]) => readRun(folderOf(host, id)) ?? []);
    for (const line of toldInWords(runs, first, days)) notice(line);
  }
  if (telling.length + gone.length > 0) writeClosed(host, closed);
  for (const folder of runFolders(host)) if (hasNothing(folder, now - kept)) isRemoved(folder);
}

const folderOf = (host: Host, id: string): string => join(importsFolder(host), id);

/** How many days before it goes emk says so. */
const DAYS_AHEAD = 7;

const toldInWords = (runs: readonly PastRun[], day: number, days: number): readonly string[] => [
  `After ${dateInWords(day)} emk deletes ${counted(runs.length, 'old import')} and cannot undo ` +
    `${plural(runs.length, 'it', 'them')} any more: ` +
    withMore(runs.map(({header}) => importName(header))),
  `  To undo one now: emk import undo ${runs[0]?.header.id}. To keep imports longer: ` +
    `emk config set keep-imports ${days < 365 ? 365 : 3650}`,
];

/** Whether a folder is of a run that was killed before its journal had a plan; a copy of people may be in it. */
const hasNothing = (folder: string, before: number): boolean =>
  (startOf(basename(folder)) ?? before) < before &&
  (journalSize(folder) === undefined || readRun(folder) === undefined);

/** Deletes a run. What emk may not delete, it tries again with the next import. */
function isRemoved(folder: string): boolean {
  try {
    rmSync(folder, {recursive: true, force: true});
    return true;
  } catch {
    return false;
  }
}
