import {existsSync, rmSync} from 'node:fs';
import {takeTurn} from '../../accounts/take-turns.js';
import {type Target, targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import {VERSION} from '../../change/work/journal.js';
import {arrivedIn} from '../../change/work/state.js';
import type {Context} from '../../commands/command.js';
import {findRecord} from '../../commands/find-record.js';
import {turnFor} from '../../commands/verbs/create-all.js';
import {UnknownOutcomeError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import contacts from '../../endpoints/contacts.js';
import lists from '../../endpoints/lists.js';
import {dropCopy, keptSource} from '../file/open.js';
import {
  beginImport,
  continueJournal,
  forgetOldRuns,
  type ImportJournal,
  journalPath,
  newRun,
  openRuns,
  type PastRun,
  type RestTimes,
  unlookedRows,
  wentInto,
} from '../journal/runs.js';
import {carryOut, type ReadyPlan} from '../run/carry-out.js';
import {type Finished, recordEnd, unsent} from '../run/end.js';
import {type Does, type Draft, type Earlier, makePlan, type Plan} from '../run/plan.js';
import {needsWork} from '../run/show.js';
import {listOnService, waitForRest} from '../send/list.js';
import {createMissing} from './create-missing.js';

/** The parts of a run that depend on its caller. */
type Steps = {
  /** Gets the permit for the plan; throws if it must not be carried out. */
  readonly gate: (plan: Plan) => Promise<Permit<Does>>;
  /** Called with the run before its first request. */
  readonly began?: (id: string) => void;
  /** The run that goes on, read under the lock of its list. */
  readonly resumed?: () => PastRun;
};

export type NewRun = ReturnType<typeof newRun>;

/** Does some work with the folder of a new run, which stays only if its journal was begun. */
export async function inNewRun<T>(host: Host, work: (run: NewRun) => Promise<T>): Promise<T> {
  const run = newRun(host);
  try {
    return await work(run);
  } finally {
    if (!existsSync(journalPath(run.folder))) rmSync(run.folder, {recursive: true, force: true});
  }
}

/** Runs a checked file while nobody else fills its list. */
export async function runRows(draft: Draft, run: NewRun, steps: Steps): Promise<Finished> {
  const {context, account, list} = draft;
  const unlocks: Array<() => void> = [];
  const lock = async (of: number | string): Promise<void> => {
    unlocks.push(await lockList(context.host, targetOf(account), of));
  };
  try {
    await lock(list.id ?? list.name);
    const now = await listNow(context, list);
    if (now.id !== undefined && list.id === undefined) await lock(now.id);
    return await runAlone({...draft, list: now}, run, steps, lock);
  } finally {
    for (const unlock of unlocks) unlock();
  }
}

/** The whole run: who is there, who left → plan → agree → what is missing → work → end. */
async function runAlone(
  draft: Draft,
  run: NewRun,
  {gate, began, resumed}: Steps,
  lock: (id: number) => Promise<void>,
): Promise<Finished> {
  const {context, account, settings, sync, checked, list} = draft;
  const again = resumed?.();
  const interrupted = sync ? openRuns(context.host).filter(wentInto(targetOf(account), list.id)) : [];
  await waitUntilSettled(context, list.id ?? 0, interrupted, settings.settle);
  const others = interrupted.filter(({header}) => header.id !== again?.header.id);
  const earlier = again ?? (await sameRun(draft, others));
  const superseded = others.filter(one => one !== earlier);
  const plan = await makePlan({...draft, earlier: earlier && leftBy(earlier)});
  if (sync && !needsWork(plan) && !earlier) {
    supersede(context, superseded);
    return unsent(plan, 'same');
  }
  const permit = await gate(plan);
  const ready = {...plan, permit, list: await createMissing(context, permit, list, checked)};
  if (list.id === undefined) await lock(ready.list.id);
  const journal = earlier ? continueJournal(earlier.folder) : await begin(ready, run);
  began?.(journal.id);
  supersede(context, superseded);
  const finished = await carryOut(ready, journal);
  const isOpen = openRuns(context.host).some(({folder}) => folder === journal.folder);
  if (!isOpen) dropCopy(keptSource(context.host, journal.folder));
  return finished;
}

/** The list as it is under the lock of its name: another import may have created it. */
async function listNow(context: Context, list: Draft['list']): Promise<Draft['list']> {
  const there = list.id === undefined ? await findRecord(context, lists, list.name) : undefined;
  return there ? {id: Number(there['id']), name: String(there['name'])} : list;
}

/** What an interrupted run has sent. A sync tries refused rows again, because the list shows what is left. */
export const leftBy = ({header, state}: PastRun): Earlier => ({
  ...{id: header.id, lastId: header.baseline.lastId, sent: state.sent, arrived: arrivedIn(state)},
  refused: header.sync ? new Map() : state.refused,
});

/**
 * The interrupted sync of the same rows, which goes on: only its journal knows what it has added. Where the file or the
 * options are others, nobody can tell any more.
 */
async function sameRun(
  {context, checked, settings, sync}: Draft,
  runs: readonly PastRun[],
): Promise<PastRun | undefined> {
  let same: PastRun | undefined;
  for (const run of runs.filter(({header, state}) => header.sync && unlookedRows(state).length > 0)) {
    const {source, settings: were, sync: was, id} = run.header;
    const isSame = JSON.stringify([were, was]) === JSON.stringify([settings, sync]);
    if (isSame && source.size === checked.size && source.sha256 === (await checked.sha256())) same = run;
    else
      context.warn(
        `emk cannot tell which contacts ${id} added before it stopped: this line has other rows or options.`,
      );
  }
  return same;
}

/** Creates the journal with the plan, before the first row is sent. */
async function begin(plan: ReadyPlan, run: NewRun): Promise<ImportJournal> {
  const {context, account, source, list, settings, checked, listing, counts, files, sync} = plan;
  const sha256 = await checked.sha256();
  forgetOldRuns(context);
  return beginImport(run.folder, {
    kind: 'header',
    version: VERSION,
    way: sync ? 'contacts sync' : 'contacts import',
    id: run.id,
    started: context.host.now().toISOString(),
    account: account.name,
    ...targetOf(account),
    list,
    source: {path: source.path, name: source.name, size: checked.size, sha256, kept: source.kept},
    settings,
    ...(sync ? {sync} : {}),
    baseline: {lastId: listing.lastId},
    rows: {toSend: counts.add, rejected: checked.rejected},
    files: {...files},
  });
}

/** Waits until the list has settled after an interrupted request: people about to arrive would look new. */
export async function waitUntilSettled(
  context: Context,
  listId: number,
  runs: readonly Pick<PastRun, 'header' | 'state'>[],
  times: RestTimes,
): Promise<void> {
  const pending = runs.filter(({state}) => state.open.size > 0);
  if (pending.length === 0) return;
  const ids = pending.map(({header}) => header.id).join(', ');
  context.notice(`${ids} stopped in the middle of a request, so emk waits until the list no longer changes.`);
  const atRest = await waitForRest(listOnService(context, listId), context, times, 'no answer');
  if (atRest) return;
  throw new UnknownOutcomeError(`The list keeps changing, so emk cannot tell what happened to ${ids}.`, {
    hint: 'Nothing was changed. Run the same line again later.',
  });
}

/** Ends the syncs that a later sync of the same list has made pointless: nothing of them is left to resume. */
function supersede(context: Context, runs: readonly PastRun[]): void {
  for (const {folder, header, state} of runs) {
    if (!header.sync) continue;
    const journal = continueJournal(folder);
    const sent = state.done.reduce((sum, [first, last]) => sum + last - first + 1, 0);
    const counts = state.end ?? {sent, verified: 0, missing: 0, duplicates: 0, unknown: 0, files: {}};
    recordEnd(context, journal, {...counts, result: 'superseded', open: false});
    journal.close();
    dropCopy(keptSource(context.host, folder));
  }
}

/** Waits until nobody else fills a list, by its id or the name that it will have, and returns what lets others do so again. */
export const lockList = (host: Host, target: Target, list: number | string): Promise<() => void> =>
  takeTurn(host, target, [turnFor(contacts, String(list))], 'an import into this list');
