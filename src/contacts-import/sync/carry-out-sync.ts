import {type EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../../errors.js';
import {number} from '../file/count-words.js';
import {dropCopy} from '../file/source.js';
import {type Journal, journalPath} from '../journal/journal.js';
import type {ReadyJob} from '../run/carry-out.js';
import {sendRows} from '../run/carry-out.js';
import {outcomeOf, recordEnd, resultOf} from '../run/ending.js';
import {changeContacts, type Worked} from './change-contacts.js';
import type {SyncPlan} from './plan-sync.js';
import {removeGone} from './remove-gone.js';
import {rejectedIn, type SyncReport, toSyncReport} from './sync-report.js';
import {count} from './sync-words.js';

/** A plan whose contact type exists. */
export type ReadyPlan = SyncPlan & {readonly job: ReadyJob};

/**
Adds who is new, then changes who differs, then sees to those who are gone, and records how it ended. What would stop the
next part too stops all of it, so nobody is deleted while anything before is in doubt.
*/
export async function carryOutSync(plan: ReadyPlan, journal: Journal): Promise<SyncReport> {
  try {
    const {job, counts, list, sync} = plan;
    const adding = await addNew(plan, journal);
    const nothing: Worked = {done: 0, failed: []};
    const changing = adding.open || counts.toChange === 0 ? nothing : await changeContacts(plan, job.type.id, journal);
    const goes = sync.gone !== 'report' && list.gone.ids.length > 0 && !adding.open && !changing.stopped;
    const going = goes ? await removeGone(plan, job.type.id, journal) : nothing;
    return conclude(plan, journal, {adding, changing, going});
  } finally {
    journal.close();
  }
}

type Added = Partial<Awaited<ReturnType<typeof outcomeOf>>>;

async function addNew({job}: ReadyPlan, journal: Journal): Promise<Added> {
  if (job.plan.send === 0) return {};
  const {sending, stop} = await sendRows(job, journal);
  return outcomeOf(job, sending, stop);
}

type Parts = {readonly adding: Added; readonly changing: Worked; readonly going: Worked};

function conclude({job, ...plan}: ReadyPlan, journal: Journal, {adding, changing, going}: Parts): SyncReport {
  const {context, source, type, settings, checked} = job;
  const {outcome} = adding;
  const begun = (outcome?.sent ?? 0) + changing.done + going.done > 0;
  const failures = [...changing.failed, ...going.failed];
  const stopped = changing.stopped ?? going.stopped;
  const error =
    adding.error ?? (stopped && stoppedAt(stopped, begun, journal)) ?? failureIn(failures) ?? rejectedIn(checked);
  const result = resultOf(error);
  const open = adding.open === true || stopped !== undefined;
  const files = {...job.files, ...outcome?.files};
  const [deleted, unsubscribed] = plan.sync.gone === 'delete' ? [going.done, 0] : [0, going.done];
  const {sent = 0, verified = 0, missing = 0, duplicates = 0, unknown = 0} = outcome ?? {};
  const work = {change: changing.done, delete: deleted, unsubscribe: unsubscribed};
  recordEnd(
    {journal, host: context.host, tell: context},
    {result, open, sent, verified, missing, duplicates, unknown, files, work},
  );
  if (!open) dropCopy(source);
  const done = {added: sent, verified, changed: changing.done, deleted, unsubscribed, failed: failures.length};
  const parts = [
    sent > 0 ? `${number(sent)} added${settings.verify === 'none' ? '' : ` (${number(verified)} verified)`}` : '',
    done.changed > 0 ? `${number(done.changed)} changed` : '',
    deleted > 0 ? `${number(deleted)} deleted` : '',
    unsubscribed > 0 ? `${number(unsubscribed)} unsubscribed` : '',
    done.failed > 0 ? `${number(done.failed)} not` : '',
  ].filter(Boolean);
  const text = `${source.name} → "${type.name}" (#${type.id}): ${parts.length === 0 ? 'nothing was changed' : parts.join(' · ')}`;
  return toSyncReport(
    {job, ...plan},
    {result, done, failures, files, journal: journalPath(journal.folder), text},
    error,
  );
}

/** Puts an error into the terms of the sync. Its own kind stays, since it says whether anything may have happened. */
function stoppedAt(error: EmkError, begun: boolean, {id}: Journal): EmkError {
  const hint = `Run the same sync again, or: emk contacts import resume ${id} (it looks first).`;
  if (error instanceof InterruptedError) {
    return new InterruptedError('Interrupted before the sync was through.', {
      hint,
      exit: error.exit === 143 ? 143 : 130,
    });
  }
  if (error instanceof UnknownOutcomeError || !begun) return error;
  return new PartialError(`The sync stopped before it was through: ${error.message}`, {
    cause: error,
    hint: error.hint === undefined ? hint : `${error.hint} Then run the same sync again.`,
  });
}

function failureIn(failures: Worked['failed']): PartialError | undefined {
  const [first] = failures;
  if (!first) return undefined;
  return new PartialError(
    `${count(failures.length, 'contact')} could not be dealt with, the first of them ${first.id}: ${first.error.message}`,
    {
      hint: 'Run the same sync again: it looks first, and does only what is left.',
    },
  );
}
