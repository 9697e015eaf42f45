import {PartialError} from '../../errors.js';
import {counted, number, numberOrNothing} from '../../words/sentence.js';
import {type EndWords, errorOf} from '../../work/ending.js';
import {stopsEverything} from '../../work/stop-errors.js';
import {dropCopy} from '../file/source.js';
import {type ImportJournal, journalPath} from '../journal/runs.js';
import {sendRows} from '../run/carry-out.js';
import {outcomeOf, recordEnd, resultOf} from '../run/ending.js';
import type {ReadyJob} from '../run/job.js';
import {isLost, openChanges, type Worked} from './change-contacts.js';
import type {SyncPermit} from './gate-sync.js';
import {type NewPeople, noteUntaken, untakenIn} from './note-untaken.js';
import type {SyncPlan} from './plan-sync.js';
import {removeGone, removeOwed} from './remove-gone.js';
import {type SyncReport, sumOfSync, toSyncReport, whyNotAll} from './sync-report.js';
import {stoppedByName} from './sync-words.js';
import {owedIn, unfinishedIn, unfinishedInWords} from './unfinished-work.js';

export type ReadyPlan = SyncPlan & {readonly permit: SyncPermit; readonly job: ReadyJob};

/**
 * Protects people first: people who are gone are deleted or unsubscribed, then contacts that differ are changed, and
 * new people are added. At the end, those who are still to be deleted, unsubscribed or changed are tried once more. A part that fails
 * does not stop the others, unless its reason would stop them too. Records how it ended.
 */
export async function carryOutSync(
  plan: ReadyPlan,
  journal: ImportJournal,
  ended: (report: SyncReport) => Promise<void> | undefined,
): Promise<SyncReport> {
  try {
    const {job, counts, list, sync} = plan;
    const nothing: Worked = {done: 0, failed: []};
    const goes = sync.gone !== 'report' && list.gone.ids.length > 0;
    const going = goes ? await removeGone(plan, job.type.id, journal) : nothing;
    const changes = openChanges(plan, job.type.id, journal);
    const mayChange = counts.toChange > 0 && !endsSync(going);
    const changing = mayChange ? await changes.make() : nothing;
    const ends = endsSync(going) || endsSync(changing);
    const adding = ends || job.plan.send === 0 ? {} : await addNew(plan, going.done > 0, journal);
    const owed = going.failed.length > 0 && !endsSync(going);
    const gone = owed ? await removeOwed(plan, job.type.id, journal, going) : going;
    const owesChanges = !changing.stopped && changing.failed.some(isLost);
    const changed = owesChanges ? await changes.makeOwed() : changing;
    await changes.tell();
    const {report, isOpen} = conclude(plan, journal, {adding, changing: changed, going: gone});
    await ended(report);
    if (!isOpen) dropCopy(job.source);
    return report;
  } finally {
    journal.close();
  }
}

const endsSync = ({stopped}: Worked): boolean => stopped !== undefined && stopsEverything(stopped);

type Added = Partial<Awaited<ReturnType<typeof outcomeOf>> & {readonly people: NewPeople}>;

/** Sends the new people. If people were removed first, the earlier count is no longer valid. */
async function addNew({job, remembers}: ReadyPlan, removed: boolean, journal: ImportJournal): Promise<Added> {
  const baseline = removed ? {...job.baseline, count: undefined} : job.baseline;
  const {sending, stop} = await sendRows({...job, baseline}, journal);
  const outcome = await outcomeOf(job, sending, stop);
  if (!remembers) return outcome;
  const {done, refused, dropped} = sending.tally;
  const absent = stop.verified?.absent;
  const people = await noteUntaken(job, job.facts, {done, refused, dropped, ...(absent ? {absent} : {})});
  return {...outcome, people};
}

function conclude(
  plan: ReadyPlan,
  journal: ImportJournal,
  {adding, changing, going}: {readonly adding: Added; readonly changing: Worked; readonly going: Worked},
): {readonly report: SyncReport; readonly isOpen: boolean} {
  const {job, sync, givenUp} = plan;
  const {context, source, type} = job;
  const {outcome, people} = adding;
  const left = unfinishedIn(plan, {adding, changing, going});
  const owed = owedIn(plan.list, going).first;
  const failures = [...changing.failed, ...going.failed];
  const stopped = going.stopped ?? changing.stopped;
  const arrived = people?.arrived ?? (outcome ? outcome.added - outcome.missing : 0);
  // After a lost answer to a change or a deletion emk has looked: what is not done is left, and not in doubt.
  const sum = sumOfSync(plan, {done: arrived + changing.done + going.done, doubtful: outcome?.unknown ?? 0});
  const why =
    stopped ?? adding.error ?? failureIn(failures) ?? untakenIn(people?.untaken ?? [], source.name) ?? whyNotAll(plan);
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
  const summary = `${source.name} → "${type.name}": ${doneInWords(done)}`;
  // Programs read the result as data, and people read beside it how it ended.
  if (context.reader !== 'people') context.notice(summary, {kind: 'done', ...done});
  const text = [summary, ...stoppedByName(plan)].join('\n');
  for (const sentence of unfinishedInWords(left, owed, changing, people?.untaken ?? [], source.name))
    context.warn(sentence);
  const untaken = [...givenUp, ...(people?.untaken ?? [])];
  const report = toSyncReport(
    plan,
    {result, done, left, owed, untaken, failures, files, journal: journalPath(journal.folder), text},
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
