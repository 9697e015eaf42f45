import {takenAway} from '../../effect/effect.js';
import {PreflightError} from '../../errors.js';
import {counted, number} from '../../words/sentence.js';
import type {SyncPlan} from './plan-sync.js';
import {effectOfSync} from './sync-effect.js';

/** Why the people who are gone must not be deleted or unsubscribed; undefined if there is no objection. */
export function tooManyGone(plan: SyncPlan): PreflightError | undefined {
  const {job, sync, list} = plan;
  const gone = takenAway(effectOfSync(plan));
  if (gone === 0) return undefined;
  const {rejected} = job.checked;
  const {listed} = list.baseline;
  const would = `This would ${sync.gone} ${number(gone)} of ${counted(listed, 'contact')}`;
  if (rejected > 0) {
    return new PreflightError(
      `${counted(rejected, 'row was', 'rows were')} rejected, so their people would look missing.`,
      {hint: 'Nothing was changed. Fix those rows, or keep missing people with --gone report.'},
    );
  }
  if (gone + list.left >= listed) {
    return new PreflightError(`${would}, which is everybody.`, {
      hint: 'Nothing was changed, and --max-gone cannot allow it: the file is probably for another list.',
    });
  }
  const most = mostGone(sync.maxGone, listed);
  if (gone <= most) return undefined;
  return new PreflightError(`${would}, and --max-gone allows ${number(most)}.`, {
    hint: `Nothing was changed. If that is right, add --max-gone ${gone}`,
  });
}

/** By default a tenth of the list, but at least 25, so that a small list can be synced at all. */
function mostGone(maxGone: string | null, listed: number): number {
  if (maxGone === null) return Math.max(LEAST, Math.floor(listed / 10));
  const most = Number.parseFloat(maxGone);
  return maxGone.endsWith('%') ? Math.floor((listed * most) / 100) : most;
}

const LEAST = 25;
