import {impossibleIn} from '../../effect/effect.js';
import {CheckError, type EmkError, PartialError} from '../../errors.js';
import type {Failure} from '../../output/results/result.js';
import type {Sum} from '../../output/results/sum.schema.js';
import {counted, numberOrNothing, plural} from '../../words/sentence.js';
import {type Ended, ended, noWork, sumOf} from '../../work/ending.js';
import type {Checked} from '../file/contract.js';
import type {ResultFiles} from '../run/import-result.schema.js';
import {leftOut, readAs} from '../run/report.js';
import {comeBackData, leftOfFile} from './come-back-words.js';
import {tooManyGone} from './limits.js';
import {givenUpIn} from './note-untaken.js';
import type {SyncPlan} from './plan-sync.js';
import {effectOfSync, NO_COUNTRY} from './sync-effect.js';
import type {SyncResult, UnfinishedWork, UntakenRow} from './sync-result.schema.js';
import {
  changedIn,
  incomparable,
  planInWords,
  stoppedByName,
  stoppedIn,
  stoppedInNumbers,
  todoIn,
} from './sync-words.js';
import {unsubscribedInWords} from './unsubscribed-by-sync.js';
import {withheldIn} from './withhold.js';

/** The report of a sync, and how it ended. */
export type SyncReport = {
  readonly data: SyncResult;
  readonly result: Ended;
  readonly error: EmkError | undefined;
};

/** No contact was dealt with in any way. */
const nobodyYet: SyncResult['done'] = {added: 0, verified: 0, changed: 0, deleted: 0, unsubscribed: 0, failed: 0};

type SyncOutcome = {
  readonly result: SyncResult['result'];
  readonly done: SyncResult['done'];
  readonly left: UnfinishedWork;
  readonly owed: readonly string[];
  readonly untaken: readonly UntakenRow[];
  readonly failures: readonly Failure[];
  readonly files: ResultFiles;
  readonly journal: string | null;
  readonly text: string;
};

/** A sync's result for people and for scripts, with its error, if any. */
export function toSyncReport(plan: SyncPlan, outcome: SyncOutcome, sum: Sum, why?: EmkError): SyncReport {
  const {job, list, counts, differences, sync} = plan;
  const {checked, type} = job;
  const gone = list.gone.ids.length;
  const data: SyncResult = {
    result: outcome.result,
    type: {id: type.id ?? null, name: type.name},
    rows: checked.rows,
    listed: list.baseline.listed,
    new: job.plan.send + (plan.withheld?.add ?? 0),
    changed: changedIn(plan),
    fields: differences.carried,
    not_carried: differences.notCarried,
    unchanged: counts.same,
    gone: gone + list.left,
    already_unsubscribed: list.left,
    ...stoppedIn(plan),
    who_left: job.plan.names,
    not_comparable: incomparable(plan),
    doubles: list.doubles.ids.length,
    without_country: counts.needsCountry,
    repeated: checked.repeated,
    status: leftOut(checked),
    rejected: checked.rejected,
    to_do: {
      add: job.plan.send,
      change: counts.toChange,
      delete: sync.gone === 'delete' ? gone : 0,
      unsubscribe: sync.gone === 'unsubscribe' ? gone : 0,
    },
    done: outcome.done,
    left: outcome.left,
    owed: outcome.owed,
    unsubscribed_by_sync: [...plan.bySync],
    not_taken: outcome.untaken.slice(0, MOST_NAMED),
    failures: outcome.failures.slice(0, MOST_NAMED).map(({id, error: {message}}) => ({id, reason: message})),
    automations: job.automations,
    come_back: plan.comeBack ? comeBackData(plan.comeBack) : null,
    contacts: {gone: list.gone.first, doubles: list.doubles.first, not_comparable: list.keyless.first},
    files: outcome.files,
    journal: outcome.journal,
    read: readAs(checked),
  };
  return {data, result: ended(sum, {kind: 'data', data, text: outcome.text, prose: true}, why), error: why};
}

/** The plan alone. `check` turns differences into an error, for scripts that only want to know. */
export function planReport(plan: SyncPlan, {check}: {readonly check: boolean}): SyncReport {
  const text = [...planInWords(plan), `  Nothing was changed: this is a ${check ? 'check' : 'dry run'}.`].join('\n');
  const outcome = {...nothingDone(plan), result: 'planned', files: plan.job.files, text} as const;
  const why = check ? (hasDifferences(plan) ? differ(plan) : undefined) : tooManyGone(plan);
  return toSyncReport(plan, outcome, noWork, why);
}

/** The result for a list that needs no change, or for which none was requested. */
export function sameReport(plan: SyncPlan): SyncReport {
  const {source, type, files} = plan.job;
  const others = numberOrNothing(incomparable(plan), 'not comparable');
  const unchanged = ['no changes', ...stoppedInNumbers(plan), others].filter(Boolean).join(' · ');
  const same = [
    `${source.name} → "${type.name}": ${unchanged}`,
    ...stoppedByName(plan),
    ...unsubscribedInWords(plan.bySync),
  ];
  const text = (hasDifferences(plan) || plan.comeBack ? planInWords(plan) : same).join('\n');
  const outcome = {...nothingDone(plan), result: 'same', files, text} as const;
  return toSyncReport(plan, outcome, sumOfSync(plan, noWork), whyNotAll(plan));
}

/** The error of an edit that was not applied wholly; who pulled the file is told by the apply. */
const leftOfEdit = ({comeBack, sync, job}: SyncPlan): PartialError | undefined =>
  comeBack && sync.isPart ? leftOfFile(comeBackData(comeBack), job.type.name) : undefined;

/** The outcome of a sync that sent nothing. Given-up rows still count as undone. */
const nothingDone = ({givenUp}: SyncPlan) =>
  ({
    done: nobodyYet,
    left: {add: givenUp.length, change: 0, delete: 0, unsubscribe: 0},
    owed: [],
    untaken: givenUp,
    failures: [],
    journal: null,
  }) as const;

/** The error of a sync that skipped bad rows of its file. */
const rejectedIn = ({rejected}: Pick<Checked, 'rejected'>): PartialError | undefined =>
  rejected === 0
    ? undefined
    : new PartialError(`${counted(rejected, 'row')} ${plural(rejected, 'was', 'were')} rejected and not synced.`, {
        hint: 'Fix these rows, then sync the file again.',
      });

/** Why a sync leaves something that its line asked for, apart from what failed. */
export const whyNotAll = (plan: SyncPlan): EmkError | undefined =>
  withheldIn(plan) ??
  leftOfEdit(plan) ??
  withoutCountryIn(plan) ??
  notMoved(plan) ??
  severalContacts(plan) ??
  givenUpIn(plan.givenUp, plan.job.source.name) ??
  rejectedIn(plan.job.checked);

/** The error of a sync that should change people who have no country. */
function withoutCountryIn(plan: SyncPlan): PartialError | undefined {
  const lacking = effectOfSync(plan).cannot.find(({why}) => why === NO_COUNTRY);
  // The files of an account name these people among what is impossible.
  if (!lacking || !plan.remembers) return undefined;
  return new PartialError(
    `${counted(lacking.count, 'contact has', 'contacts have')} no country, and the service changes nobody without one.`,
    {hint: lacking.hint},
  );
}

/** The error of a sync by another key, where people would get an address that another contact has. */
function notMoved({counts}: SyncPlan): PartialError | undefined {
  const count = counts.occupied;
  if (count === 0) return undefined;
  return new PartialError(
    `${counted(count, 'contact')} did not get the address of the file, because another contact on the list has it.`,
    {
      hint: 'Run the same sync again: the address may be free by then. If two people exchanged addresses, change one of them first: emk contacts update ID --email ADDRESS',
    },
  );
}

/** The error of a sync that should change people who are more than once on the list. */
function severalContacts(plan: SyncPlan): PartialError | undefined {
  const count = plan.list.unlike;
  // The files of an account name these people among what is impossible.
  if (count === 0 || !plan.remembers) return undefined;
  return new PartialError(
    `${counted(count, 'person is', 'people are')} more than once on the list, and no contact of theirs is as the file says, so emk changed none.`,
    {hint: 'To see which contacts to delete: emk contacts check --where finding=twice-in-list'},
  );
}

/** How many people have a part of an edit that was not applied. */
const leftInEdit = ({comeBack, sync}: SyncPlan): number =>
  comeBack && sync.isPart
    ? comeBack.away.changed +
      new Set(comeBack.conflicts.filter(each => !comeBack.mine.has(each)).map(({row}) => row)).size
    : 0;

/** The sum of what a sync did, and of what its line asked for and cannot be sent. */
export function sumOfSync(plan: SyncPlan, {done, doubtful}: Pick<Sum, 'done' | 'doubtful'>): Sum {
  const {job, counts, list, sync, withheld} = plan;
  const gone = sync.gone === 'report' ? 0 : list.gone.ids.length;
  const waits = (withheld?.add ?? 0) + (withheld?.change ?? 0) + leftInEdit(plan);
  const impossible = impossibleIn(effectOfSync(plan));
  return sumOf({wanted: job.plan.send + counts.toChange + gone + waits + impossible, done, impossible, doubtful});
}

/** Whether anything has to be sent. */
export const needsWork = (plan: SyncPlan): boolean => todoIn(plan).length > 0;

const hasDifferences = (plan: SyncPlan): boolean =>
  plan.job.plan.send + plan.givenUp.length + changedIn(plan) + plan.list.unlike + plan.list.gone.ids.length > 0;

const differ = (plan: SyncPlan): CheckError =>
  new CheckError(`"${plan.job.type.name}" does not match ${plan.job.source.name}.`, {
    hint: needsWork(plan)
      ? 'To sync it, run the same line without --check.'
      : 'To make it match, add --update, and --gone delete or unsubscribe.',
  });

const MOST_NAMED = 1000;
