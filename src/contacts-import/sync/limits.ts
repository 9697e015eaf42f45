import {takenAway} from '../../effect/effect.js';
import {PreflightError} from '../../errors.js';
import {counted, number} from '../../words/sentence.js';
import type {SyncPlan} from './plan-sync.js';
import {effectOfSync} from './sync-effect.js';

/** Why the people who are gone must not be deleted or unsubscribed, whatever anybody says; undefined if they may be. */
export function neverGone(plan: SyncPlan): PreflightError | undefined {
  const {job, list} = plan;
  const gone = takenAway(effectOfSync(plan));
  if (gone === 0) return undefined;
  const {rejected} = job.checked;
  if (rejected > 0) {
    return new PreflightError(
      `${counted(rejected, 'row was', 'rows were')} rejected, so their people would look missing.`,
      {hint: 'Nothing was changed. Fix those rows, or keep missing people with --gone report.'},
    );
  }
  if (gone + list.left < list.baseline.listed) return undefined;
  return new PreflightError(`${would(plan, gone)}, which is everybody.`, {
    hint: 'Nothing was changed, and --max-gone cannot allow it: the file is probably for another list.',
  });
}

/** The error of a sync that takes away more people than `--max-gone` allows; a person may still agree. */
export function tooManyGone(plan: SyncPlan): PreflightError | undefined {
  const gone = takenAway(effectOfSync(plan));
  const most = mostGone(plan.sync.maxGone, plan.list.baseline.listed);
  if (gone <= most) return undefined;
  return new PreflightError(`${would(plan, gone)}, and --max-gone allows ${number(most)}.`, {
    hint: `Nothing was changed. If that is right, add --max-gone ${gone}`,
  });
}

const would = ({sync, list}: SyncPlan, gone: number): string =>
  `This would ${sync.gone} ${number(gone)} of ${counted(list.baseline.listed, 'contact')}`;

/** By default a tenth of the list, but at least 5, so that a small list can be synced at all. */
function mostGone(maxGone: string | null, listed: number): number {
  if (maxGone === null) return Math.max(LEAST, Math.floor(listed / 10));
  const most = Number.parseFloat(maxGone);
  return maxGone.endsWith('%') ? Math.floor((listed * most) / 100) : most;
}

const LEAST = 5;
