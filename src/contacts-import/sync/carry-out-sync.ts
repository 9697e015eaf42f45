import {type EmkError, PartialError, ThrottledError, UnknownOutcomeError, UnreachableError} from '../../errors.js';
import {counted, number, numberOrNothing} from '../../words/sentence.js';
import {type EndWords, errorOf} from '../../work/ending.js';
import {stopsEverything, toEmkError} from '../../work/stop-errors.js';
import {dropCopy} from '../file/source.js';
import {type ImportJournal, journalPath} from '../journal/runs.js';
import {sendRows} from '../run/carry-out.js';
import {outcomeOf, recordEnd, resultOf} from '../run/ending.js';
import type {ReadyJob} from '../run/job.js';
import {readSettled} from '../run/verify.js';
import type {Reader} from '../send/listing.js';
import {importService} from '../send/service.js';
import {openChanges, type Worked} from './change-contacts.js';
import type {SyncPermit} from './gate-sync.js';
import type {SyncPlan} from './plan-sync.js';
import {removeGone, removeOwed} from './remove-gone.js';
import {type SyncReport, sumOfSync, toSyncReport, whyNotAll} from './sync-report.js';
import {leftInWords, leftOf, owedBy, stoppedByName} from './sync-words.js';

export type ReadyPlan = SyncPlan & {readonly permit: SyncPermit; readonly job: ReadyJob};

/**
 * Protects people first: people who are gone are deleted or unsubscribed, then contacts that differ are changed, and
 * new people are added. Those who are still to be deleted, unsubscribed or changed are tried once more, and one last look
 * verifies all of it. A part that fails does not stop the others, unless its reason would stop them too.
 */
export async function carryOutSync(plan: ReadyPlan, journal: ImportJournal): Promise<SyncReport> {
  try {
    const {job, counts, list, sync} = plan;
    const goes = sync.gone !== 'report' && list.gone.ids.length > 0;
    let going: Worked = goes ? await removeGone(plan, journal) : {done: 0, failed: []};
    const changes = openChanges(plan, journal);
    if (counts.toChange > 0 && !endsSync(going)) await changes.make();
    const ends = endsSync(going) || endsSync(changes.worked());
    const adding = ends || job.plan.send === 0 ? {} : await addNew(plan, going.done > 0, journal, changes.look);
    if (going.failed.length > 0 && !endsSync(going)) going = await removeOwed(plan, journal, going);
    await changes.makeOwed();
    const unseen = changes.isLooked() || endsSync(changes.worked()) ? undefined : await lookOnly(plan, changes.look);
    changes.tell();
    const changing = {...changes.worked(), ...(unseen && {stopped: unseen})};
    const {report, isOpen} = conclude(plan, journal, {adding, changing, going});
    if (!isOpen) dropCopy(job.source);
    return report;
  } finally {
    journal.close();
  }
}

const endsSync = ({stopped}: Worked): boolean => stopped !== undefined && stopsEverything(stopped);

type Added = Partial<Awaited<ReturnType<typeof outcomeOf>>>;

/** Sends the new people. If people were removed first, the earlier count is no longer valid. */
async function addNew(
  {job}: ReadyPlan,
  removed: boolean,
  journal: ImportJournal,
  besides: () => Reader<boolean>,
): Promise<Added> {
  const baseline = removed ? {...job.baseline, count: undefined} : job.baseline;
  const {sending, stop} = await sendRows({...job, baseline}, journal, undefined, besides);
  return outcomeOf(job, sending, stop);
}

/** The last look where nobody was added. Returns why it was not possible. */
async function lookOnly({job}: ReadyPlan, look: () => Reader<boolean>): Promise<EmkError | undefined> {
  const {context, settings, list} = job;
  const {host, progress} = context;
  const service = importService(context, list.id);
  progress.show({label: 'Verifying'});
  try {
    await context.persist(() =>
      readSettled({service, host, restTimes: settings.settle, progress}, look, isThere => isThere),
    );
    return undefined;
  } catch (thrown) {
    const error = toEmkError(thrown, host);
    if (!(error instanceof UnreachableError || error instanceof ThrottledError)) return error;
    return new UnknownOutcomeError(
      `All changes were sent, but emk could not read the list to verify them: ${error.message}`,
      {cause: error},
    );
  } finally {
    progress.clear();
  }
}

function conclude(
  plan: ReadyPlan,
  journal: ImportJournal,
  {adding, changing, going}: {readonly adding: Added; readonly changing: Worked; readonly going: Worked},
): {readonly report: SyncReport; readonly isOpen: boolean} {
  const {job, sync} = plan;
  const {context, source, list} = job;
  const {outcome} = adding;
  const arrived = adding.sum?.done ?? 0;
  const left = leftOf(plan, {arrived, changing, going});
  const owed = owedBy(plan.list, going).first;
  const failures = [...changing.failed, ...going.failed];
  const stopped = going.stopped ?? changing.stopped;
  // After a lost answer to a change or a deletion emk has looked: what is not done is left, and not in doubt.
  const sum = sumOfSync(plan, {done: arrived + changing.done + going.done, doubtful: outcome?.unknown ?? 0});
  const why = stopped ?? adding.error ?? failureIn(failures) ?? whyNotAll(plan);
  const error = errorOf(sum, why, endWords(journal));
  const result = resultOf(error);
  const open = adding.open === true || stopped !== undefined;
  const files = {...job.files, ...outcome?.files};
  const [deleted, unsubscribed] = sync.gone === 'delete' ? [going.done, 0] : [0, going.done];
  const {added = 0, verified = 0, missing = 0, duplicates = 0, unknown = 0} = outcome ?? {};
  const work = {updates: changing.done, deletes: deleted, unsubscribes: unsubscribed};
  recordEnd(
    {journal, host: context.host, tell: context},
    {result, open, sent: added, verified, missing, duplicates, unknown, files, work},
  );
  const done = {added: arrived, verified, changed: changing.done, deleted, unsubscribed, failed: failures.length};
  const summary = `${source.name} → "${list.name}": ${doneInWords(done)}`;
  // Programs read the result as data, and people read beside it how it ended.
  if (context.reader !== 'people') context.notice(summary, {kind: 'done', ...done});
  const text = [summary, ...stoppedByName(plan)].join('\n');
  const undone = leftInWords(left, owed, changing);
  if (undone !== undefined) context.warn(undone);
  const report = toSyncReport(
    plan,
    {result, done, left, owed, failures, files, journal: journalPath(journal.folder), text},
    sum,
    error,
  );
  return {report, isOpen: open};
}

function doneInWords({added, verified, ...others}: Parameters<typeof toSyncReport>[1]['done']): string {
  const parts = [
    // The service takes rows that it drops in silence: only those in the list are certainly added.
    numberOrNothing(added, verified === added ? 'added' : `added (${number(verified)} seen in the list)`),
    numberOrNothing(others.changed, 'changed'),
    numberOrNothing(others.deleted, 'deleted'),
    numberOrNothing(others.unsubscribed, 'unsubscribed'),
    numberOrNothing(others.failed, 'not'),
  ].filter(Boolean);
  return parts.length === 0 ? 'nothing was changed' : parts.join(' · ');
}

const endWords = ({id}: ImportJournal): EndWords => ({
  counts: ['change', 'changes'],
  did: 'made',
  again: `Run the same sync again, or: emk contacts import resume ${id} (it looks first).`,
});

function failureIn(failures: Worked['failed']): PartialError | undefined {
  const [first] = failures;
  if (!first) return undefined;
  return new PartialError(
    `${counted(failures.length, 'contact')} failed, the first of them ${first.id}: ${first.error.message}`,
    {hint: 'Run the same sync again. emk looks first, and does only what is left.'},
  );
}
