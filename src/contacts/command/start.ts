import {rmSync} from 'node:fs';
import {standardAnswer} from '../../accounts/profile-settings.js';
import {takeTurn} from '../../accounts/take-turns.js';
import {type Target, targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import {orBack} from '../../ask/terminal/ask.js';
import type {Ended} from '../../change/work/ending.js';
import {covers} from '../../change/work/ranges.js';
import {VERSION} from '../../change/work/record.js';
import type {Context} from '../../commands/command.js';
import {findRecord} from '../../commands/find-record.js';
import {turnFor} from '../../commands/verbs/create.js';
import {DeclinedError, NotFoundError, PreflightError, UnknownOutcomeError, UsageError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import type {Host} from '../../core/system/host.js';
import {counted, plural} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import lists from '../../endpoints/lists.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {withPasted} from '../../resources/address-options.js';
import {answersToRejected} from '../asking/ask-findings.js';
import type {Checked} from '../file/contract.js';
import {dropCopy, fileSource, keptSource, openSource} from '../file/source.js';
import {
  beginImport,
  continueJournal,
  forgetOldRuns,
  type ImportJournal,
  newRun,
  openRuns,
  type PastRun,
  unlookedRows,
} from '../journal/runs.js';
import type {ImportSettings, RestTimes, SyncSettings} from '../journal/settings.js';
import {carryOut, type Earlier, type ReadyPlan} from '../run/carry-out.js';
import {type Finished, recordEnd, unsent} from '../run/end.js';
import {collectAdded} from '../run/last-look.js';
import {type Does, type Draft, effectOfPlan, makePlan, type Plan, unplanned} from '../run/plan.js';
import {type ColumnsSeen, prepare} from '../run/prepare.js';
import {saveRejects} from '../run/row-files.js';
import {gate, needsWork, questionFor} from '../run/show.js';
import {listOnService, readListing, waitForRest} from '../send/list.js';
import {createMissing, findList, findListToFill, type ListToFill} from './create-missing.js';
import {type ImportInput, type SyncInput, tooMany, toSettings, toSyncSettings} from './options.js';
import {repeatAnswers} from './repeat-answers.js';
import {fileSettler, mayAsk} from './settle-file.js';

/** A file that emk wrote itself, whose import was agreed to before, by the name that people know it by. */
type OwnFile = {readonly name: string};

/** `contacts import FILE`: checks the file, shows the plan, and sends the rows after a yes. */
export const startImport = (context: Context, input: ImportInput, own?: OwnFile): Promise<Ended> =>
  tellingFileTrouble(() => start(context, input, {own}));

/** `contacts sync FILE`: shows how the list differs from the file, and applies the file after a yes. */
export const startSync = (context: Context, input: SyncInput): Promise<Ended> =>
  tellingFileTrouble(() => start({...context, ...context.untiring()}, input, {sync: toSyncSettings(input)}));

/** Opens the file, asks until it is settled, and runs it. An import is a sync that neither changes nor removes anybody. */
async function start(
  context: Context,
  input: ImportInput,
  {own, sync}: {readonly own?: OwnFile | undefined; readonly sync?: SyncSettings},
): Promise<Ended> {
  const run = newRun(context.host);
  let began = false;
  try {
    const opened = await openSource(await withPasted(context, input.file), input.file, run.folder);
    const source = {...opened, ...own};
    const list = sync ? await findList(context, input.list) : await findListToFill(context, input);
    const given = toSettings(input, context);
    const typed = {...(sync ? given : withCountry(context, given)), ...(own && {isOurs: true})};
    const settle = fileSettler(context, input);
    const account = await context.account();
    let [settings, columns]: [ImportSettings, ColumnsSeen] = [typed, 'if open'];
    for (;;) {
      const {prepared, isStopped} = await settle({source, settings, columns});
      settings = {...prepared.settings, again: repeatAnswers(context, typed, prepared)};
      if (isStopped && prepared.checked.rejected === 0) throw new DeclinedError('Nothing was changed.');
      const draft: Draft = {...prepared, context, account, source, list, settings, sync, files: {}};
      const begun = async (plan: ReadyPlan): Promise<ImportJournal> => {
        const journal = await begin(plan, run);
        began = true;
        return journal;
      };
      const finished = await orBack(
        () => runSettled(draft, input, {isStopped, isAgreed: own !== undefined, journalOf: begun}),
        () => undefined,
      );
      if (finished) return finished.result;
      columns = 'again';
    }
  } finally {
    if (!began) rmSync(run.folder, {recursive: true, force: true});
  }
}

/** The settings with the profile's country for rows that have none. */
function withCountry(context: Context, settings: ImportSettings): ImportSettings {
  const country = standardAnswer(context, 'country');
  const isGiven = settings.set.some(([field]) => field === 'country');
  return country === undefined || isGiven ? settings : {...settings, set: [...settings.set, ['country', country]]};
}

/** Refuses a file with too many bad rows, only rehearses, or runs. */
async function runSettled(
  draft: Draft,
  input: Pick<ImportInput, 'max_errors'>,
  how: {readonly isStopped: boolean; readonly isAgreed: boolean; readonly journalOf: Steps['journalOf']},
): Promise<Finished> {
  const {context, checked} = draft;
  const many = tooMany(checked.rejected, checked.rows, input.max_errors);
  const asks = many && !how.isStopped && checked.good > 0 && mayAsk(context, input);
  const saved = {...draft, ...(asks ? {} : await saveRejects(context, draft, many))};
  if (many && !asks) return refused(await unplanned(saved));
  if (context.globals.dryRun) return rehearse(saved);
  return runRows(saved, {
    gate: plan => gate(plan, {leadsBack: !how.isAgreed, isAgreed: how.isAgreed}),
    agreed: async () => (asks ? saveRejects({...context, warn: () => undefined}, draft, false) : {}),
    journalOf: how.journalOf,
  });
}

/** Says what would be done: the one function that asks gets the effect, and only tells. */
export async function rehearse(draft: Draft): Promise<Finished> {
  const plan = await makePlan(draft);
  await draft.context.agree(effectOfPlan(plan), {what: questionFor(plan)});
  return unsent(plan, 'planned');
}

/** The result for a file with too many bad rows. Sending none is harmless; half an import is not. */
function refused(plan: Plan): Finished {
  const {rejected, good} = plan.checked;
  const them = plural(rejected, 'it', 'them');
  const error = new PreflightError(
    `${counted(rejected, 'row')} of ${plan.source.name} cannot be imported, so nothing was added.`,
    {
      hint: [
        `Fix ${them}${good > 0 ? `, or skip ${them} with --max-errors ${rejected}` : ''}.${plan.files.rejected === undefined ? '' : ` For the reasons, see ${plan.files.rejected}.`}`,
        ...answersToRejected(plan.checked).map(({name, note}) => `${name}: ${plan.context.line ?? ''} ${note}`),
      ].join('\n'),
    },
  );
  return unsent(plan, 'refused', error);
}

/** The parts of a run that depend on its caller. */
type Steps = {
  /** Called with the plan, also where nothing has to be sent. */
  readonly planned?: (plan: Plan) => void;
  /** Gets the permit for the plan; throws if it must not be carried out. */
  readonly gate: (plan: Plan) => Promise<Permit<Does>>;
  /** Called after the yes; gives the files that were written then. */
  readonly agreed?: () => Promise<Partial<Pick<Draft, 'files' | 'rejects'>>>;
  /** Creates the journal, or opens that of the resumed run. */
  readonly journalOf: (plan: ReadyPlan) => Promise<ImportJournal>;
  /** The sync that is resumed, which is not superseded. */
  readonly resumed?: PastRun;
};

/** Runs a checked file under the lock of its list: who is there, who left → plan → agree → what is missing → work → end. */
export async function runRows(
  draft: Draft,
  {planned, gate: agree, agreed, journalOf, resumed}: Steps,
): Promise<Finished> {
  const {context, settings, sync, checked} = draft;
  const target = targetOf(draft.account);
  const {list, made, unlock} = await lockListToFill(context, target, draft.list);
  try {
    const earlier = sync && list.id !== undefined ? interruptedRuns(context.host, target, list.id) : [];
    if (list.id !== undefined) {
      await waitUntilSettled(context, list.id, earlier, settings.settle);
      await noteInterrupted(context, list.id, earlier);
    }
    const plan = await makePlan({...draft, list});
    planned?.(plan);
    if (sync && !needsWork(plan) && !resumed) {
      supersede(context, earlier);
      return unsent(plan, 'same');
    }
    const permit = await agree(plan);
    const saved = await agreed?.();
    const ready = {...plan, ...saved, permit, list: await createMissing(context, permit, list, checked)};
    await made(ready.list.id);
    const journal = await journalOf(ready);
    supersede(
      context,
      earlier.filter(({header}) => header.id !== resumed?.header.id),
    );
    return await carryOut(ready, journal, resumed && sentBefore(resumed));
  } finally {
    unlock();
  }
}

/** What a resumed sync looks for at its end besides its own rows. All else its new plan knows. */
const sentBefore = ({header, state: {sent, step}}: PastRun): Earlier => ({
  ...{lastId: header.baseline.lastId, sent, step},
  ...{refused: new Map(), written: new Set()},
});

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
  const {atRest} = await waitForRest(listOnService(context, listId), context, times, 'no answer');
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
    const {lineOf} = checked;
    const {result} = await readListing(listOnService(context, listId), () => {
      const added = collectAdded(header.baseline.lastId);
      return {
        see(contact) {
          if (covers(lines, lineOf(foldAddress(contact.email ?? '')))) added.see(contact);
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
    return (await checked.sha256()) === was.sha256 ? checked : undefined;
  } catch (error) {
    if (error instanceof PreflightError || error instanceof UsageError || error instanceof NotFoundError)
      return undefined;
    throw error;
  }
}

/** Ends the syncs that a later sync of the same list has made pointless: nothing of them is left to resume. */
function supersede(context: Context, runs: readonly PastRun[]): void {
  for (const {folder, header} of runs) {
    if (!header.sync) continue;
    const journal = continueJournal(folder);
    const nothing = {sent: 0, verified: 0, missing: 0, duplicates: 0, unknown: 0, files: {}};
    recordEnd(context, journal, {result: 'superseded', open: false, ...nothing});
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
  const {id, name} = list;
  let held = id;
  let unlock =
    id === undefined
      ? (await takeTurn(host, target, [turnFor(lists, name)], `the list "${name}"`)).release
      : await lockList(host, target, id);
  const made = async (now: number): Promise<void> => {
    if (held === now) return;
    const unlockName = unlock;
    unlock = await lockList(host, target, now);
    unlockName();
    held = now;
  };
  try {
    const there = id === undefined ? await findRecord(context, lists, name) : undefined;
    if (there) await made(Number(there['id']));
    return {list: there ? {id: held, name: String(there['name'])} : list, made, unlock: () => unlock()};
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Waits until nobody else fills a list, and returns what lets others do so again. */
export const lockList = async (host: Host, target: Target, list: number): Promise<() => void> =>
  (await takeTurn(host, target, [turnFor(contacts, String(list))], 'an import into this list')).release;
