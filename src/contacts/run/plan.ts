import {targetOf} from '../../accounts/target.js';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Account} from '../../api/wire/answer.js';
import type {Context} from '../../change/context.js';
import {cannotDo, type Effect, effectOf, join, starting, unsubscribing} from '../../change/effect/effect.js';
import {covers, type Ranges, rangesInWords} from '../../change/work/ranges.js';
import {PreflightError, UnknownOutcomeError, UsageError} from '../../core/errors.js';
import type {TypeOf} from '../../core/json-schema/describe.js';
import {counted, number} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import fieldRecords from '../../endpoints/fields.js';
import lists from '../../endpoints/lists.js';
import {startedByEach} from '../../mailings/started.js';
import {type AtDoor, type Door, nobodyMoves, openDoor} from '../../people/door.js';
import {nameAlso, noNames} from '../../people/let-in.js';
import {type FindCountry, readCountries} from '../../records/fields/countries.js';
import type {Checked} from '../check/check.js';
import {isRowHeader} from '../file/columns.js';
import type {ImportField} from '../file/contract.js';
import type {ImportSource} from '../file/open.js';
import type {Written} from '../file/rejects.js';
import {state} from '../file/rows.js';
import type {Earlier, ImportSettings, SyncSettings} from '../journal/runs.js';
import {type Listing, type ListReader, readSettled, whyUnproven} from '../send/list.js';
import {
  agreeOnTerms,
  type Comparison,
  comparingReader,
  MOST_NAMED,
  newComparison,
  noTerms,
  type Refusal,
  type RowTable,
  readTable,
  refusals,
} from '../sync/compare.js';
import {readEdited} from '../sync/emk-row.js';
import type {RejectedLine, resultFiles} from './result.js';

type ResultFiles = TypeOf<typeof resultFiles>;

/** A checked file, the list that it goes into, and what to do besides adding new people. */
export type Draft = {
  readonly context: Context;
  readonly account: Account;
  readonly source: ImportSource;
  /** The list; it has no id before it is created. */
  readonly list: {readonly id: number | undefined; readonly name: string};
  readonly settings: ImportSettings;
  readonly checked: Checked;
  /** The fields that a contact can have. */
  readonly fields: readonly ImportField[];
  /** Undefined if no column is a country, or the service has no usable list. */
  readonly findCountry: FindCountry | undefined;
  readonly files: ResultFiles;
  /** The file of rejected rows that this run wrote. */
  readonly written?: Written | undefined;
  readonly rejects?: readonly RejectedLine[] | undefined;
  /** What is done about differences; undefined for an import, which neither changes nor removes anybody. */
  readonly sync?: SyncSettings | undefined;
  readonly known?: AtDoor['known'];
  readonly earlier?: Earlier | undefined;
};

/** What would be done about each row, in the states of the file, and about people whom the file lacks. */
export type Plan = Awaited<ReturnType<typeof planOnce>>;

/** A plan that was agreed to, with the list that it fills. */
export type ReadyPlan = Plan & {readonly list: {readonly id: number}; readonly permit: Permit<PeopleChange>};

/** How many rows are in each state before the work begins. */
const countsOf = ({states}: Checked, leftGroup: number) => ({
  add: states.count(state.add),
  same: states.count(state.same),
  unsubscribed: states.count(state.unsubscribed),
  left_a_group: leftGroup,
  change: states.count(state.change),
  differs: states.count(state.differs),
  noCountry: states.count(state.noCountry),
  leftAlone: states.count(state.leftAlone),
});

/** What people read of some rows: a few before and after, and those of an edited file that are left alone. */
type ShownDifferences = {
  readonly changes: Array<{
    readonly email: string;
    readonly cells: ReadonlyArray<{readonly field: string; readonly from: string; readonly to: string}>;
  }>;
  readonly refused: Array<{readonly line: number; readonly email: string; readonly why: Refusal}>;
  readonly away: string[];
};

/** One look at the list decides about every row. Changes nothing; a sync begins again after a read that failed. */
export async function makePlan(draft: Draft): Promise<Plan> {
  const {states} = draft.checked;
  for (const line of draft.earlier?.refused.keys() ?? []) states.set(line, state.refused);
  if (draft.sync) return draft.context.persist(() => planOnce(draft));
  return states.count(state.good) === 0 ? unplanned(draft) : planOnce(draft);
}

/** A list that does not exist yet. */
const emptyListing: Listing = {listed: 0, count: 0, lastId: 0, complete: true};

async function planOnce(draft: Draft) {
  const {context, settings, sync, checked, list} = draft;
  const rows = await readRows(draft);
  context.progress.show({label: `Reading the list of ${list.name}`});
  const door = await openDoor(context, {include_unsubscribed: settings.includeUnsubscribed, known: draft.known});
  const unsubscribed = sync?.gone === 'unsubscribe' ? (await door.whoLeft()).fully : undefined;
  const reader = () => comparingReader({checked, ...rows, unsubscribed});
  const {result: found, ...listing} =
    list.id === undefined
      ? {...emptyListing, result: reader().result()}
      : await readList({...draft, list: {...list, id: list.id}}, reader);
  requireComplete(draft, listing);
  /** Up to five people who left, by why. */
  const {names, leftGroup} = await passDoor(checked, found, door);
  const counts = countsOf(checked, leftGroup);
  /** The live automations that new people would start, and those that changed people may start besides. */
  const starts = await startedBy(draft, counts);
  const shown = await readShown(checked, rows.table, found);
  context.progress.clear();
  return {...draft, ...rows, counts, names, listing, admit: door.admit, found, starts, shown};
}

/** A plan without the list: before it is read, or because all rows were sent before. */
export async function unplanned(draft: Draft): Promise<Plan> {
  const {checked} = draft;
  const rows = {table: await readTable(checked, noTerms), edited: undefined};
  return {
    ...{...draft, ...rows, counts: countsOf(checked, 0), names: noNames(), listing: emptyListing, admit: nobodyMoves},
    ...{found: newComparison(), starts: [], shown: {changes: [], refused: [], away: []}},
  };
}

/**
 * Reads the list, and again after it has settled if it lacks rows that an earlier part of this run has sent. What a whole list
 * lacks then did not arrive, and is decided about anew; otherwise nobody can tell.
 */
async function readList(draft: Draft & {readonly list: {readonly id: number}}, reader: () => ListReader<Comparison>) {
  const {
    checked: {states},
    earlier,
  } = draft;
  const lacking = (): Ranges => {
    const lines = earlier ? [...states.lines(state.good)].filter(line => covers(earlier.sent, line)) : [];
    return states.ranges(lines);
  };
  const read = await readSettled(draft, reader, () => lacking().length > 0);
  const unknown = lacking();
  if (unknown.length === 0 || (read.atRest && read.complete)) return read;
  throw new UnknownOutcomeError(
    `emk cannot tell if ${rangesInWords(unknown)} of ${draft.source.name} arrived: ${whyUnproven(read)}.`,
    {
      hint: `Nobody was added. Run again later: emk contacts import resume ${earlier?.id} (it looks first).`,
    },
  );
}

/** Reads what a sync compares: the values of the rows, and who they are if the file went out to be edited. */
async function readRows(draft: Draft) {
  const {context, sync, settings, checked, source, account, list} = draft;
  if (!sync) return {table: await readTable(checked, noTerms), edited: undefined, findCountry: draft.findCountry};
  const isEdited = checked.columns.some(({header}) => isRowHeader(header));
  if (isEdited && sync.gone !== 'report')
    throw new UsageError(`${source.name} has the column emk_row, and may have only some people of the list.`, {
      hint: 'Nothing was changed. Without that column, --gone compares the whole list.',
    });
  const findCountry = draft.findCountry ?? (isEdited ? (await readCountries(context))?.find : undefined);
  // The country of `--set` is also for people on the list who have none, if they are changed.
  const [, given] = settings.set.find(([field]) => field === 'country') ?? [];
  const country = given === undefined ? undefined : findCountry?.(given)?.id;
  const terms = agreeOnTerms(checked, sync, draft.fields, findCountry, isEdited);
  context.progress.show({label: `Reading ${source.name} again`});
  const table = await readTable(checked, {...terms, country: country === undefined ? undefined : Number(country)});
  const origin = {...targetOf(account), list: list.id ?? 0};
  return {
    table,
    findCountry,
    edited: isEdited ? await readEdited(checked, origin, findCountry, source.name) : undefined,
  };
}

/** Refuses to sync a partly shown list: existing people would look new, day after day, or at each undo. An import warns. */
function requireComplete({list, context, settings, sync}: Draft, {complete, listed, count}: Listing): void {
  if (complete) return;
  const shows = `The service shows ${counted(listed, 'contact')} of "${list.name}" but ${count === undefined ? 'does not say how many there are' : `counts ${number(count)}`}`;
  if ((sync || settings.isOurs) && count !== undefined) {
    throw new PreflightError(`${shows}, so emk cannot tell who is new and who is missing.`, {
      hint: 'Nothing was changed. Try again later: somebody may be changing the list right now.',
    });
  }
  context.warn(
    `${shows}, so some contacts may be hidden. emk adds their rows again, and may not know the outcome of a lost answer.`,
  );
}

/**
 * Takes the rows that are not on the list to the door: who left everything is skipped even if the file has them again, and who
 * left a group is added, because the service keeps the mail of that group from them. People who would get an address of
 * somebody who left are left alone, unless they left themselves.
 */
async function passDoor(checked: Checked, found: Comparison, door: Door) {
  const {states} = checked;
  const names = noNames();
  let leftGroup = 0;
  if (door.size === 0 && found.moving.size === 0) {
    for (const line of states.lines(state.good)) states.set(line, state.add);
    return {names, leftGroup};
  }
  await forEachRecord(checked.goodKeys(), ({line, address}) => {
    const from = found.moving.get(line);
    if (from !== undefined && door.stops(address) && !door.stops(from)) {
      found.refused.set(line, 'left');
      found.shown.delete(line);
      states.set(line, state.leftAlone);
    }
    if (states.of(line) !== state.good) return;
    const reason = door.stops(address);
    states.set(line, reason === 'unsubscribed' ? state.unsubscribed : state.add);
    if (reason === 'left_a_group') leftGroup++;
    if (reason) nameAlso(names, reason, address);
  });
  return {names, leftGroup};
}

async function startedBy({context, list: {id}}: Draft, {add, change}: ReturnType<typeof countsOf>) {
  if (id === undefined || add + change === 0) return [];
  const [adding = [], changing = []] = await startedByEach(context, [{list: id}, {changedIn: id}]);
  const added = add > 0 ? adding : [];
  const changed = change > 0 ? changing.filter(name => !added.includes(name)) : [];
  return [...starting(added), ...starting(changed, 'changes')];
}

/** Reads the rows that people are shown: memory has only hashes of them. */
async function readShown(checked: Checked, {terms}: RowTable, {shown, refused}: Comparison): Promise<ShownDifferences> {
  const {states} = checked;
  const read: ShownDifferences = {changes: [], refused: [], away: []};
  if (shown.size + refused.size + states.count(state.away) === 0) return read;
  await forEachRecord(checked.valuesOf(state.change, state.leftAlone, state.away), ({line, address: email, values}) => {
    const [was, why] = [shown.get(line), refused.get(line)];
    if (was) {
      const names = [...was].map(([at, from]) => ({field: terms.fields[at]?.name ?? '', from}));
      read.changes.push({email, cells: names.map(one => ({...one, to: values[one.field] ?? ''}))});
    }
    if (why && read.refused.length < MOST_NAMED) read.refused.push({line, email, why});
    const isAway = why === 'away' || states.of(line) === state.away;
    if (isAway && read.away.length < MOST_NAMED) read.away.push(email);
  });
  return read;
}

/** The sorts of requests that an import or a sync may send. */
export type PeopleChange = 'creates' | 'updates' | 'deletes';

/** What a plan does: to people who are gone from the file, those who differ and those who are new, and whom it cannot change. */
export function effectOfPlan({
  context,
  list,
  counts,
  checked,
  settings,
  sync,
  found,
  starts,
}: Plan): Effect<PeopleChange> {
  const gone = goneIn({sync, found});
  const reasons = new Map<Refusal, number>();
  for (const why of found.refused.values()) reasons.set(why, (reasons.get(why) ?? 0) + 1);
  const besides: ReadonlyArray<Effect<PeopleChange>> = sync
    ? [
        sync.gone === 'unsubscribe' ? unsubscribing(gone) : effectOf('deletes', contacts, gone, {wayBack: 'copy'}),
        effectOf('updates', contacts, counts.change),
      ]
    : [
        effectOf('creates', lists, list.id === undefined ? 1 : 0),
        effectOf('creates', fieldRecords, checked.newFields.length),
      ];
  return join<PeopleChange>(
    ...besides,
    effectOf('creates', contacts, counts.add, {starts}),
    cannotDo(
      counts.noCountry,
      NO_COUNTRY,
      `If all of them live in one country, give it: ${context.line ?? 'the same line'} --set country=Germany`,
    ),
    ...[...reasons].map(([why, count]) => cannotDo(count, refusals[why], SEE_EDITED)),
    cannotDo(settings.skipsRejected ? 0 : checked.rejected, ARE_REJECTED),
  );
}

/** Why people without a country are not changed. */
export const NO_COUNTRY = 'the service needs a country, and neither the file nor the list has one';

export const ARE_REJECTED = 'these rows are rejected';
const SEE_EDITED = 'To see what they say now, and to edit them again: emk contacts export --edit';

/** How many people are deleted or unsubscribed. */
export const goneIn = ({sync, found}: Pick<Plan, 'sync' | 'found'>): number =>
  (sync?.gone ?? 'report') === 'report' ? 0 : found.gone.ids.length;

/** Why the people who are gone must not be deleted or unsubscribed: whatever anybody says, or more than `--max-gone` allows. */
export function refusalOf(plan: Plan): PreflightError | undefined {
  const {checked, found, listing, sync} = plan;
  const gone = goneIn(plan);
  if (gone === 0) return undefined;
  if (checked.rejected > 0) {
    const were = counted(checked.rejected, 'row was', 'rows were');
    return new PreflightError(`${were} rejected, so their people would look missing.`, {
      hint: 'Nothing was changed. Fix those rows, or keep missing people with --gone report.',
    });
  }
  const would = `This would ${sync?.gone} ${number(gone)} of ${counted(listing.listed, 'contact')}`;
  if (gone + found.left >= listing.listed) {
    return new PreflightError(`${would}, which is everybody.`, {
      hint: 'Nothing was changed, and --max-gone cannot allow it: the file is probably for another list.',
    });
  }
  const most = mostGone(sync?.maxGone, listing.listed);
  if (gone <= most) return undefined;
  return new PreflightError(`${would}, and --max-gone allows ${number(most)}.`, {
    hint: `Nothing was changed. If that is right, add --max-gone ${gone}`,
  });
}

/** By default a tenth of the list, but at least 5, so that a small list can be synced at all. */
function mostGone(maxGone: string | undefined, listed: number): number {
  if (maxGone === undefined) return Math.max(LEAST, Math.floor(listed / 10));
  const most = Number.parseFloat(maxGone);
  return maxGone.endsWith('%') ? Math.floor((listed * most) / 100) : most;
}

const LEAST = 5;
