import type {EmkError} from '../../core/errors.js';
import {number, numberOrNothing} from '../../core/words/sentence.js';
import type {Failure} from '../../output/results/result.js';
import {namesInLines} from '../../people/let-in.js';
import {state, taken} from '../file/rows.js';
import {type ImportJournal, journalPath} from '../journal/runs.js';
import {MOST_NAMED} from '../sync/compare.js';
import type {Removed} from '../sync/remove.js';
import type {Looked} from './last-look.js';
import {automationsOf, goneIn, type Plan} from './plan.js';
import {type ImportResult, MOST_REJECTED, type Outcome, type RejectedLine, type SyncResult} from './result.js';
import {changedIn, differencesIn, listTitle, planInWords, unchangedInWords} from './show.js';

/** What the work did besides moving rows from state to state. */
export type Work = {
  /** Why the work stopped before its end; undefined if it came to it. */
  readonly stopped?: EmkError | undefined;
  /** The last look; undefined if the work stopped before it. */
  readonly looked?: Looked | undefined;
  /** Whether a look at the end could not tell what became of rows that the service took. */
  readonly isUnseen?: boolean;
  readonly gone?: Removed;
  readonly failed?: readonly Failure[];
  /** Why the service refused single rows, by line, and those that an earlier run has written down. */
  readonly reasons?: ReadonlyMap<number, string>;
  readonly written?: ReadonlySet<number>;
};

/** What is known of a run at its end besides its plan. Without work nothing was sent. */
type Known = {
  readonly doubtful: number;
  readonly work?: Work | undefined;
  readonly journal?: ImportJournal | undefined;
};

type Report<T> = {readonly data: T; readonly text: string; readonly added: number};

/** What a run says at its end: facts for programs, and a summary for people, who have read the plan before. */
export const reportOf = (plan: Plan, result: Outcome, known: Known): Report<ImportResult | SyncResult> =>
  plan.sync ? syncReport(plan, result, known) : importReport(plan, result as ImportResult['result'], known);

/** What both reports say. */
function sharedFacts<R extends Outcome>(plan: Plan, result: R, {work, journal}: Known) {
  const {checked, counts, list, files, names, rejects = []} = plan;
  const refused = [...(work?.reasons ?? [])].map(
    ([line, reason]): RejectedLine => ({line, reason: `the service refused it: ${reason}`, row: null}),
  );
  const rows = [...rejects, ...refused].slice(0, MOST_REJECTED);
  const strange = checked.findings.flatMap(({name, found}) => (name === 'strange country' ? found : []));
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
    read: {
      encoding: checked.encoding,
      delimiter: checked.delimiter,
      columns: checked.columns.map(({header, fields}) => ({header, fields})),
      left_out: checked.columns.filter(({fields}) => fields.length === 0).map(({header}) => header),
      new_fields: checked.newFields.map(({name}) => name),
      status_columns: checked.status.headers,
      countries: [
        ...[...(checked.readAs ?? [])].map(([written, name]) => ({written, read_as: name})),
        ...strange.map(({text: written}) => ({written, read_as: null})),
      ],
    },
  };
}

const statusOf = ({
  checked: {
    status: {left, bounced, out},
  },
}: Plan) => ({unsubscribed: left, bounced, not_confirmed: out});

function importReport(plan: Plan, result: ImportResult['result'], known: Known): Report<ImportResult> {
  const {checked, counts} = plan;
  const {states} = checked;
  const isUnsent = known.work === undefined;
  const added = isUnsent ? 0 : states.count(...taken);
  const data: ImportResult = {
    ...sharedFacts(plan, result, known),
    ...{to_add: counts.add, added},
    verified: isUnsent ? 0 : states.count(state.there, state.twice),
    skipped: {
      ...{listed: counts.same, unsubscribed: counts.unsubscribed, repeated: checked.repeated},
      ...{status: statusOf(plan), earlier: counts.earlier},
    },
    missing: states.count(state.missing),
    duplicates: states.count(state.twice),
    unknown: known.doubtful,
  };
  return {data, text: importInWords(plan, data), added};
}

/** The summary. Once something was sent, stderr already shows the plan, so the summary omits it. */
function importInWords(plan: Plan, data: ImportResult): string {
  const {checked, counts, names, files, settings, source, list, rejects = []} = plan;
  const {result, added, verified, missing, duplicates, unknown} = data;
  if (result === 'planned' || result === 'refused') return unsentInWords(plan, result);
  const [first] = rejects;
  const whySkipped = checked.rejected === 1 && first ? ` (line ${number(first.line)}: ${first.reason})` : '';
  const parts = [
    `${number(added)} added${verified === added && added > 0 ? ', all verified' : ''}`,
    verified === added ? '' : `${number(verified)} verified in the list`,
    settings.skipsRejected ? numberOrNothing(checked.rejected, `skipped${whySkipped}`) : '',
    numberOrNothing(
      checked.states.count(state.refused),
      `refused by the service${files.refused ? ` → ${files.refused}` : ''}`,
    ),
    numberOrNothing(missing, `missing${files.missing ? ` → ${files.missing}` : ''}`),
    numberOrNothing(duplicates, 'more than once'),
    numberOrNothing(unknown, 'unknown'),
  ].filter(Boolean);
  const isNothing = counts.add === 0 && added === 0 && result === 'done';
  const done = `${source.name} → ${listTitle(list)}: ${isNothing ? 'nothing to add' : parts.join(' · ')}`;
  return [done, ...namesInLines(names, counts)].join('\n');
}

/** The plan in words, with why nothing came of it. */
function unsentInWords(plan: Plan, result: 'planned' | 'refused'): string {
  const isImport = !plan.sync;
  const why = result === 'planned' ? 'this is a dry run' : 'the file did not pass the check';
  const first = isImport && result === 'refused' ? `${number(plan.checked.good)} good` : undefined;
  return [...planInWords(plan, first), `  Nothing was ${isImport ? 'added' : 'changed'}: ${why}.`].join('\n');
}

function syncReport(plan: Plan, result: Outcome, known: Known): Report<SyncResult> {
  const {context, checked, counts, found, shown, sync, source, list, listing, names} = plan;
  const {states} = checked;
  const {work} = known;
  const failures = [...(work?.failed ?? []), ...(work?.looked?.failed ?? []), ...(work?.gone?.failed ?? [])];
  const removed = work?.gone?.done ?? 0;
  const verified = states.count(state.there, state.twice);
  const ifGone = (how: 'delete' | 'unsubscribe', count: number): number => (sync?.gone === how ? count : 0);
  const to_do = {
    ...{add: counts.add, change: counts.change},
    ...{delete: ifGone('delete', goneIn(plan)), unsubscribe: ifGone('unsubscribe', goneIn(plan))},
  };
  const done = {
    added: work && !work.isUnseen ? verified + states.count(state.sent) : verified,
    ...{verified, changed: states.count(state.changed)},
    ...{deleted: ifGone('delete', removed), unsubscribed: ifGone('unsubscribe', removed)},
    failed: failures.length,
  };
  const rest = (wanted: number, made: number): number => (work ? wanted - made : 0);
  const left = {
    ...{add: rest(to_do.add, done.added), change: rest(to_do.change, done.changed)},
    ...{delete: rest(to_do.delete, done.deleted), unsubscribe: rest(to_do.unsubscribe, done.unsubscribed)},
  };
  const data: SyncResult = {
    ...sharedFacts(plan, result, known),
    listed: listing.listed,
    new: counts.add,
    changed: changedIn(plan),
    fields: differencesIn(plan, true),
    not_carried: differencesIn(plan, false),
    unchanged: counts.same,
    gone: found.gone.ids.length + found.left,
    already_unsubscribed: found.left,
    unsubscribed: counts.unsubscribed,
    doubles: found.doubles.ids.length,
    repeated: checked.repeated,
    status: statusOf(plan),
    ...{to_do, done, left},
    owed: left.delete + left.unsubscribe > 0 ? owedBy(plan, work?.gone) : [],
    failures: failures.slice(0, MOST_NAMED).map(({id, error: {message}}) => ({id, reason: message})),
    ...{refused: shown.refused, away: shown.away, contacts: {gone: found.gone.first}},
  };
  const title = `${source.name} → "${list.name}"`;
  if (!work) return {data, text: sameInWords(plan, result, title), added: 0};
  const summary = `${title}: ${doneInWords(done)}`;
  // Programs read the result as data, and people read beside it how it ended.
  if (context.reader !== 'people') context.notice(summary, {kind: 'done', ...done});
  return {data, text: [summary, ...namesInLines(names, counts)].join('\n'), added: done.added};
}

/** What a sync says that sends nothing: the plan as far as something differs. */
function sameInWords(plan: Plan, result: Outcome, title: string): string {
  if (result === 'planned' || result === 'refused') return unsentInWords(plan, result);
  const {counts, found, edited, names} = plan;
  const differing = changedIn(plan) + counts.unlike + (edited ? 1 : found.gone.ids.length);
  if (differing > 0) return planInWords(plan).join('\n');
  return [`${title}: ${unchangedInWords(plan)}`, ...namesInLines(names, counts)].join('\n');
}

/** What was done, in words. The service takes rows that it drops in silence: only those in the list are certainly added. */
function doneInWords({added, verified, ...others}: SyncResult['done']): string {
  const parts = [
    numberOrNothing(added, verified === added ? 'added' : `added (${number(verified)} seen in the list)`),
    ...(['changed', 'deleted', 'unsubscribed'] as const).map(name => numberOrNothing(others[name], name)),
    numberOrNothing(others.failed, 'not'),
  ].filter(Boolean);
  return parts.length === 0 ? 'nothing was changed' : parts.join(' · ');
}

/** People who are still to be deleted or unsubscribed, by address. If the work stopped before it began, that is everybody. */
function owedBy({found: {gone}}: Plan, {failed}: Pick<Removed, 'failed'> = {failed: []}): string[] {
  const emails = new Map(gone.first.map(({id, email}) => [id, email]));
  const ids: ReadonlyArray<string | number> = failed.length > 0 ? failed.map(({id}) => id) : gone.ids;
  return ids
    .slice(0, MOST_NAMED)
    .map(id => (typeof id === 'string' ? id : (emails.get(id) ?? `contact ${number(id)}`)));
}
