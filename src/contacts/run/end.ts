import {relative} from 'node:path';
import {impossibleIn} from '../../change/effect/effect.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../change/work/ending.js';
import {rangesInWords} from '../../change/work/ranges.js';
import type {End} from '../../change/work/record.js';
import {CheckError, type EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {andList, counted, number, numberOrNothing, people, plural, withMore} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import type {Sum} from '../../output/results/documents.schema.js';
import type {Failure, Result} from '../../output/results/result.js';
import {namesInLines} from '../../people/let-in.js';
import {countsAs, state, taken} from '../file/rows.js';
import {dropCopy} from '../file/source.js';
import {type ImportJournal, journalPath} from '../journal/runs.js';
import {MOST_NAMED, refusals} from '../sync/compare.js';
import type {Removed} from '../sync/remove.js';
import {faultsIn, type Looked} from './last-look.js';
import {automationsOf, effectOfPlan, goneIn, NO_COUNTRY, neverGone, type Plan, tooManyGone} from './plan.js';
import type {ImportResult, RejectedLine, SyncResult} from './result.schema.js';
import {MOST_REJECTED, rejectsInPlace, saveRefused} from './row-files.js';
import {changedIn, differencesIn, listTitle, needsWork, planInWords, stoppedInNumbers} from './show.js';

/** What the work did besides moving rows from state to state. */
export type Work = {
  /** Why the work stopped before its end; undefined if it came to it. */
  readonly stopped?: EmkError | undefined;
  /** The last look; undefined if the work stopped before it. */
  readonly looked?: Looked | undefined;
  /** Whether all was sent when the work stopped, so that only the look at it is missing. */
  readonly isSent?: boolean;
  readonly gone?: Removed;
  readonly failed?: readonly Failure[];
  /** Why the service refused single rows, by line, and those that an earlier run has written down. */
  readonly reasons?: ReadonlyMap<number, string>;
  readonly written?: ReadonlySet<number>;
};

/** How a run ended, as an apply needs it. */
export type Finished = {
  readonly plan: Plan;
  readonly added: number;
  readonly result: Ended;
  readonly error: EmkError | undefined;
};

type Outcome = SyncResult['result'];

/** Counts the states, from which the exit code follows, records the end, and reports it. Who can resume keeps the copy of the file. */
export async function end(plan: Plan, journal: ImportJournal, work: Work): Promise<Finished> {
  const {context, source, sync, checked} = plan;
  const {states} = checked;
  const {looked, stopped, gone, reasons = new Map(), written = new Set()} = work;
  const refused = await saveRefused(plan, reasons, written);
  const files = {...plan.files, ...refused, ...looked?.files};
  const sum = sumOfPlan(plan, work);
  const resultBefore = resultOf(errorOfWork({...plan, files}, journal, work, sum));
  // A file that may still be resumed must not change.
  const isOpen = stopped !== undefined || resultBefore === 'unknown';
  const place = isOpen || sync ? {} : await rejectsInPlace(plan);
  const done = {...plan, files: {...files, ...place}};
  const error = errorOfWork(done, journal, work, sum);
  const result = resultOf(error);
  const counts = {
    sent: states.count(...taken),
    verified: states.count(state.there, state.twice),
    missing: states.count(state.missing),
    duplicates: states.count(state.twice),
    unknown: sum.doubtful,
  };
  const removed = gone?.done ?? 0;
  const [deletes, unsubscribes] = sync?.gone === 'delete' ? [removed, 0] : [0, removed];
  const more = sync && {work: {updates: states.count(state.changed), deletes, unsubscribes}};
  recordEnd(context, journal, {result, open: isOpen, ...counts, files: {...done.files}, ...more});
  if (!isOpen) dropCopy(source);
  return finished(done, result, {work, sum, error, journal});
}

/** The end of a run that was only planned, refused, or has nothing to send. */
export function unsent(plan: Plan, result: 'planned' | 'refused' | 'same', given?: EmkError): Finished {
  if (result === 'refused') {
    const {rejected, good} = plan.checked;
    const sum = sumOf({wanted: good + rejected, done: 0, impossible: rejected});
    return finished(plan, result, {sum, error: given});
  }
  if (result === 'same') return finished(plan, result, {sum: sumOfPlan(plan, {}), error: whyNotAll(plan)});
  const refusal = neverGone(plan) ?? tooManyGone(plan);
  if (refusal) plan.context.warn(refusal.message);
  return finished(plan, result, {sum: noWork, error: plan.sync && hasDifferences(plan) ? differ(plan) : undefined});
}

/** Writes the end into the journal. It only serves reports, so a failure to write it is ignored. */
export function recordEnd(
  {host, warn}: Pick<Plan['context'], 'host' | 'warn'>,
  journal: ImportJournal,
  record: Omit<End, 'kind' | 'at'>,
): void {
  try {
    journal.note({kind: 'end', at: host.now().toISOString(), ...record});
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

/** The sum over the states of the rows, and over the people who are gone. What nobody can send is impossible. */
function sumOfPlan(plan: Plan, work: Work): Sum {
  const {states} = plan.checked;
  const [done, left] = [states.count(...countsAs.done), states.count(...countsAs.left)];
  const impossible = impossibleIn(effectOfPlan(plan)) + states.count(state.refused);
  const [doubtful, sent] = [states.count(...countsAs.doubtful), states.count(state.sent)];
  return sumOf({
    wanted: done + left + sent + doubtful + impossible + goneIn(plan),
    done: done + (isUnseen(work) ? 0 : sent) + (work.gone?.done ?? 0),
    impossible,
    doubtful: doubtful + (isUnseen(work) && !(work.stopped instanceof PartialError) ? sent : 0),
  });
}

/** Whether rows that were taken and not seen are in doubt: a look could not tell. Otherwise they are done as far as it is known. */
const isUnseen = ({looked, isSent = false, stopped}: Work): boolean =>
  looked !== undefined || (isSent && stopped !== undefined && !(stopped instanceof InterruptedError));

/** The error of work, by its sum: what stopped it, what the last look shows, what failed, and what could not be sent. */
function errorOfWork(plan: Plan, journal: ImportJournal, work: Work, sum: Sum): EmkError | undefined {
  const {stopped, gone, failed = [], looked} = work;
  const failures = [...failed, ...(looked?.failed ?? []), ...(gone?.failed ?? [])];
  const why =
    stopped ??
    faultsIn(plan, plan.files) ??
    unprovenIn(plan, journal, looked) ??
    failureIn(failures) ??
    whyNotAll(plan, sum.done);
  // What an import found after it had sent all is told as it is.
  return plan.sync || stopped ? errorOf(sum, why, endWords(plan, journal)) : why;
}

const endWords = ({sync, checked: {states}, source}: Plan, {id}: ImportJournal): EndWords => {
  if (sync)
    return {
      ...{counts: ['change', 'changes'], did: 'made'},
      again: `Run the same sync again, or: emk contacts import resume ${id} (it looks first).`,
    };
  const doubtful = [...states.lines(state.doubtful)];
  return {
    ...{counts: ['row', 'rows'], did: 'added', again: `Run: emk contacts import resume ${id}`},
    ...(doubtful.length > 0 && {
      doubt: `emk does not know yet if ${rangesInWords(states.ranges(doubtful))} of ${source.name} arrived.`,
    }),
  };
};

function unprovenIn({checked: {states}}: Plan, {id}: ImportJournal, looked: Looked | undefined): EmkError | undefined {
  if (looked?.unproven === undefined) return undefined;
  const [sent, seen] = [states.count(...taken), states.count(state.there, state.twice)];
  return new UnknownOutcomeError(
    `The service took ${counted(sent, 'row')} but lists ${seen === 0 ? 'none' : `only ${number(seen)}`} of them: ${looked.unproven}.`,
    {
      hint:
        `emk cannot tell if the other ${number(sent - seen)} arrived. To look again later: emk contacts import resume ` +
        id,
    },
  );
}

function failureIn(failures: readonly Failure[]): PartialError | undefined {
  const [first] = failures;
  if (!first) return undefined;
  return new PartialError(
    `${counted(failures.length, 'contact')} failed, the first of them ${first.id}: ${first.error.message}`,
    {hint: 'Run the same sync again. emk looks first, and does only what is left.'},
  );
}

/** Why a run leaves something that its line asked for, apart from what failed. */
function whyNotAll(plan: Plan, done = 0): EmkError | undefined {
  const {counts, shown, sync} = plan;
  const lacking = effectOfPlan(plan).cannot.find(({why}) => why === NO_COUNTRY);
  if (lacking) {
    return new PartialError(
      `${counted(lacking.count, 'contact has', 'contacts have')} no country, and the service changes nobody without one.`,
      {hint: lacking.hint},
    );
  }
  const [first] = shown.refused;
  if (first) {
    const names = shown.refused.map(({email}) => email);
    const isAlike = shown.refused.every(({why}) => why === first.why);
    const reason = isAlike ? `: ${refusals[first.why]}` : ', for the reasons above';
    return new PartialError(
      `${people(counts.leftAlone)} ${plural(counts.leftAlone, 'was', 'were')} left alone (${withMore(names, counts.leftAlone)})${reason}.`,
      {hint: 'To see what they say now, and to edit them again: emk contacts export --edit'},
    );
  }
  if (counts.unlike > 0) {
    return new PartialError(
      `${counted(counts.unlike, 'person is', 'people are')} more than once on the list, and no contact of theirs is as the file says, so emk changed none.`,
      {hint: 'To see which contacts to delete: emk contacts check --where finding=twice-in-list'},
    );
  }
  const rejected = rejectedIn(plan);
  if (rejected === 0) return undefined;
  const were = `${counted(rejected, 'row')} ${plural(rejected, 'was', 'were')} rejected`;
  if (sync) return new PartialError(`${were} and not synced.`, {hint: 'Fix these rows, then sync the file again.'});
  const others =
    done > 0
      ? '; the others were imported'
      : rejected === plan.checked.rows
        ? ', so nothing was imported'
        : ', and there was nothing else to add';
  return new PartialError(`${were}${others}.`, {hint: againInWords(plan)});
}

const rejectedIn = ({checked, settings}: Plan): number =>
  (settings.skipsRejected ? 0 : checked.rejected) + checked.states.count(state.refused);

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

const differ = (plan: Plan): CheckError =>
  new CheckError(`"${plan.list.name}" does not match ${plan.source.name}.`, {
    hint: needsWork(plan) ? 'To sync it, run the same line without --dry-run.' : wayToMatch(plan),
  });

/** The options that a sync lacks; what none of them changes is named above. */
function wayToMatch({sync}: Plan): string {
  const lacking = [
    ...(sync?.update ? [] : ['--update']),
    ...(sync && sync.gone !== 'report' ? [] : ['--gone delete or unsubscribe']),
  ];
  return lacking.length > 0
    ? `To make it match, add ${andList(lacking)}.`
    : 'What differs is above: no option changes it.';
}

type Known = {
  readonly sum: Sum;
  readonly error: EmkError | undefined;
  readonly work?: Work;
  readonly journal?: ImportJournal;
};

function finished(plan: Plan, result: Outcome, known: Known): Finished {
  const {data, text, added} = plan.sync ? syncReport(plan, result, known) : importReport(plan, result, known);
  const shown: Result = {kind: 'data', data, text, prose: true, report: true};
  return {plan, added, result: ended(known.sum, shown, known.error), error: known.error};
}

/** What both reports say. */
function sharedFacts<R extends Outcome>(plan: Plan, result: R, {work, journal}: Known) {
  const {checked, counts, list, files, names, rejects = []} = plan;
  const refused = [...(work?.reasons ?? [])].map(
    ([line, reason]): RejectedLine => ({line, reason: `the service refused it: ${reason}`, row: null}),
  );
  const rows = [...rejects, ...refused].slice(0, MOST_REJECTED);
  return {
    result,
    list: {id: list.id ?? null, name: list.name},
    rows: checked.rows,
    left_a_group: counts.left_a_group,
    who_left: names,
    rejected: checked.rejected + checked.states.count(state.refused),
    ...(rows.length > 0 && {rejected_rows: rows}),
    automations: automationsOf(plan),
    files,
    journal: journal ? journalPath(journal.folder) : null,
    read: readAs(plan),
  };
}

const statusOf = ({checked: {status}}: Plan) => ({
  unsubscribed: status.left,
  bounced: status.bounced,
  not_confirmed: status.out,
});

/** How a checked file was read. */
const readAs = ({checked}: Plan): ImportResult['read'] => ({
  encoding: checked.encoding,
  delimiter: checked.delimiter,
  columns: checked.columns.map(({header, fields}) => ({header, fields})),
  left_out: checked.columns.filter(({fields}) => fields.length === 0).map(({header}) => header),
  new_fields: checked.newFields.map(({name}) => name),
  status_columns: checked.status.headers,
  countries: [
    ...[...checked.readAs].map(([written, name]) => ({written, read_as: name})),
    ...checked.findings
      .flatMap(({name, found}) => (name === 'strange country' ? found : []))
      .map(({text}) => ({written: text, read_as: null})),
  ],
});

type Report<T> = {readonly data: T; readonly text: string; readonly added: number};

function importReport(plan: Plan, result: Outcome, known: Known): Report<ImportResult> {
  const {checked, counts} = plan;
  const {states} = checked;
  const isUnsent = known.work === undefined;
  const added = isUnsent ? 0 : states.count(...taken);
  const verified = isUnsent ? 0 : states.count(state.there, state.twice);
  const data: ImportResult = {
    ...sharedFacts(plan, result as ImportResult['result'], known),
    to_add: counts.add,
    added,
    verified,
    skipped: {
      listed: counts.same,
      unsubscribed: counts.unsubscribed,
      repeated: checked.repeated,
      status: statusOf(plan),
      earlier: counts.earlier,
    },
    missing: states.count(state.missing),
    duplicates: states.count(state.twice),
    unknown: isUnsent ? 0 : known.sum.doubtful,
  };
  return {data, text: importInWords(plan, data), added};
}

/** The summary. Once something was sent, stderr already shows the plan, so the summary omits it. */
function importInWords(plan: Plan, data: ImportResult): string {
  const {checked, counts, names, files, settings, source, list} = plan;
  const {result, added, verified, missing, duplicates, unknown} = data;
  if (result === 'planned') return [...planInWords(plan), '  Nothing was added: this is a dry run.'].join('\n');
  if (result === 'refused') {
    const lines = planInWords(plan, `${number(checked.good)} good`);
    return [...lines, '  Nothing was added: the file did not pass the check.'].join('\n');
  }
  const refused = checked.states.count(state.refused);
  const parts = [
    `${number(added)} added${verified === added && added > 0 ? ', all verified' : ''}`,
    verified === added ? '' : `${number(verified)} verified in the list`,
    settings.skipsRejected ? skippedInWords(plan) : '',
    numberOrNothing(refused, `refused by the service${files.refused ? ` → ${files.refused}` : ''}`),
    numberOrNothing(missing, `missing → ${files.missing ?? ''}`),
    numberOrNothing(duplicates, `more than once → ${files.duplicates ?? ''}`),
    numberOrNothing(unknown, 'unknown'),
  ].filter(Boolean);
  const isNothing = counts.add === 0 && added === 0 && result === 'done';
  const done = `${source.name} → ${listTitle(list)}: ${isNothing ? 'nothing to add' : parts.join(' · ')}`;
  return [done, ...namesInLines(names, counts)].join('\n');
}

/** `1 skipped (line 10: the address is missing)`. */
function skippedInWords({checked: {rejected}, rejects = []}: Plan): string {
  const [first] = rejects;
  const why = rejected === 1 && first ? ` (line ${number(first.line)}: ${first.reason})` : '';
  return numberOrNothing(rejected, `skipped${why}`);
}

function syncReport(plan: Plan, result: Outcome, known: Known): Report<SyncResult> {
  const {context, checked, counts, found, shown, sync, source, list, listing} = plan;
  const {work} = known;
  const done = doneIn(plan, work);
  const changing = [...(work?.failed ?? []), ...(work?.looked?.failed ?? [])];
  const failures = [...changing, ...(work?.gone?.failed ?? [])];
  const gone = goneIn(plan);
  const [isDelete, isUnsubscribe] = [sync?.gone === 'delete', sync?.gone === 'unsubscribe'];
  const open = {add: counts.add, change: counts.change, gone};
  const left = work
    ? {add: open.add - done.added, change: open.change - done.changed, gone: gone - (work.gone?.done ?? 0)}
    : {add: 0, change: 0, gone: 0};
  const inWork = (some: typeof open) => ({
    add: some.add,
    change: some.change,
    delete: isDelete ? some.gone : 0,
    unsubscribe: isUnsubscribe ? some.gone : 0,
  });
  const owed = left.gone > 0 ? owedBy(plan, work?.gone) : [];
  const data: SyncResult = {
    ...sharedFacts(plan, result, known),
    rejected: checked.rejected,
    listed: listing.listed,
    new: counts.add,
    changed: changedIn(plan),
    fields: differencesIn(plan, true),
    not_carried: differencesIn(plan, false),
    unchanged: counts.same,
    gone: found.gone.ids.length + found.left,
    already_unsubscribed: found.left,
    unsubscribed: counts.unsubscribed,
    not_comparable: found.nameless.ids.length,
    doubles: found.doubles.ids.length,
    without_country: counts.noCountry,
    repeated: checked.repeated,
    status: statusOf(plan),
    to_do: inWork(open),
    done: {...done, failed: failures.length},
    left: inWork(left),
    owed,
    failures: failures.slice(0, MOST_NAMED).map(({id, error: {message}}) => ({id, reason: message})),
    refused: shown.refused,
    away: shown.away,
    contacts: {gone: found.gone.first, doubles: found.doubles.first, not_comparable: found.nameless.first},
  };
  const title = `${source.name} → "${list.name}"`;
  const names = namesInLines(plan.names, counts);
  if (!work) return {data, text: unsentInWords(plan, result, title), added: 0};
  const summary = `${title}: ${doneInWords(data.done)}`;
  // Programs read the result as data, and people read beside it how it ended.
  if (context.reader !== 'people') context.notice(summary, {kind: 'done', ...data.done});
  const undone = leftInWords(data, changing);
  if (undone !== undefined) context.warn(undone);
  return {data, text: [summary, ...names].join('\n'), added: done.added};
}

function unsentInWords(plan: Plan, result: Outcome, title: string): string {
  if (result === 'planned') return [...planInWords(plan), '  Nothing was changed: this is a dry run.'].join('\n');
  if (result === 'refused') {
    const lines = planInWords(plan);
    return [...lines, '  Nothing was changed: the file did not pass the check.'].join('\n');
  }
  if (hasDifferences(plan) || plan.edited) return planInWords(plan).join('\n');
  const others = numberOrNothing(plan.found.nameless.ids.length, 'not comparable');
  const unchanged = ['no changes', ...stoppedInNumbers(plan), others].filter(Boolean).join(' · ');
  return [`${title}: ${unchanged}`, ...namesInLines(plan.names, plan.counts)].join('\n');
}

function doneIn({checked: {states}, sync}: Plan, work: Work | undefined): Omit<SyncResult['done'], 'failed'> {
  const removed = work?.gone?.done ?? 0;
  const verified = states.count(state.there, state.twice);
  return {
    added: work && !isUnseen(work) ? verified + states.count(state.sent) : verified,
    verified,
    changed: states.count(state.changed),
    deleted: sync?.gone === 'delete' ? removed : 0,
    unsubscribed: sync?.gone === 'delete' ? 0 : removed,
  };
}

function doneInWords({added, verified, ...others}: SyncResult['done']): string {
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

/** People who are still to be deleted or unsubscribed, by address. If the work stopped before it began, that is everybody. */
function owedBy({found: {gone}}: Plan, work: Removed | undefined): string[] {
  const emails = new Map(gone.first.map(({id, email}) => [id, email]));
  const isUntouched = !work || (work.stopped !== undefined && work.done + work.failed.length === 0);
  const ids: ReadonlyArray<string | number> = isUntouched ? gone.ids : work.failed.map(({id}) => id);
  return ids
    .slice(0, MOST_NAMED)
    .map(id => (typeof id === 'string' ? id : (emails.get(id) ?? `contact ${number(id)}`)));
}

/** What is undone, in a sentence; undefined if all is done. */
function leftInWords({left, owed}: SyncResult, changing: readonly Failure[]): string | undefined {
  const names = changing.map(({id, name}) => name ?? `contact ${id}`);
  const some = (count: number, what: string): string => (count <= 0 ? '' : `${people(count)} ${what}`);
  const parts = [
    some(left.unsubscribe, `to unsubscribe (${withMore(owed, left.unsubscribe)})`),
    some(left.delete, `to delete (${withMore(owed, left.delete)})`),
    some(left.change, `to change${names.length === 0 ? '' : ` (${withMore(names)})`}`),
    some(left.add, 'to add'),
  ].filter(Boolean);
  return parts.length === 0 ? undefined : `Not done: ${parts.join(', ')}.`;
}
