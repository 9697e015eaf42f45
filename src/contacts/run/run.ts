import {existsSync, rmSync, statSync} from 'node:fs';
import {takeTurn} from '../../accounts/take-turns.js';
import {type Target, targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../change/context.js';
import {createAll, turnFor} from '../../change/records/create-all.js';
import {errorOf, sumOf} from '../../change/work/ending.js';
import {type Id, VERSION} from '../../change/work/journal.js';
import {covers, sizeOf, without} from '../../change/work/ranges.js';
import {stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {findRecord} from '../../commands/find-record.js';
import {EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {fileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {andList, lowerTrimmed, plural} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import fields, {operations as fieldOperations} from '../../endpoints/fields.js';
import lists, {operations} from '../../endpoints/lists.js';
import {dropCopy, keptSource} from '../file/open.js';
import {state} from '../file/rows.js';
import {
  beginImport,
  continueJournal,
  forgetOldRuns,
  type ImportJournal,
  isUnfinished,
  journalPath,
  leftBy,
  newRun,
  openRuns,
  type PastRun,
  pastRun,
  type RestTimes,
  unlookedRows,
  wentInto,
} from '../journal/runs.js';
import {waitForRest} from '../send/list.js';
import {newSending, sendAll} from '../send/send.js';
import {changeContacts, type RemovedPeople, removeGone, type Worked} from '../sync/change.js';
import {endRun, type Finished, recordEnd, unsent, type Work} from './end.js';
import {lookLast} from './last-look.js';
import {type Draft, goneIn, makePlan, type PeopleChange, type Plan, type ReadyPlan} from './plan.js';
import {needsWork} from './show.js';

/** The parts of a run that depend on its caller. */
type Steps = {
  /** Gets the permit for the plan; throws if it must not be carried out. */
  readonly gate: (plan: Plan) => Promise<Permit<PeopleChange>>;
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

/** Runs a checked file: who is there, who left → plan → agree → what is missing → work → end. Nobody else fills its list. */
export async function runRows(draft: Draft, run: NewRun, {gate, began, resumed}: Steps): Promise<Finished> {
  const {context, account, settings, sync} = draft;
  const target = targetOf(account);
  const unlocks: Array<() => void> = [];
  const lock = async (of: number | string): Promise<void> => {
    unlocks.push(await lockList(context.host, target, of));
  };
  try {
    await lock(draft.list.id ?? draft.list.name);
    const list = await listNow(context, draft.list);
    // Others fill it by its id, and wait for nobody who has only its name.
    if (list.id !== undefined && draft.list.id === undefined) await lock(list.id);
    const again = resumed?.();
    const interrupted = openRuns(context.host).filter(wentInto(target, list.id));
    const others = interrupted.filter(({header}) => header.id !== again?.header.id);
    const earlier = again ?? (await sameRun(draft, others));
    const left = others.filter(one => one !== earlier);
    // An import that goes on waits where its rows are lacking. Others stay open for ever if nobody resumes them.
    const recent = left.filter(one => isRecent(context.host, one, settings.settle));
    await waitUntilSettled(context, list.id ?? 0, sync ? interrupted : recent, settings.settle);
    const superseded = sync ? left : [];
    const plan = await makePlan({...draft, list, earlier: earlier && leftBy(earlier)});
    if (sync && !needsWork(plan) && !earlier) {
      supersede(context, superseded);
      return unsent(plan, 'same');
    }
    const permit = await gate(plan);
    const ready = {...plan, permit, list: await createMissing(plan, permit)};
    if (list.id === undefined) await lock(ready.list.id);
    const journal = earlier ? goOn(earlier, ready) : await begin(ready, run);
    began?.(journal.id);
    // Only after the yes: what is refused leaves an interrupted sync to be resumed.
    supersede(context, superseded);
    const finished = await carryOut(ready, journal);
    if (!isUnfinished(pastRun(context.host, journal.id))) dropCopy(keptSource(context.host, journal.folder));
    return finished;
  } finally {
    for (const unlock of unlocks) unlock();
  }
}

/** The list as it is under the lock of its name: another import may have created it. */
async function listNow(context: Context, list: Draft['list']): Promise<Draft['list']> {
  const there = list.id === undefined ? await findRecord(context, lists, list.name) : undefined;
  return there ? {id: Number(there['id']), name: String(there['name'])} : list;
}

/** Whether the service may still work on the last request of an interrupted run. */
const isRecent = (host: Host, {folder}: PastRun, {max}: RestTimes): boolean =>
  host.now().getTime() - statSync(journalPath(folder)).mtimeMs < max;

/**
 * The interrupted run of the same rows, which goes on: only its journal knows what it has added. Where the file or the
 * options of a sync are others, nobody can tell any more.
 */
async function sameRun(
  {context, checked, settings, sync}: Draft,
  runs: readonly PastRun[],
): Promise<PastRun | undefined> {
  let same: PastRun | undefined;
  for (const run of runs.filter(({state}) => unlookedRows(state).length > 0)) {
    const {source, settings: were, sync: was, id} = run.header;
    const isSame = JSON.stringify([were, was]) === JSON.stringify([settings, sync]);
    if (isSame && source.size === checked.size && source.sha256 === (await checked.sha256())) same = run;
    else if (sync && was)
      context.warn(
        `emk cannot tell which contacts ${id} added before it stopped: this line has other rows or options.`,
      );
  }
  return same;
}

async function begin(plan: ReadyPlan, run: NewRun): Promise<ImportJournal> {
  const {context, account, source, list, settings, checked, listing, counts, files, sync} = plan;
  const sha256 = await checked.sha256();
  forgetOldRuns(context);
  return beginImport(run.folder, {
    ...{kind: 'header', version: VERSION, way: sync ? 'contacts sync' : 'contacts import'},
    ...{id: run.id, started: context.host.now().toISOString(), account: account.name, ...targetOf(account), list},
    source: {path: source.path, name: source.name, size: checked.size, sha256, kept: source.kept},
    settings,
    ...(sync ? {sync} : {}),
    baseline: {lastId: listing.lastId},
    rows: {toSend: counts.add, rejected: checked.rejected},
    files: {...files},
  });
}

/** Continues a journal: notes what the plan has seen of requests in doubt, because the next one leaves them undecided. */
function goOn({folder, state: {open}}: PastRun, {checked: {states}}: Plan): ImportJournal {
  const journal = continueJournal(folder);
  for (const [step, {about}] of open) {
    if (!('lines' in about)) continue;
    const notListed = [...states.lines(state.add, state.unsubscribed)].filter(line => covers(about.lines, line));
    const absent = states.ranges(notListed);
    journal.note({kind: 'settled', step, there: {lines: without(about.lines, absent)}, absent: {lines: absent}});
  }
  return journal;
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
  if (await waitForRest(context, listId, times)) return;
  throw new UnknownOutcomeError(`The list keeps changing, so emk cannot tell what happened to ${ids}.`, {
    hint: 'Nothing was changed. Run the same line again later.',
  });
}

/** Ends the syncs that a later sync of the same list has made pointless: nothing of them is left to resume. */
function supersede(context: Context, runs: readonly PastRun[]): void {
  for (const {folder, header, state} of runs) {
    if (!header.sync) continue;
    const journal = continueJournal(folder);
    const sent = sizeOf(state.done);
    const counts = state.end ?? {sent, verified: 0, missing: 0, duplicates: 0, unknown: 0, files: {}};
    recordEnd(context, journal, {...counts, result: 'superseded', open: false});
    journal.close();
    dropCopy(keptSource(context.host, folder));
  }
}

/** Waits until nobody else fills a list, by its id or the name that it will have, and returns what lets others do so again. */
export const lockList = (host: Host, target: Target, list: number | string): Promise<() => void> =>
  takeTurn(host, target, [turnFor(contacts, String(list))], 'an import into this list');

/**
 * Protects people first: who is gone is deleted or unsubscribed, then contacts that differ are changed, and new people are added.
 * One last look verifies all of it. A part that fails does not stop the others, unless its reason would stop them too.
 */
async function carryOut(plan: ReadyPlan, journal: ImportJournal): Promise<Finished> {
  const {counts, earlier} = plan;
  const reasons = new Map(earlier?.refused);
  const endsAll = ({stopped}: Worked): boolean => stopped !== undefined && stopsEverything(stopped);
  try {
    const gone: RemovedPeople = goneIn(plan) > 0 ? await removeGone(plan, journal) : {done: 0, failed: []};
    const isChanging = counts.change > 0 && !endsAll(gone);
    const changed: Worked = isChanging ? await changeContacts(plan, journal) : {failed: []};
    const isOver = endsAll(gone) || endsAll(changed);
    const done: AddedSoFar = isOver ? {failed: []} : await addAndLook(plan, journal, reasons);
    const stopped = gone.stopped ?? changed.stopped ?? done.stopped;
    const failed = [...changed.failed, ...done.failed, ...gone.failed];
    return await endRun(plan, journal, {...done, stopped, gone, failed, reasons});
  } finally {
    journal.close();
  }
}

type AddedSoFar = Pick<Work, 'stopped' | 'unproven' | 'isUnseen' | 'failed'>;

/** Sends the new rows and looks at all that was done. An error that stopped this is part of the result. */
async function addAndLook(plan: ReadyPlan, journal: ImportJournal, reasons: Map<number, string>): Promise<AddedSoFar> {
  const {context} = plan;
  let isSent = false;
  try {
    const sending = newSending(plan, journal, reasons);
    if (plan.counts.add > 0) await sendAll(sending);
    isSent = true;
    return {...(await lookLast(plan, journal, sending.only)), isUnseen: true};
  } catch (error) {
    // A file that cannot be read any more must not prevent the report.
    const trouble = error instanceof EmkError ? undefined : fileTrouble(error);
    const stopped = trouble ? new PartialError(trouble.message, {cause: error}) : toEmkError(error, context.host);
    // Whoever interrupts the look has seen each row acknowledged; a look that failed could not tell.
    return {stopped, failed: [], isUnseen: isSent && !(stopped instanceof InterruptedError)};
  } finally {
    context.progress.clear();
  }
}

/**
 * Creates the list and the fields of an import, if its file is still what was checked: a file that has changed
 * would leave an empty list.
 */
async function createMissing({context, list, checked}: Plan, permit: Permit<'creates'>): Promise<ReadyPlan['list']> {
  const {newFields, sha256} = checked;
  const {name} = list;
  let {id} = list;
  if (id !== undefined && newFields.length === 0) return {id, name};
  await sha256();
  if (id === undefined) {
    const send = () => context.send(permit, operations.create, {name});
    await create(context, lists, 'name', [{name, send}], listed => {
      id = Number(listed);
    });
    context.notice(`The list "${name}" was created.`, {kind: 'created', of: 'lists', id, name});
  }
  const made: string[] = [];
  const wanted = newFields.map(field => ({
    name: field.name,
    async send() {
      await context.send(permit, fieldOperations.create, {field_name: field.name, field_type: field.type});
      made.push(field.name);
    },
  }));
  try {
    await create(context, fields, 'field_name', wanted);
    return {id: Number(id), name};
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    const wanted = newFields.length + Number(list.id === undefined);
    const sum = sumOf({wanted, done: made.length + Number(id !== list.id)});
    const again = 'Nobody was added. Run the same line again: emk uses what is there already.';
    throw errorOf(sum, error, {counts: ['list or field', 'lists and fields'], did: 'created', again}) ?? error;
  } finally {
    // One sentence for all, because a file may need dozens.
    if (made.length > 0) context.notice(`Created the custom ${plural(made.length, 'field')} ${andList(made)}.`);
  }
}

/** Creates records of one kind. The journal of an import begins with its first row: until then a second run looks first. */
const create = (
  context: Context,
  of: typeof lists | typeof fields,
  field: string,
  wanted: ReadonlyArray<{readonly name: string; send(): Promise<unknown>}>,
  made: (id: Id) => void = () => undefined,
): Promise<void> =>
  createAll(
    context,
    {
      ...{of, isKnown: () => false},
      // Somebody else's list of that name, made since the plan, may have people whom the plan has not seen.
      adopts: of !== lists,
      nameOf: row => lowerTrimmed(String(row[field] ?? '')),
      made: (_, id) => made(id),
    },
    wanted.map(({name, send}) => ({
      name: lowerTrimmed(name),
      item: {kind: of.noun.many, key: name},
      send,
    })),
  );
