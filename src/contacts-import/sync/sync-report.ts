import {impossibleIn} from '../../effect/effect.js';
import {CheckError, type EmkError, PartialError} from '../../errors.js';
import type {Sum} from '../../output/results/documents.schema.js';
import type {Failure} from '../../output/results/result.js';
import {counted, numberOrNothing, people, plural, withMore} from '../../words/sentence.js';
import {type Ended, ended, noWork, sumOf} from '../../work/ending.js';
import type {Checked} from '../file/contract.js';
import type {ResultFiles} from '../run/import-result.schema.js';
import {leftOut, readAs} from '../run/report.js';
import {neverGone, tooManyGone} from './limits.js';
import type {SyncPlan} from './plan-sync.js';
import {refusals} from './refusals.js';
import {effectOfSync, NO_COUNTRY} from './sync-effect.js';
import type {SyncResult, UnfinishedWork} from './sync-result.schema.js';
import {changedIn, planInWords, stoppedByName, stoppedIn, stoppedInNumbers, todoIn} from './sync-words.js';

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
  readonly failures: readonly Failure[];
  readonly files: ResultFiles;
  readonly journal: string | null;
  readonly text: string;
};

/** A sync's result for people and for scripts, with its error, if any. */
export function toSyncReport(plan: SyncPlan, outcome: SyncOutcome, sum: Sum, why?: EmkError): SyncReport {
  const {job, list, counts, differences, sync} = plan;
  const {checked} = job;
  const gone = list.gone.ids.length;
  const data: SyncResult = {
    result: outcome.result,
    list: {id: job.list.id ?? null, name: job.list.name},
    rows: checked.rows,
    listed: list.baseline.listed,
    new: job.plan.send,
    changed: changedIn(plan),
    fields: differences.carried,
    not_carried: differences.notCarried,
    unchanged: counts.same,
    gone: gone + list.left,
    already_unsubscribed: list.left,
    ...stoppedIn(plan),
    who_left: job.plan.names,
    not_comparable: list.nameless.ids.length,
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
    failures: outcome.failures.slice(0, MOST_NAMED).map(({id, error: {message}}) => ({id, reason: message})),
    automations: job.automations,
    refused: plan.shown.refused,
    away: plan.shown.away,
    contacts: {gone: list.gone.first, doubles: list.doubles.first, not_comparable: list.nameless.first},
    files: outcome.files,
    journal: outcome.journal,
    read: readAs(checked),
  };
  return {
    data,
    result: ended(sum, {kind: 'data', data, text: outcome.text, prose: true, report: true}, why),
    error: why,
  };
}

/** The plan alone. Differences are an error, so that a script can tell. */
export function planReport(plan: SyncPlan): SyncReport {
  const refusal = neverGone(plan) ?? tooManyGone(plan);
  if (refusal) plan.job.context.warn(refusal.message);
  const text = [...planInWords(plan), '  Nothing was changed: this is a dry run.'].join('\n');
  const outcome = {...nothingDone, result: 'planned', files: plan.job.files, text} as const;
  return toSyncReport(plan, outcome, noWork, hasDifferences(plan) ? differ(plan) : undefined);
}

/** The result for a list that needs no change, or for which none was requested. */
export function sameReport(plan: SyncPlan): SyncReport {
  const {source, list, files} = plan.job;
  const others = numberOrNothing(plan.list.nameless.ids.length, 'not comparable');
  const unchanged = ['no changes', ...stoppedInNumbers(plan), others].filter(Boolean).join(' · ');
  const same = [`${source.name} → "${list.name}": ${unchanged}`, ...stoppedByName(plan)];
  const text = (hasDifferences(plan) || plan.edited ? planInWords(plan) : same).join('\n');
  const outcome = {...nothingDone, result: 'same', files, text} as const;
  return toSyncReport(plan, outcome, sumOfSync(plan, noWork), whyNotAll(plan));
}

/** The outcome of a sync that sent nothing. */
const nothingDone = {
  done: nobodyYet,
  left: {add: 0, change: 0, delete: 0, unsubscribe: 0},
  owed: [],
  failures: [],
  journal: null,
} as const;

/** The error of a sync that skipped bad rows of its file. */
const rejectedIn = ({rejected}: Pick<Checked, 'rejected'>): PartialError | undefined =>
  rejected === 0
    ? undefined
    : new PartialError(`${counted(rejected, 'row')} ${plural(rejected, 'was', 'were')} rejected and not synced.`, {
        hint: 'Fix these rows, then sync the file again.',
      });

/** Why a sync leaves something that its line asked for, apart from what failed. */
export const whyNotAll = (plan: SyncPlan): EmkError | undefined =>
  withoutCountryIn(plan) ?? leftAloneIn(plan) ?? severalContacts(plan) ?? rejectedIn(plan.job.checked);

/** The error of a sync that should change people who have no country. */
function withoutCountryIn(plan: SyncPlan): PartialError | undefined {
  const lacking = effectOfSync(plan).cannot.find(({why}) => why === NO_COUNTRY);
  if (!lacking) return undefined;
  return new PartialError(
    `${counted(lacking.count, 'contact has', 'contacts have')} no country, and the service changes nobody without one.`,
    {hint: lacking.hint},
  );
}

/** The error of an edited file of which a part was not applied. */
function leftAloneIn({list, shown}: SyncPlan): PartialError | undefined {
  const count = list.refused.size;
  const [first] = shown.refused;
  if (!first) return undefined;
  const names = withMore(
    shown.refused.map(({email}) => email),
    count,
  );
  const others = shown.refused.every(({why}) => why === first.why)
    ? `: ${refusals[first.why]}`
    : ', for the reasons above';
  return new PartialError(`${people(count)} ${plural(count, 'was', 'were')} left alone (${names})${others}.`, {
    hint: 'To see what they say now, and to edit them again: emk contacts export --edit',
  });
}

/** The error of a sync that should change people who are more than once on the list. */
function severalContacts({list}: SyncPlan): PartialError | undefined {
  const count = list.unlike;
  if (count === 0) return undefined;
  return new PartialError(
    `${counted(count, 'person is', 'people are')} more than once on the list, and no contact of theirs is as the file says, so emk changed none.`,
    {hint: 'To see which contacts to delete: emk contacts check --where finding=twice-in-list'},
  );
}

/** The sum of what a sync did, and of what its line asked for and cannot be sent. */
export function sumOfSync(plan: SyncPlan, {done, doubtful}: Pick<Sum, 'done' | 'doubtful'>): Sum {
  const {job, counts, list, sync} = plan;
  const gone = sync.gone === 'report' ? 0 : list.gone.ids.length;
  const impossible = impossibleIn(effectOfSync(plan));
  return sumOf({wanted: job.plan.send + counts.toChange + gone + impossible, done, impossible, doubtful});
}

/** Whether anything has to be sent. */
export const needsWork = (plan: SyncPlan): boolean => todoIn(plan).length > 0;

const hasDifferences = (plan: SyncPlan): boolean =>
  plan.job.plan.send + changedIn(plan) + plan.list.unlike + (plan.edited ? 0 : plan.list.gone.ids.length) > 0;

const differ = (plan: SyncPlan): CheckError =>
  new CheckError(`"${plan.job.list.name}" does not match ${plan.job.source.name}.`, {
    hint: needsWork(plan)
      ? 'To sync it, run the same line without --dry-run.'
      : 'To make it match, add --update, and --gone delete or unsubscribe.',
  });

const MOST_NAMED = 1000;
