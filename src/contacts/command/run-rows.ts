import {takeTurn} from '../../accounts/take-turns.js';
import {type Target, targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import {VERSION} from '../../change/work/journal.js';
import {covers} from '../../change/work/ranges.js';
import type {Context} from '../../commands/command.js';
import {findRecord} from '../../commands/find-record.js';
import {turnFor} from '../../commands/verbs/create.js';
import {NotFoundError, PreflightError, UnknownOutcomeError, UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import contacts from '../../endpoints/contacts.js';
import lists from '../../endpoints/lists.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import type {Checked} from '../file/contract.js';
import {dropCopy, fileSource, keptSource} from '../file/open.js';
import {
  beginImport,
  continueJournal,
  forgetOldRuns,
  type ImportJournal,
  type newRun,
  openRuns,
  type PastRun,
  type RestTimes,
  unlookedRows,
} from '../journal/runs.js';
import {carryOut, type Earlier, type ReadyPlan} from '../run/carry-out.js';
import {type Finished, recordEnd, unsent} from '../run/end.js';
import {collectAdded} from '../run/last-look.js';
import {type Does, type Draft, makePlan, type Plan} from '../run/plan.js';
import {prepare} from '../run/prepare.js';
import {needsWork} from '../run/show.js';
import {listOnService, readListing, waitForRest} from '../send/list.js';
import {createMissing, type ListToFill} from './create-missing.js';

/** The parts of a run that depend on its caller. */
export type Steps = {
  /** Gets the permit for the plan; throws if it must not be carried out. */
  readonly gate: (plan: Plan) => Promise<Permit<Does>>;
  /** Creates the journal, or opens that of the resumed run. */
  readonly journalOf: (plan: ReadyPlan) => Promise<ImportJournal>;
  readonly resumed?: Resumed;
};

/** An earlier run that goes on. */
type Resumed = {
  readonly id: string;
  readonly earlier: Earlier;
  /** Finds out what became of its rows in doubt, before the list is compared. Returns its end if nobody can know. */
  readonly settle: () => Promise<Finished | undefined>;
};

/** Runs a checked file under the lock of its list: who is there, who left → plan → agree → what is missing → work → end. */
export async function runRows(draft: Draft, {gate, journalOf, resumed}: Steps): Promise<Finished> {
  const {context, settings, sync, checked} = draft;
  const target = targetOf(draft.account);
  const {list, made, unlock} = await lockListToFill(context, target, draft.list);
  try {
    const interrupted = sync && list.id !== undefined ? interruptedRuns(context.host, target, list.id) : [];
    if (list.id !== undefined) {
      await waitUntilSettled(context, list.id, interrupted, settings.settle);
      await noteInterrupted(context, list.id, interrupted);
    }
    const cannotTell = await resumed?.settle();
    if (cannotTell) return cannotTell;
    const plan = await makePlan({...draft, list});
    const earlier = interrupted.filter(({header}) => header.id !== resumed?.id);
    if (sync && !needsWork(plan) && !resumed) {
      supersede(context, earlier);
      return unsent(plan, 'same');
    }
    const permit = await gate(plan);
    const ready = {...plan, permit, list: await createMissing(context, permit, list, checked)};
    await made(ready.list.id);
    const journal = await journalOf(ready);
    supersede(context, earlier);
    return await carryOut(ready, journal, resumed?.earlier);
  } finally {
    unlock();
  }
}

/** Creates the journal with the plan, before the first row is sent. */
export async function begin(plan: ReadyPlan, run: ReturnType<typeof newRun>): Promise<ImportJournal> {
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

const interruptedRuns = (host: Host, {origin, key}: Target, listId: number): PastRun[] =>
  openRuns(host).filter(({header}) => header.list.id === listId && header.origin === origin && header.key === key);

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

/** Writes down what interrupted syncs have added, so that they can be undone: a later sync looks only at its own rows. */
async function noteInterrupted(context: Context, listId: number, runs: readonly PastRun[]): Promise<void> {
  for (const run of runs) {
    const {header, state, folder} = run;
    const lines = unlookedRows(state);
    if (!header.sync || lines.length === 0) continue;
    const checked = await rowsAsTheyWere(context, run);
    if (checked === undefined) {
      context.warn(`emk cannot tell which contacts ${header.id} added before it stopped: its file has changed since.`);
      continue;
    }
    const {result} = await readListing(listOnService(context, listId), () => {
      const added = collectAdded(header.baseline.lastId);
      return {
        see(contact) {
          if (covers(lines, checked.lineOf(foldAddress(contact.email ?? '')))) added.see(contact);
        },
        result: () => added,
      };
    });
    const journal = continueJournal(folder);
    journal.note(result.record(lines));
    journal.close();
  }
}

/** The rows of an earlier run, of its own file or the copy of it; undefined if that is not what it was. */
async function rowsAsTheyWere(context: Context, {folder, header}: PastRun): Promise<Checked | undefined> {
  const {source: was, settings} = header;
  const opened = was.kept ? keptSource(context.host, folder) : fileSource(context.host, was.path);
  const silent = {...context, warn() {}, notice() {}};
  try {
    const {checked} = await prepare(silent, {...opened, name: was.name}, settings);
    return checked.size === was.size && (await checked.sha256()) === was.sha256 ? checked : undefined;
  } catch (error) {
    if ([PreflightError, UsageError, NotFoundError].some(kind => error instanceof kind)) return undefined;
    throw error;
  }
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

/** A list that nobody else fills meanwhile. */
type LockedList = {
  readonly list: ListToFill;
  /** Goes on under the lock of the list, once it was created: until then, its name is locked. */
  made(id: number): Promise<void>;
  unlock(): void;
};

/** Takes the turn of a list, and returns the list as it is then: another import may have created it. */
async function lockListToFill(context: Context, target: Target, list: ListToFill): Promise<LockedList> {
  const {host} = context;
  let held: string | number = list.id ?? list.name;
  let unlock = await lockList(host, target, held);
  const made = async (id: number): Promise<void> => {
    if (held === id) return;
    const unlockName = unlock;
    unlock = await lockList(host, target, id);
    unlockName();
    held = id;
  };
  try {
    const there = list.id === undefined ? await findRecord(context, lists, list.name) : undefined;
    if (!there) return {list, made, unlock: () => unlock()};
    const id = Number(there['id']);
    await made(id);
    return {list: {id, name: String(there['name'])}, made, unlock: () => unlock()};
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Waits until nobody else fills a list, by its id or the name that it will have, and returns what lets others do so again. */
export const lockList = async (host: Host, target: Target, list: number | string): Promise<() => void> =>
  (await takeTurn(host, target, [turnFor(contacts, String(list))], 'an import into this list')).release;
