import {targetOf} from '../../accounts/target.js';
import type {ImportJournal, PastRun} from '../journal/runs.js';
import {carryOutSync, type ReadyPlan} from '../sync/carry-out-sync.js';
import {interruptedRuns, supersede, waitUntilSettled} from '../sync/earlier-runs.js';
import type {SyncPermit} from '../sync/gate-sync.js';
import {planSync, type SyncDraft, type SyncPlan} from '../sync/plan-sync.js';
import {needsWork, type SyncReport, sameReport} from '../sync/sync-report.js';
import {createMissing} from './create-missing.js';
import {lockType} from './lock-type.js';

/** The parts of a sync that depend on its caller. */
export type SyncSteps = {
  /** Removes from the plan what was not asked for. */
  readonly narrowed?: (plan: SyncPlan) => SyncPlan | Promise<SyncPlan>;
  /** Gets the permit for the plan; throws if it must not be carried out. */
  readonly gate: (plan: SyncPlan) => Promise<SyncPermit>;
  /** Called when all is done, while the file can still be read. */
  readonly ended?: (plan: SyncPlan, report: SyncReport) => Promise<void>;
  /** Creates the journal, or opens the journal of the resumed run. */
  readonly journalOf: (plan: ReadyPlan) => ImportJournal | Promise<ImportJournal>;
  /** The run that is resumed, which is not superseded. */
  readonly resumed?: string;
  /** Called with the interrupted runs before they are superseded, once the list has settled. */
  readonly lookAt?: (earlier: readonly PastRun[]) => Promise<void>;
};

/** Plans a sync under the lock, after every interrupted run has settled, and carries it out if the gate allows. */
export async function runSync(
  draft: SyncDraft,
  {narrowed = plan => plan, gate, ended, journalOf, resumed, lookAt}: SyncSteps,
): Promise<SyncReport> {
  const {context, settings} = draft;
  const target = targetOf(draft.account);
  const {type, made, unlock} = await lockType(context, target, draft.type);
  try {
    const earlier = type.id === undefined ? [] : interruptedRuns(context, target, type.id);
    if (type.id !== undefined) await waitUntilSettled(context, type.id, earlier, settings.settle);
    await lookAt?.(earlier);
    const plan = await narrowed(await planSync({...draft, type}));
    if (!needsWork(plan)) {
      supersede(context, earlier);
      const report = sameReport(plan);
      await ended?.(plan, report);
      return report;
    }
    const permit = await gate(plan);
    const filled = await createMissing(context, permit, type, draft.checked);
    const ready = {...plan, permit, job: {...plan.job, permit, type: filled}};
    await made(filled.id);
    const journal = await journalOf(ready);
    supersede(
      context,
      earlier.filter(({header}) => header.id !== resumed),
    );
    return await carryOutSync(ready, journal, report => ended?.(ready, report));
  } finally {
    unlock();
  }
}
