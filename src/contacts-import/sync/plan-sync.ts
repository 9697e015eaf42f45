import {forEachRecord} from '../../api/answers/record-sources.js';
import {PreflightError} from '../../errors.js';
import {startedByEach} from '../../resources/shared/started-automations.js';
import {type AtDoor, type Door, openDoor} from '../../who-left/door.js';
import {hashAddresses} from '../../who-left/hashed-addresses.js';
import {joinNames, type Names, nameAlso, noNames} from '../../who-left/names.js';
import {counted, number} from '../../words/sentence.js';
import type {Ranges} from '../../work/ranges.js';
import type {Checked, ImportField} from '../file/contract.js';
import type {SyncSettings} from '../journal/settings.js';
import {type FindCountry, readCountries} from '../run/countries.js';
import type {PlannedJob} from '../run/job.js';
import type {ImportDraft} from '../run/plan-job.js';
import {emptyBaseline} from '../send/baseline.js';
import {refuseIfGone} from '../send/listing.js';
import {type Listed, makePlan} from '../send/plan.js';
import {importService} from '../send/service.js';
import {beforeOf, type ComeBack, findComeBack, settleNewLines, type WentOut} from './come-back.js';
import {type ComparedList, compareList} from './compare-list.js';
import {findUntaken} from './note-untaken.js';
import {type ComparisonTerms, differencesIn, keyOf, readRows} from './read-rows.js';
import {type Counts, countsOf, fresh, occupied, type RowTable, stopped, taken, toChange} from './row-table.js';
import type {UnsubscribedBySync, UntakenRow} from './sync-result.schema.js';
import {agreeOnTerms} from './terms.js';
import {unsubscribedBySync} from './unsubscribed-by-sync.js';

/** A checked file, the contact type to compare it with, and what to do about the differences. */
export type SyncDraft = ImportDraft &
  WentOut & {
    readonly sync: SyncSettings;
    /** The same file without the values of `--set`, which are for new contacts only. */
    readonly compared: Checked;
    readonly fields: readonly ImportField[];
    readonly findCountry: FindCountry | undefined;
    readonly known?: AtDoor['known'];
    /** Whether to remember rows that the service did not accept, and to give them up after repeated failures. */
    readonly remembers?: boolean;
  };

/** The differences between a file and a list, and what would be done about them. */
export type SyncPlan = {
  readonly job: PlannedJob;
  readonly remembers: boolean;
  /** The rows that are given up, because the service did not accept them before. */
  readonly givenUp: readonly UntakenRow[];
  readonly withheld?: Withheld;
  /** The live automations that new people would start, and those that changed people may start besides. */
  readonly starts: Starts;
  readonly bySync: readonly UnsubscribedBySync[];
  /** What the file's return shows, if it went out. */
  readonly comeBack?: ComeBack | undefined;
  readonly sync: SyncSettings;
  readonly compared: Checked;
  readonly terms: ComparisonTerms;
  readonly wanted: ReadonlySet<number>;
  readonly findCountry: FindCountry | undefined;
  readonly rows: RowTable;
  readonly list: ComparedList;
  readonly counts: Counts;
  /** How many rows differ in each field; fields that no update can change are counted separately. */
  readonly differences: ReturnType<typeof differencesIn>;
};

type Starts = {readonly adding: readonly string[]; readonly changing: readonly string[]};

/** The work that the line may not do, because that would start these automations. */
type Withheld = {readonly add: number; readonly change: number; readonly automations: readonly string[]};

/** Compares a checked file with the list. Changes nothing, and begins again after a read that failed. */
export const planSync = (draft: SyncDraft): Promise<SyncPlan> => draft.context.persist(() => planOnce(draft));

/** The country of `--set`, which is also for people on the list who have none, if they are changed. */
async function givenCountry({context, settings, sync, findCountry}: SyncDraft): Promise<number | undefined> {
  const [, name] = settings.set.find(([field]) => field === 'country') ?? [];
  if (name === undefined || sync.update === null) return undefined;
  const find = findCountry ?? (await readCountries(context))?.find;
  const id = find?.(name)?.id;
  return id === undefined ? undefined : Number(id);
}

async function planOnce(draft: SyncDraft): Promise<SyncPlan> {
  const {context, type, settings, sync, checked, compared} = draft;
  const {terms: agreed, wanted} = agreeOnTerms(compared, sync, draft.fields, draft.findCountry);
  const terms = {...agreed, country: await givenCountry(draft)};
  context.progress.show({label: `Reading ${draft.source.name} again`});
  const before = beforeOf({...draft, isPart: sync.isPart === true}, terms);
  const rows = await readRows(compared, terms, before?.see);
  context.progress.show({label: `Reading the list of ${type.name}`});
  const door = await openDoor(context, {include_unsubscribed: settings.includeUnsubscribed, known: draft.known});
  const left = sync.gone === 'unsubscribe' ? await door.whoLeft() : undefined;
  const list =
    type.id === undefined
      ? nothingListed()
      : await compareList(importService(context, type.id), {
          rows,
          terms,
          wanted,
          leftOut: {has: address => sync.isPart === true || checked.isLeftOut(address)},
          unsubscribed: left?.fully,
          before,
        });
  await refuseIfGone(context, draft.type, list.baseline);
  assertComplete(draft, list);
  if (before && sync.isPart) await settleNewLines(compared, {rows, terms, list, before});
  const comeBack = before && (await findComeBack(compared, {rows, terms, list, before}));
  const {names, ...settled} = await settleMoves(compared, terms, rows, list, door);
  const remembers = draft.remembers === true;
  const untaken = remembers ? await findUntaken(draft, settled, sync.retryRefused === true) : undefined;
  const facts = {...settled, ...(untaken ? {givenUp: untaken.givenUp, alone: untaken.alone} : {})};
  const adding = await makePlan(checked, facts);
  const plan = {...adding, names: joinNames(names, adding.names)};
  const counts = countsOf(rows);
  // A person may still decide to write a cell that was changed twice.
  const changes = counts.toChange + list.back.conflicts.length > 0;
  const starts = await startedBy(draft, {adds: plan.send > 0, changes});
  context.progress.clear();
  const job = {...draft, baseline: list.baseline, facts, admit: door.admit, plan, automations: allIn(starts)};
  const bySync = settings.includeUnsubscribed ? [] : await unsubscribedBySync(draft, checked, await door.whoLeft());
  const {findCountry} = draft;
  return {
    job,
    remembers,
    givenUp: untaken?.givenUpRows ?? [],
    sync,
    bySync,
    compared,
    terms,
    wanted,
    findCountry,
    rows,
    list,
    comeBack,
    counts,
    starts,
    differences: differencesIn(rows, terms),
  };
}

const nothingListed = (): ComparedList => {
  const none = {ids: [], first: []};
  const back = {addresses: new Map(), conflicts: [], dropped: none, joined: none};
  return {
    ...{baseline: emptyBaseline(), gone: none, left: 0, keyless: none, doubles: none, unlike: 0},
    ...{moving: new Map(), back},
  };
};

async function startedBy(
  {context, type: {id}}: SyncDraft,
  {adds, changes}: {readonly adds: boolean; readonly changes: boolean},
): Promise<Starts> {
  if (id === undefined) return {adding: [], changing: []};
  const places = [...(adds ? [{contactType: id}] : []), ...(changes ? [{changedIn: id}] : [])];
  const started = await startedByEach(context, places);
  const [adding, changing] = [adds ? (started[0] ?? []) : [], changes ? (started.at(-1) ?? []) : []];
  return {adding, changing};
}

/** Each automation once. */
export const allIn = ({adding, changing}: Starts): string[] => [...new Set([...adding, ...changing])];

/** The automations that only the changes may start. */
export const onlyByChanges = ({adding, changing}: Starts): string[] => changing.filter(name => !adding.includes(name));

/** Refuses a partly shown list: existing people would look new, day after day. */
function assertComplete({type, context}: SyncDraft, {baseline: {complete, listed, count}}: ComparedList): void {
  if (complete) return;
  if (count === undefined) {
    context.warn(
      'The service does not say how many contacts are on this list, so emk cannot tell if it shows all of them.',
    );
    return;
  }
  throw new PreflightError(
    `The service lists ${counted(listed, 'contact')} of "${type.name}" but counts ${number(count)}, so emk cannot tell ` +
      'who is new and who is missing.',
    {hint: 'Nothing was changed. Try again later: somebody may be changing the list right now.'},
  );
}

/** Decides about people who move to another address, which is only possible with another key, and names those who stay. */
async function settleMoves(
  compared: Checked,
  terms: ComparisonTerms,
  rows: RowTable,
  list: ComparedList,
  door: Door,
): Promise<Settled> {
  const names = noNames();
  const listed =
    terms.key.name === 'email'
      ? list.baseline.result
      : await notToSend(compared, terms, list, move => stateAtDoor(door, move, names), rows);
  return {names, listed, door, earlier: []};
}

type Settled = {readonly names: Names; readonly listed: Listed; readonly door: Door; readonly earlier: Ranges};

type Moved = {readonly from: string; readonly to: string};

/** With a key other than the address, the rows that the import must not send. */
async function notToSend(
  compared: Checked,
  {key}: ComparisonTerms,
  {baseline: {result: listed}, moving}: ComparedList,
  stateOf: (move: Moved) => number,
  rows: RowTable,
): Promise<Listed> {
  const others = hashAddresses();
  let row = 0;
  await forEachRecord(compared.goodValues(), good => {
    const isFresh = rows.states[row] === fresh && keyOf(good, key) !== '';
    // If another contact already has the new address, the change would put one person into the list twice, so the row
    // is skipped.
    const address = moving.get(row) ?? good.address;
    const moves = rows.states[row] === toChange && address !== good.address;
    if (moves && listed.has(good)) rows.states[row] = occupied;
    else if (moves) rows.states[row] = stateOf({from: address, to: good.address});
    if (isFresh && listed.has(good)) rows.states[row] = taken;
    if (!isFresh) others.add(good.address);
    row++;
  });
  return {has: good => listed.has(good) || others.has(good.address), size: listed.size + others.size};
}

/** The state of a row whose contact gets another address: what somebody left at both changes nothing. */
function stateAtDoor(door: Door, {from, to}: Moved, names: Names): number {
  if (!door.stops(to) || door.stops(from)) return toChange;
  nameAlso(names, 'unsubscribed', to);
  return stopped;
}
