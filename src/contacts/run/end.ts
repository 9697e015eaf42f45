import {relative} from 'node:path';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Context} from '../../change/context.js';
import {impossibleIn} from '../../change/effect/effect.js';
import {type Ended, ended, errorOf, noWork, sumOf} from '../../change/work/ending.js';
import type {End} from '../../change/work/journal.js';
import {covers} from '../../change/work/ranges.js';
import {
  CheckError,
  type EmkError,
  InterruptedError,
  mayPass,
  PartialError,
  PreflightError,
  UnknownOutcomeError,
} from '../../core/errors.js';
import type {TypeOf} from '../../core/json-schema/describe.js';
import {fileTrouble} from '../../core/system/files.js';
import {andList, counted, number, numberOrNothing, people, plural} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import type {Sum} from '../../output/results/documents.js';
import type {Failure} from '../../output/results/result.js';
import {namesInLines} from '../../people/let-in.js';
import type {RejectedRow} from '../file/contract.js';
import {type Rejecting, rejectsPath, writeRejects} from '../file/rejects.js';
import {countsAs, state, takenStates} from '../file/rows.js';
import {type ImportJournal, journalPath} from '../journal/runs.js';
import type {RemovedPeople} from '../sync/change.js';
import {MOST_NAMED} from '../sync/compare.js';
import {ARE_REJECTED, type Draft, effectOfPlan, goneIn, type Plan, refusalOf} from './plan.js';
import type {importResult, RejectedLine, SyncResult} from './result.js';
import {changedIn, differencesIn, listTitle, planInWords, toDo} from './show.js';

/** What the work did besides moving rows from state to state. */
export type Work = {
  /** Why the work stopped before its end; undefined if it came to it. */
  readonly stopped?: EmkError | undefined;
  /** Why the last look proves nothing about rows that it lacks; undefined if it does. */
  readonly unproven?: string | undefined;
  /** Whether a look at the end could not tell what became of rows that the service took. */
  readonly isUnseen?: boolean;
  readonly gone: RemovedPeople;
  /** Contacts that were not deleted, unsubscribed or changed, or are shown otherwise. */
  readonly failed: readonly Failure[];
  /** Why the service refused single rows, by line. */
  readonly reasons: ReadonlyMap<number, string>;
};

export type Finished = {readonly added: number; readonly result: Ended; readonly error: EmkError | undefined};

/** Counts the states, from which the exit code follows, records the end, and reports it. */
export async function endRun(plan: Plan, journal: ImportJournal, work: Work): Promise<Finished> {
  const {states} = plan.checked;
  const sum = sumOfPlan(plan, work);
  const ready = {...plan, ...(await saveLeft(plan, work.reasons))};
  const error = errorOfWork(ready, journal, work, sum);
  const result = resultOf(error);
  const counts = countsOf(plan, sum, work);
  const {sent, verified, missing, duplicates, unknown, done} = counts;
  // The journal tells of the whole run: rows of its earlier part are people who are listed.
  const {arrived = []} = plan.earlier ?? {};
  const before = [...states.lines(state.same, state.changed)].filter(line => covers(arrived, line)).length;
  recordEnd(plan.context, journal, {
    ...{result, open: work.stopped !== undefined || sum.doubtful > 0, files: {...ready.files}},
    ...{sent: sent + before, verified: verified + before, missing, duplicates, unknown},
    ...(plan.sync && {work: {updates: done.changed, deletes: done.deleted, unsubscribes: done.unsubscribed}}),
  });
  return finished(ready, {result, work, sum, error, journal, ...counts});
}

/**
 * The counts of an end, for its journal, programs and people. What was certainly done: the service takes rows that it drops in
 * silence, so where the list could not tell, only those in it count.
 */
function countsOf({checked: {states}, sync}: Plan, sum: Sum, work?: Work) {
  const verified = states.count(state.there, state.twice);
  const removed = work?.gone.done ?? 0;
  return {
    ...{sent: states.count(...takenStates), verified, missing: states.count(state.missing)},
    ...{duplicates: states.count(state.twice), unknown: sum.doubtful},
    done: {
      added: verified + (work?.isUnseen ? 0 : states.count(state.sent)),
      changed: states.count(state.changed),
      ...{deleted: sync?.gone === 'delete' ? removed : 0, unsubscribed: sync?.gone === 'unsubscribe' ? removed : 0},
      failed: work?.failed.length ?? 0,
    },
  };
}

/** The end of a run that was only planned, refused, or has nothing to send. */
export function unsent(plan: Plan, result: 'planned' | 'refused' | 'same', given?: EmkError): Finished {
  const {rejected, good} = plan.checked;
  const finish = (sum: Sum, error?: EmkError) => finished(plan, {result, sum, error, ...countsOf(plan, sum)});
  if (result === 'refused') return finish(sumOf({wanted: good + rejected, done: 0, impossible: rejected}), given);
  if (result === 'same') return finish(sumOfPlan(plan), whyNotAll(plan));
  const refusal = refusalOf(plan);
  if (refusal) plan.context.warn(refusal.message);
  return finish(noWork, plan.sync && hasDifferences(plan) ? differ(plan) : undefined);
}

/** Whether file and list differ, whatever the options do about it. People whom an edited file lacks are no difference. */
const hasDifferences = (plan: Plan): boolean =>
  plan.counts.add + changedIn(plan) + (plan.edited ? 0 : plan.found.gone.ids.length) > 0;

type RunOutcome = SyncResult['result'];

/** How a run ended. Without work nothing was sent. */
type Ending = ReturnType<typeof countsOf> & {
  readonly result: RunOutcome;
  readonly sum: Sum;
  readonly error: EmkError | undefined;
  readonly work?: Work;
  readonly journal?: ImportJournal;
};

/** What a run says at its end: facts for programs, and a summary for people, who have read the plan before. */
function finished(plan: Plan, ending: Ending): Finished {
  const {sum, error, work, done} = ending;
  const facts = factsOf(plan, ending);
  const data = plan.sync ? {...facts, ...differencesOf(plan, ending)} : facts;
  const text = work
    ? [summaryOf(plan, facts, ending), ...namesInLines(plan.names, plan.counts)]
    : unsentInWords(plan, ending.result);
  const shown = {kind: 'data', data, text: text.join('\n'), report: true} as const;
  return {added: plan.sync ? done.added : facts.added, error, result: ended(sum, shown, error)};
}

type ImportResult = TypeOf<typeof importResult>;

function factsOf(plan: Plan, ending: Ending): ImportResult {
  const {result, journal, sent: added, verified, missing, duplicates, unknown} = ending;
  const {checked, counts, list, files, names, rejects = []} = plan;
  const {states, status} = checked;
  return {
    result,
    list: {id: list.id ?? null, name: list.name},
    rows: checked.rows,
    ...{to_add: counts.add, added, verified},
    skipped: {
      ...{listed: counts.same, unsubscribed: counts.unsubscribed, repeated: checked.repeated},
      status: {unsubscribed: status.left, bounced: status.bounced, not_confirmed: status.out},
    },
    ...{missing, duplicates, unknown, left_a_group: counts.left_a_group, who_left: names},
    rejected: checked.rejected + states.count(state.refused),
    ...(rejects.length > 0 && {rejected_rows: rejects}),
    automations: plan.starts.flatMap(one => one.names),
    files,
    journal: journal ? journalPath(journal.folder) : null,
    read: {
      encoding: checked.encoding,
      delimiter: checked.delimiter,
      columns: checked.columns.map(({header, fields}) => ({header, fields})),
      status_columns: status.headers,
    },
  };
}

/** How list and file differ, and what was done about it. */
function differencesOf(plan: Plan, {done, work}: Ending): Omit<SyncResult, keyof ImportResult> {
  const {found, shown, listing} = plan;
  return {
    listed: listing.listed,
    changed: changedIn(plan),
    fields: {...differencesIn(plan, true), ...differencesIn(plan, false)},
    gone: found.gone.ids.length + found.left,
    ...{to_do: toDo(plan), done},
    failures: (work?.failed ?? []).slice(0, MOST_NAMED).map(({id, error: {message}}) => ({id, reason: message})),
    ...{refused: shown.refused, away: shown.away, contacts: {gone: found.gone.first}},
  };
}

/** The summary. stderr already shows the plan, so the summary omits it. */
function summaryOf(plan: Plan, facts: ImportResult, {done}: Ending): string {
  const {checked, settings, source, list} = plan;
  const {added, verified, missing, duplicates, unknown} = facts;
  const others = [
    verified === added ? '' : `${number(verified)} verified in the list`,
    ...(['changed', 'deleted', 'unsubscribed'] as const).map(name => numberOrNothing(done[name], name)),
    numberOrNothing(done.failed, 'not'),
    settings.skipsRejected ? numberOrNothing(checked.rejected, 'skipped') : '',
    numberOrNothing(checked.states.count(state.refused), 'refused by the service'),
    numberOrNothing(missing, 'missing'),
    numberOrNothing(duplicates, 'more than once'),
    numberOrNothing(unknown, 'unknown'),
  ].filter(Boolean);
  const isAdded = added > 0 || (!plan.sync && (facts.to_add > 0 || facts.result !== 'done'));
  const isWhole = verified === added && added > 0;
  const parts = [...(isAdded ? [`${number(added)} added${isWhole ? ', all verified' : ''}`] : []), ...others];
  const nothing = plan.sync ? 'nothing was changed' : 'nothing to add';
  return `${source.name} → ${listTitle(list)}: ${parts.length > 0 ? parts.join(' · ') : nothing}`;
}

/** What a run says that sends nothing: the plan, as far as something differs, and why nothing came of it. */
function unsentInWords(plan: Plan, result: RunOutcome): string[] {
  const {sync, checked, source, list, counts, names} = plan;
  if (result === 'same') {
    if (hasDifferences(plan) || plan.edited) return planInWords(plan);
    return [`${source.name} → "${list.name}": no changes`, ...namesInLines(names, counts)];
  }
  const why = result === 'planned' ? 'this is a dry run' : 'the file did not pass the check';
  const first = !sync && result === 'refused' ? `${number(checked.good)} good` : undefined;
  return [...planInWords(plan, first), `  Nothing was ${sync ? 'changed' : 'added'}: ${why}.`];
}

/** Writes the end into the journal. It only serves reports, so a failure to write it is ignored. */
export function recordEnd({host, warn}: Context, journal: ImportJournal, record: Omit<End, 'kind' | 'at'>): void {
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
function sumOfPlan(plan: Plan, {stopped, isUnseen, gone}: Partial<Work> = {}): Sum {
  const {states} = plan.checked;
  const [done, left] = [states.count(...countsAs.done), states.count(...countsAs.left)];
  const impossible = impossibleIn(effectOfPlan(plan)) + states.count(state.refused);
  const [doubtful, sent] = [states.count(...countsAs.doubtful), states.count(state.sent)];
  return sumOf({
    wanted: done + left + sent + doubtful + impossible + goneIn(plan),
    done: done + (isUnseen ? 0 : sent) + (gone?.done ?? 0),
    impossible,
    doubtful: doubtful + (isUnseen && !(stopped instanceof PartialError) ? sent : 0),
  });
}

/** The error of work, by its sum: what stopped it, what the last look shows, what failed, and what could not be sent. */
function errorOfWork(plan: Plan, journal: ImportJournal, work: Work, sum: Sum): EmkError | undefined {
  const {stopped, unproven, failed} = work;
  // A service that is down now does not deny what it may have done before.
  const mayBeDone = failed.filter(({error}) => !mayPass(error));
  const why =
    (stopped && mayPass(stopped) && sum.done === 0 ? failureIn(mayBeDone) : undefined) ??
    stopped ??
    unprovenIn(plan, journal, unproven) ??
    faultsIn(plan) ??
    failureIn(failed) ??
    whyNotAll(plan, sum.done);
  // What an import found after it had sent all is told as it is.
  if (!plan.sync && !stopped) return why;
  const [counts, did] = plan.sync ? (['change', 'made'] as const) : (['row', 'added'] as const);
  const again = `${plan.sync ? 'Run the same line again, or' : 'Run'}: emk contacts import resume ${journal.id} (it looks first).`;
  // An import has told of its rejected rows before, and counts those that it was to add.
  const ofRun = plan.sync ? sum : {...sum, wanted: plan.counts.add};
  return errorOf(ofRun, withDoubts(why, sum), {counts: [counts, `${counts}s`], did, again});
}

/** An interruption that leaves rows in doubt does not say that nobody else was added. */
function withDoubts(why: EmkError | undefined, {doubtful}: Sum): EmkError | undefined {
  if (!(why instanceof InterruptedError) || doubtful === 0) return why;
  const doubt = `Interrupted: emk can't tell whether ${counted(doubtful, 'row')} arrived.`;
  return new InterruptedError(doubt, {cause: why, exit: why.exit});
}

/** The error of rows that did not all arrive exactly once. */
function faultsIn(plan: Plan): PartialError | undefined {
  const {states} = plan.checked;
  const [missing, twice] = [states.count(state.missing), states.count(state.twice)];
  if (missing + twice === 0) return undefined;
  const faults = [
    ...(missing > 0 ? [`${counted(missing, 'row')} did not arrive`] : []),
    ...(twice > 0 ? [`${counted(twice, 'row')} arrived more than once`] : []),
  ];
  const surplus = `To delete only the surplus: emk contacts delete --doubles --list ${plan.list.id}`;
  const hint = missing > 0 ? againInWords(plan) : surplus;
  return new PartialError(`The service took the file, but ${andList(faults)}.`, {hint});
}

function unprovenIn({checked: {states}}: Plan, {id}: ImportJournal, why: string | undefined): EmkError | undefined {
  if (why === undefined) return undefined;
  const [sent, unseen] = [states.count(...takenStates), states.count(state.sent)];
  const took = `The service took ${counted(sent, 'row')}, and emk cannot tell if ${number(unseen)} of them arrived: ${why}.`;
  return new UnknownOutcomeError(took, {hint: `To look again later: emk contacts import resume ${id}`});
}

function failureIn([first, ...others]: readonly Failure[]): PartialError | undefined {
  if (!first) return undefined;
  const failed = `${counted(others.length + 1, 'contact')} failed, the first of them ${first.id}: ${first.error.message}`;
  return new PartialError(failed, {hint: 'Run the same line again. emk looks first, and does only what is left.'});
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
  const rest = done > 0 ? 'the others were imported' : 'nothing was imported';
  return new PartialError(`${were}; ${rest}.`, {hint: againInWords(plan)});
}

/** The command that imports the rows that are not in the list, once they are fixed. */
function againInWords({list, context, files}: Plan): string | undefined {
  const path = files.rejected;
  if (path === undefined) return undefined;
  const file = shellWord(relative(context.host.cwd, path));
  return `Fix the rows in ${file}, then import it with the same options: emk import ${file} --list ${shellWord(list.name)}`;
}

/** The error of a dry run that found differences. The plan names the options that the sync lacks. */
const differ = ({list, source}: Plan): CheckError =>
  new CheckError(`"${list.name}" does not match ${source.name}.`, {
    hint: 'To sync it, run the line without --dry-run, with the options that the plan names.',
  });

/** The file of rows that are not imported, and what the result says of the first ones. */
type Saved = Pick<Draft, 'files' | 'rejects' | 'written'>;

/**
 * Warns about the first rejected rows, because most files repeat one mistake, and writes all of them to a file. A dry
 * run writes a file only if asked to.
 */
export async function saveRejects({warn, globals}: Pick<Context, 'warn' | 'globals'>, draft: Draft): Promise<Saved> {
  const {checked, settings} = draft;
  if (checked.rejected === 0) return {files: {}};
  const rejects: RejectedLine[] = [];
  try {
    const isWritten = !globals.dryRun || settings.rejects !== undefined;
    if (isWritten) return await write(draft, checked, rejects);
    await forEachRecord(checked.rejectedRows(), row => keepFirst(rejects, row));
    return {files: {}, rejects};
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    // The source's folder may not be writable, so another place helps.
    const hint = 'Name another file for them: --rejects FILE';
    throw new PreflightError(trouble.message, {cause: trouble.cause, hint});
  } finally {
    for (const sentence of firstReasons(rejects, checked.rejected)) warn(sentence);
  }
}

/** The first reasons in sentences, and how many more rows there are. */
export function firstReasons(rows: ReadonlyArray<Pick<RejectedRow, 'line' | 'reason'>>, all: number): string[] {
  const shown = rows.slice(0, REASONS_SHOWN).map(({line, reason}) => `Line ${number(line)}: ${reason}.`);
  const more = all - shown.length;
  return more > 0 ? [...shown, `${number(more)} more such ${plural(more, 'line')}.`] : shown;
}

export const REASONS_SHOWN = 5;

/**
 * Writes the file again where rows did not come to the list although the check let them through, with the reasons of the
 * service or of the last look. If it cannot be written, the result is still told.
 */
async function saveLeft(draft: Draft, refused: ReadonlyMap<number, string>): Promise<Saved> {
  const {checked, context, files, rejects} = draft;
  const {states} = checked;
  if (states.count(state.refused, state.missing) === 0) return {files, rejects};
  const reasonAt = (line: number): string | undefined =>
    ({
      [state.missing]: 'the service took it, and does not list it',
      [state.refused]: `the service refused it: ${refused.get(line) ?? ''}`,
    })[states.of(line)];
  async function* rejectedRows(): AsyncIterable<readonly RejectedRow[]> {
    if (checked.rejected > 0) yield* checked.rejectedRows();
    const isLeft = {has: (line: number) => reasonAt(line) !== undefined};
    for await (const rows of checked.rowsAt(isLeft))
      yield rows.map(({line, raw}) => ({line, raw, reason: reasonAt(line) ?? ''}));
  }
  try {
    return await write(draft, {...checked, rejectedRows}, []);
  } catch (error) {
    const trouble = fileTrouble(error);
    if (!trouble) throw error;
    context.warn(`emk could not save the rows that are not in the list. ${trouble.message}`);
    return {files, rejects};
  }
}

async function write(
  {source, settings, written: own}: Draft,
  rows: Rejecting,
  rejects: RejectedLine[],
): Promise<Saved> {
  const place = {wanted: settings.rejects ?? rejectsPath(source.beside), own};
  const written = await writeRejects(rows, place, row => keepFirst(rejects, row));
  return {files: {rejected: written.path}, rejects, written};
}

/** A result has the first thousand rejected rows. */
function keepFirst(kept: RejectedLine[], {line, reason, raw}: RejectedRow): void {
  if (kept.length < 1000) kept.push({line, reason, row: Buffer.from(raw).toString()});
}
