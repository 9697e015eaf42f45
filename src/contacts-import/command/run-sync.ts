import {targetOf} from '../../accounts/target.js';
import type {ImportJournal} from '../journal/runs.js';
import {carryOutSync, type ReadyPlan} from '../sync/carry-out-sync.js';
import {interruptedRuns, noteInterruptedRuns, supersede, waitUntilSettled} from '../sync/earlier-runs.js';
import type {SyncPermit} from '../sync/gate-sync.js';
import {planSync, type SyncDraft, type SyncPlan} from '../sync/plan-sync.js';
import {needsWork, type SyncReport, sameReport} from '../sync/sync-report.js';
import {createMissing} from './create-missing.js';
import {lockList} from './lock-list.js';

/** The parts of a sync that depend on its caller. */
type SyncSteps = {
  /** Called with the plan, also where nothing has to be sent. */
  readonly planned?: (plan: SyncPlan) => void;
  /** Gets the permit for the plan; throws if it must not be carried out. */
  readonly gate: (plan: SyncPlan) => Promise<SyncPermit>;
  /** Creates the journal, or opens the journal of the resumed run. */
  readonly journalOf: (plan: ReadyPlan) => ImportJournal | Promise<ImportJournal>;
  /** The run that is resumed, which is not superseded. */
  readonly resumed?: string;
};

/** Plans a sync under the lock, after every interrupted run has settled, and carries it out if the gate allows. */
export async function runSync(draft: SyncDraft, {planned, gate, journalOf, resumed}: SyncSteps): Promise<SyncReport> {
  const {context, settings, list} = draft;
  const target = targetOf(draft.account);
  const unlock = await lockList(context.host, target, list.id);
  try {
    const earlier = interruptedRuns(context, target, list.id);
    await waitUntilSettled(context, list.id, earlier, settings.settle);
    await noteInterruptedRuns(context, earlier);
    const plan = await planSync(draft);
    planned?.(plan);
    if (!needsWork(plan)) {
      supersede(context, earlier);
      return sameReport(plan);
    }
    const permit = await gate(plan);
    await createMissing(context, permit, list, draft.checked);
    const ready = {...plan, permit, job: {...plan.job, permit}};
    const journal = await journalOf(ready);
    supersede(
      context,
      earlier.filter(({header}) => header.id !== resumed),
    );
    return await carryOutSync(ready, journal);
  } finally {
    unlock();
  }
}
