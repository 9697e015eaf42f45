import {targetOf} from '../../accounts/target.js';
import {forEachRecord} from '../../api/answers/record-sources.js';
import {PreflightError, UsageError} from '../../errors.js';
import {startedByEach} from '../../mailings/started.js';
import {type AtDoor, type Door, openDoor} from '../../who-left/door.js';
import {counted, number} from '../../words/sentence.js';
import type {Checked, ImportField} from '../file/contract.js';
import type {SyncSettings} from '../journal/settings.js';
import {type FindCountry, readCountries} from '../run/countries.js';
import type {PlannedJob} from '../run/job.js';
import type {ImportDraft} from '../run/plan-job.js';
import {refuseIfGone} from '../send/listing.js';
import {makePlan} from '../send/plan.js';
import {importService} from '../send/service.js';
import {type ComparedList, compareList} from './compare-list.js';
import {type EditedRows, isRowHeader, readEdited} from './emk-row.js';
import type {Refusal} from './refusals.js';
import {type Counts, countsOf, leftAlone, type RowTable} from './row-table.js';
import {agreeOnTerms, type ComparisonTerms, differencesIn, readRows} from './terms.js';

/** A checked file, the list to compare it with, and what to do about the differences. */
export type SyncDraft = Omit<ImportDraft, 'list'> & {
  readonly list: {readonly id: number; readonly name: string};
  readonly sync: SyncSettings;
  /** The same file without the values of `--set`, which are for new contacts only. */
  readonly compared: Checked;
  readonly fields: readonly ImportField[];
  readonly findCountry: FindCountry | undefined;
  readonly known?: AtDoor['known'];
};

/** The differences between a file and a list, and what would be done about them. */
export type SyncPlan = {
  readonly job: PlannedJob & {readonly list: {readonly id: number}};
  /** The live automations that new people would start, and those that changed people may start besides. */
  readonly starts: Starts;
  readonly sync: SyncSettings;
  readonly compared: Checked;
  readonly terms: ComparisonTerms;
  readonly wanted: ReadonlySet<number>;
  readonly findCountry: FindCountry | undefined;
  readonly rows: RowTable;
  /** Who the rows are, if the file went out to be edited. */
  readonly edited: EditedRows | undefined;
  readonly list: ComparedList;
  readonly counts: Counts;
  /** How many rows differ in each field; fields that no update can change are counted separately. */
  readonly differences: ReturnType<typeof differencesIn>;
  readonly shown: ShownRows;
};

type Starts = {readonly adding: readonly string[]; readonly changing: readonly string[]};

/** What people read of some rows: a few before and after, and those of an edited file that are left alone. */
type ShownRows = {
  readonly changes: readonly ShownChange[];
  readonly refused: readonly RefusedRow[];
  readonly away: readonly string[];
};

type ShownChange = {
  readonly email: string;
  readonly cells: ReadonlyArray<{readonly field: string; readonly from: string; readonly to: string}>;
};

type RefusedRow = {readonly line: number; readonly email: string; readonly why: Refusal};

/** Compares a checked file with the list. Changes nothing, and begins again after a read that failed. */
export const planSync = (draft: SyncDraft): Promise<SyncPlan> => draft.context.persist(() => planOnce(draft));

async function planOnce(draft: SyncDraft): Promise<SyncPlan> {
  const {context, settings, sync, checked, compared, source} = draft;
  const isEdited = compared.columns.some(({header}) => isRowHeader(header));
  if (isEdited && sync.gone !== 'report') throw goneFromEdited(source.name);
  const findCountry = isEdited ? (draft.findCountry ?? (await readCountries(context))?.find) : draft.findCountry;
  const {terms: agreed, wanted} = agreeOnTerms(compared, sync, draft.fields, findCountry, isEdited);
  const terms = {...agreed, country: await givenCountry({...draft, findCountry})};
  context.progress.show({label: `Reading ${source.name} again`});
  const rows = await readRows(compared, terms);
  const origin = {...targetOf(draft.account), list: draft.list.id};
  const edited = await readEdited(compared, origin, findCountry, source.name);
  context.progress.show({label: `Reading the list of ${draft.list.name}`});
  const door = await openDoor(context, {include_unsubscribed: settings.includeUnsubscribed, known: draft.known});
  const left = sync.gone === 'unsubscribe' ? await door.whoLeft() : undefined;
  const found = await compareList(importService(context, draft.list.id), {
    ...{rows, terms, wanted, edited},
    leftOut: {has: address => checked.isLeftOut(address)},
    unsubscribed: left?.fully,
  });
  await refuseIfGone(context, draft.list, found.baseline);
  assertComplete(draft, found);
  const list = await refusedAtDoor(compared, rows, found, door);
  const facts = {listed: list.baseline.result, door, earlier: []};
  const plan = await makePlan(checked, facts);
  const counts = countsOf(rows);
  const starts = await startedBy(draft, {adds: plan.send > 0, changes: counts.toChange > 0});
  const shown = await readShown(compared, terms, list);
  context.progress.clear();
  const job = {...draft, baseline: list.baseline, facts, admit: door.admit, plan, automations: allIn(starts)};
  return {
    ...{job, sync, compared, terms, wanted, findCountry, rows, edited, list, counts, starts, shown},
    differences: differencesIn(rows, terms),
  };
}

/** The country of `--set`, which is also for people on the list who have none, if they are changed. */
async function givenCountry({context, settings, sync, findCountry}: SyncDraft): Promise<number | undefined> {
  const [, name] = settings.set.find(([field]) => field === 'country') ?? [];
  if (name === undefined || sync.update === null) return undefined;
  const find = findCountry ?? (await readCountries(context))?.find;
  const id = find?.(name)?.id;
  return id === undefined ? undefined : Number(id);
}

/** A file that went out to be edited may have only some people of the list. */
const goneFromEdited = (file: string): UsageError =>
  new UsageError(`${file} has the column emk_row, so emk does not delete or unsubscribe people who are not in it.`, {
    hint: 'Nothing was changed. To delete people: emk contacts delete ADDRESS. Without the column, --gone compares the whole list.',
  });

async function startedBy(
  {context, list: {id}}: SyncDraft,
  {adds, changes}: {readonly adds: boolean; readonly changes: boolean},
): Promise<Starts> {
  const places = [...(adds ? [{list: id}] : []), ...(changes ? [{changedIn: id}] : [])];
  const started = await startedByEach(context, places);
  const [adding, changing] = [adds ? (started[0] ?? []) : [], changes ? (started.at(-1) ?? []) : []];
  return {adding, changing};
}

/** Each automation once. */
const allIn = ({adding, changing}: Starts): string[] => [...new Set([...adding, ...changing])];

/** The automations that only the changes may start. */
export const onlyByChanges = ({adding, changing}: Starts): string[] => changing.filter(name => !adding.includes(name));

/** Refuses a partly shown list: existing people would look new, day after day. */
function assertComplete({list, context}: SyncDraft, {baseline: {complete, listed, count}}: ComparedList): void {
  if (complete) return;
  if (count === undefined) {
    context.warn(
      'The service does not say how many contacts are on this list, so emk cannot tell if it shows all of them.',
    );
    return;
  }
  throw new PreflightError(
    `The service lists ${counted(listed, 'contact')} of "${list.name}" but counts ${number(count)}, so emk cannot tell ` +
      'who is new and who is missing.',
    {hint: 'Nothing was changed. Try again later: somebody may be changing the list right now.'},
  );
}

/** Leaves people alone who would get an address of somebody who left, unless they left themselves. */
async function refusedAtDoor(checked: Checked, rows: RowTable, list: ComparedList, door: Door): Promise<ComparedList> {
  if (list.moving.size === 0) return list;
  const [refused, shown] = [new Map(list.refused), new Map(list.shown)];
  let row = -1;
  await forEachRecord(checked.goodKeys(), ({address: to}) => {
    const from = list.moving.get(++row);
    if (from === undefined || !door.stops(to) || door.stops(from)) return;
    refused.set(row, 'left');
    shown.delete(row);
    rows.states[row] = leftAlone;
  });
  return {...list, refused, shown};
}

/** Reads the rows that people are shown: the table has only hashes. */
async function readShown(
  checked: Checked,
  {fields}: ComparisonTerms,
  {shown, refused, away}: ComparedList,
): Promise<ShownRows> {
  const changes: ShownChange[] = [];
  const others: RefusedRow[] = [];
  const gone: string[] = [];
  if (shown.size + refused.size + away.size === 0) return {changes, refused: others, away: gone};
  let row = -1;
  await forEachRecord(checked.goodValues(), ({line, address: email, values}) => {
    const [was, why] = [shown.get(++row), refused.get(row)];
    if (was) {
      const cells = [...was].map(([at, from]) => {
        const field = fields[at]?.name ?? '';
        return {field, from, to: values[field] ?? ''};
      });
      changes.push({email, cells});
    }
    if (why && others.length < MOST_NAMED) others.push({line, email, why});
    if (away.has(row) && gone.length < MOST_NAMED) gone.push(email);
  });
  return {changes, refused: others, away: gone};
}

/** How many people a report names. */
const MOST_NAMED = 1000;
