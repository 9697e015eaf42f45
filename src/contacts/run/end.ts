import {relative} from 'node:path';
import {impossibleIn} from '../../change/effect/effect.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../change/work/ending.js';
import type {End} from '../../change/work/journal.js';
import {rangesInWords} from '../../change/work/ranges.js';
import {CheckError, type EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {andList, counted, number, people, plural} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import type {Sum} from '../../output/results/documents.js';
import type {Failure} from '../../output/results/result.js';
import {dropCopy} from '../file/open.js';
import {countsAs, state, taken} from '../file/rows.js';
import type {ImportJournal} from '../journal/runs.js';
import {ARE_REJECTED, effectOfPlan, goneIn, neverGone, type Plan, tooManyGone} from './plan.js';
import {reportOf, type Work} from './report.js';
import type {Outcome} from './result.js';
import {saveRefused} from './row-files.js';
import {changedIn, needsWork} from './show.js';

/** How a run ended, as an apply needs it. */
export type Finished = {readonly added: number; readonly result: Ended; readonly error: EmkError | undefined};

/** Counts the states, from which the exit code follows, records the end, and reports it. Who can resume keeps the copy of the file. */
export async function end(plan: Plan, journal: ImportJournal, work: Work): Promise<Finished> {
  const {context, source, sync, checked} = plan;
  const {states} = checked;
  const {looked, stopped, gone, reasons = new Map(), written = new Set()} = work;
  const sum = sumOfPlan(plan, work);
  // A file that may still be resumed must not change.
  const isOpen = stopped !== undefined || sum.doubtful > 0;
  const refused = await saveRefused(plan, reasons, written);
  const done = {...plan, files: {...plan.files, ...refused, ...looked?.files}};
  const error = errorOfWork(done, journal, work, sum);
  const result = resultOf(error);
  const removed = gone?.done ?? 0;
  const [deletes, unsubscribes] = sync?.gone === 'delete' ? [removed, 0] : [0, removed];
  recordEnd(context, journal, {
    ...{result, open: isOpen, files: {...done.files}},
    sent: states.count(...taken),
    verified: states.count(state.there, state.twice),
    missing: states.count(state.missing),
    duplicates: states.count(state.twice),
    unknown: sum.doubtful,
    ...(sync && {work: {updates: states.count(state.changed), deletes, unsubscribes}}),
  });
  if (!isOpen) dropCopy(source);
  return finished(done, result, {work, sum, error, journal});
}

/** The end of a run that was only planned, refused, or has nothing to send. */
export function unsent(plan: Plan, result: 'planned' | 'refused' | 'same', given?: EmkError): Finished {
  if (result === 'refused') {
    const {rejected, good} = plan.checked;
    return finished(plan, result, {sum: sumOf({wanted: good + rejected, done: 0, impossible: rejected}), error: given});
  }
  if (result === 'same') return finished(plan, result, {sum: sumOfPlan(plan, {}), error: whyNotAll(plan)});
  const refusal = neverGone(plan) ?? tooManyGone(plan);
  if (refusal) plan.context.warn(refusal.message);
  return finished(plan, result, {sum: noWork, error: plan.sync && hasDifferences(plan) ? differ(plan) : undefined});
}

type Known = {
  readonly sum: Sum;
  readonly error: EmkError | undefined;
  readonly work?: Work;
  readonly journal?: ImportJournal;
};

function finished(plan: Plan, outcome: Outcome, {sum, error, work, journal}: Known): Finished {
  const {data, text, added} = reportOf(plan, outcome, {doubtful: sum.doubtful, work, journal});
  return {added, error, result: ended(sum, {kind: 'data', data, text, prose: true, report: true}, error)};
}

/** Writes the end into the journal. It only serves reports, so a failure to write it is ignored. */
export function recordEnd(
  {host, warn}: Pick<Plan['context'], 'host' | 'warn'>,
  journal: ImportJournal,
  record: Omit<End, 'kind' | 'at'>,
): void {
  try {
    journal.note({...record, kind: 'end', at: host.now().toISOString()});
  } catch (error) {
    if (!(error instanceof PartialError)) throw error;
    warn(error.message);
  }
}

export function resultOf(error: EmkError | undefined): 'done' | 'interrupted' | 'unknown' | 'partial' {
  if (!error) return 'done';
  if (error instanceof InterruptedError) return 'interrupted';
  return error instanceof UnknownOutcomeError ? 'unknown' : 'partial';
}

/**
 * The sum over the states of the rows, and over the people who are gone. Rows that the service took and nobody saw are done as
 * far as it is known; where a look at the end could not tell, they are in doubt.
 */
function sumOfPlan(plan: Plan, work: Work): Sum {
  const {states} = plan.checked;
  const [done, left] = [states.count(...countsAs.done), states.count(...countsAs.left)];
  const impossible = impossibleIn(effectOfPlan(plan)) + states.count(state.refused);
  const [doubtful, sent] = [states.count(...countsAs.doubtful), states.count(state.sent)];
  return sumOf({
    wanted: done + left + sent + doubtful + impossible + goneIn(plan),
    done: done + (work.isUnseen ? 0 : sent) + (work.gone?.done ?? 0),
    impossible,
    doubtful: doubtful + (work.isUnseen && !(work.stopped instanceof PartialError) ? sent : 0),
  });
}

/** The error of work, by its sum: what stopped it, what the last look shows, what failed, and what could not be sent. */
function errorOfWork(plan: Plan, journal: ImportJournal, work: Work, sum: Sum): EmkError | undefined {
  const {stopped, gone, failed = [], looked} = work;
  const failures = [...failed, ...(looked?.failed ?? []), ...(gone?.failed ?? [])];
  const why =
    stopped ??
    unprovenIn(plan, journal, looked?.unproven) ??
    faultsIn(plan) ??
    failureIn(failures) ??
    whyNotAll(plan, sum.done);
  // What an import found after it had sent all is told as it is.
  return plan.sync || stopped ? errorOf(sum, why, endWords(plan, journal)) : why;
}

function endWords({sync, checked: {states}, source}: Plan, {id}: ImportJournal): EndWords {
  const again = `emk contacts import resume ${id}`;
  if (sync)
    return {
      counts: ['change', 'changes'],
      did: 'made',
      again: `Run the same line again, or: ${again} (it looks first).`,
    };
  const doubtful = states.ranges(states.lines(state.doubtful));
  const lines = doubtful.length > 0 ? rangesInWords(doubtful) : undefined;
  return {
    ...{counts: ['row', 'rows'], did: 'added', again: `Run: ${again}`},
    ...(lines && {doubt: `emk does not know yet if ${lines} of ${source.name} arrived.`}),
  };
}

/** The error of rows that did not all arrive exactly once. */
function faultsIn({checked: {states}, files, list}: Plan): PartialError | undefined {
  const [missing, twice] = [states.count(state.missing), states.count(state.twice)];
  if (missing + twice === 0) return undefined;
  const faults = [
    ...(missing > 0 ? [`${counted(missing, 'row')} did not arrive (${files.missing})`] : []),
    ...(twice > 0 ? [`${counted(twice, 'row')} arrived more than once`] : []),
  ];
  return new PartialError(`The service took the file, but ${andList(faults)}.`, {
    hint:
      missing > 0
        ? `The missing rows are in ${files.missing}. You can import that file.`
        : `To delete only the surplus: emk contacts delete --doubles --list ${list.id}`,
  });
}

function unprovenIn({checked: {states}}: Plan, {id}: ImportJournal, why: string | undefined): EmkError | undefined {
  if (why === undefined) return undefined;
  const [sent, seen] = [states.count(...taken), states.count(state.there, state.twice)];
  return new UnknownOutcomeError(
    `The service took ${counted(sent, 'row')} but lists ${seen === 0 ? 'none' : `only ${number(seen)}`} of them: ${why}.`,
    {
      hint: `emk cannot tell if the other ${number(sent - seen)} arrived. To look again later: emk contacts import resume ${id}`,
    },
  );
}

function failureIn(failures: readonly Failure[]): PartialError | undefined {
  const [first] = failures;
  if (!first) return undefined;
  return new PartialError(
    `${counted(failures.length, 'contact')} failed, the first of them ${first.id}: ${first.error.message}`,
    {hint: 'Run the same line again. emk looks first, and does only what is left.'},
  );
}

/** Why a run leaves something that its line asked for, apart from what failed. */
function whyNotAll(plan: Plan, done = 0): EmkError | undefined {
  const {sync, checked, settings} = plan;
  const lacking = effectOfPlan(plan).cannot.find(({why}) => why !== ARE_REJECTED);
  if (lacking) {
    const were = `${people(lacking.count)} ${plural(lacking.count, 'was', 'were')} left alone`;
    return new PartialError(`${were}: ${lacking.why}.`, {hint: lacking.hint});
  }
  const rejected = (settings.skipsRejected ? 0 : checked.rejected) + checked.states.count(state.refused);
  if (rejected === 0) return undefined;
  const were = `${counted(rejected, 'row')} ${plural(rejected, 'was', 'were')} rejected`;
  if (sync) return new PartialError(`${were} and not synced.`, {hint: 'Fix these rows, then sync the file again.'});
  const nothing = rejected === checked.rows ? ', so nothing was imported' : ', and there was nothing else to add';
  return new PartialError(`${were}${done > 0 ? '; the others were imported' : nothing}.`, {hint: againInWords(plan)});
}

/** The command that imports the rows of a result file after they were fixed. */
function againInWords({list, settings, context, files}: Plan): string | undefined {
  const path = files.rejected ?? files.refused;
  if (path === undefined) return undefined;
  const below = relative(context.host.cwd, path);
  const file = below.startsWith('..') ? path : below;
  const name = /^\d+$/.test(list.name) ? String(list.id) : list.name;
  const words = ['emk import', shellWord(file), '--list', shellWord(name), ...(settings.again ?? [])];
  return `Fix the rows in ${file}, then run: ${words.join(' ')}`;
}

const hasDifferences = (plan: Plan): boolean =>
  plan.counts.add + changedIn(plan) + plan.counts.unlike + (plan.edited ? 0 : plan.found.gone.ids.length) > 0;

/** The error of a dry run that found differences, with the options that the sync lacks. */
function differ(plan: Plan): CheckError {
  const {sync, list, source} = plan;
  const lacking = [
    ...(sync?.update ? [] : ['--update']),
    ...(sync && sync.gone !== 'report' ? [] : ['--gone delete or unsubscribe']),
  ];
  const toMatch =
    lacking.length > 0 ? `To make it match, add ${andList(lacking)}.` : 'What differs is above: no option changes it.';
  return new CheckError(`"${list.name}" does not match ${source.name}.`, {
    hint: needsWork(plan) ? 'To sync it, run the same line without --dry-run.' : toMatch,
  });
}
