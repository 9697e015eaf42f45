import {rmSync} from 'node:fs';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {personHash} from '../../change/effect/crowd.js';
import {effectOf, join} from '../../change/effect/effect.js';
import {mailAgainInWords, somePeople} from '../../change/records/mail-again.js';
import {removeRecords} from '../../change/records/remove-records.js';
import {addUp, type Ended, ended, errorIn, errorOf, noWork, sumIn, sumOf} from '../../change/work/ending.js';
import type {Changed} from '../../change/work/journal.js';
import {stopsEverything} from '../../change/work/stop-errors.js';
import {CheckError, type EmkError, PreflightError, UnknownOutcomeError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {capital, counted, number, numberOrNothing, people, plural, withMore} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import unsubscribes, {operations} from '../../endpoints/unsubscribes.js';
import type {AtDoor} from '../../people/door.js';
import {dropCopy, keptSource} from '../file/open.js';
import {
  continueJournal,
  importName,
  isOpen,
  isUndone,
  journalPath,
  type PastRun,
  pastRun,
  requireSameTarget,
  unlookedRows,
} from '../journal/runs.js';
import {recordEnd, resultOf} from '../run/end.js';
import {stampOf} from '../run/last-look.js';
import type {SyncResult, UndoResult} from '../run/result.js';
import {lockList, waitUntilSettled} from '../run/run.js';
import {readListing, whyIncomplete} from '../send/list.js';
import {deleteContacts, journaled, type Removed} from '../sync/change.js';
import {type ContactRef, MOST_NAMED} from '../sync/compare.js';
import {readOldValues, writeOldValues} from '../sync/emk-row.js';
import {startSync} from './start.js';

type UndoInput = AtDoor & {
  readonly id: string;
  readonly allow_automations?: boolean | 0 | 1 | undefined;
  readonly force?: boolean | 0 | 1 | undefined;
  readonly max_delete?: number | undefined;
  readonly mail_again?: boolean | 0 | 1 | undefined;
};

/** What was found of an import, and what will be deleted. */
type Undo = {
  readonly run: PastRun;
  readonly found: Awaited<ReturnType<typeof findAdded>>;
  readonly ids: readonly number[];
  /** The unsubscribes that are taken back. */
  readonly again: ReadonlyArray<{readonly id: number; readonly address: string}>;
  /** Those whom it has changed. */
  readonly people: readonly Changed[];
};

/** Deletes exactly the contacts that an import has added, after a yes. */
export const undoImport = (context: Context, input: UndoInput): Promise<UndoReport> =>
  tellingFileTrouble(() => undo(context, input));

type UndoReport = Omit<ReturnType<typeof report>, 'error'> & {readonly error: EmkError | undefined};

/** Takes back an import or a sync: who came with it goes, and who was changed gets the old values back. */
export async function undoRun(context: Context, input: UndoInput): Promise<Ended> {
  const {plan, data, text, sum, error} = await undoImport(context, input);
  if (plan.people.length === 0 || (error && stopsEverything(error))) return ended(sum, shownAs(data, text), error);
  const back = await valuesBack(context, plan, input);
  // An undo that would do something is no failure of its dry run.
  const why = context.globals.dryRun && errorIn(back) instanceof CheckError ? undefined : errorIn(back);
  const [said, old_values] = back.kind === 'data' ? [back.text, back.data as SyncResult] : ['', undefined];
  const hasAdded = data.added + data.absent + data.mail_again > 0;
  const shown = shownAs({...data, ...(old_values && {old_values})}, hasAdded ? `${text}\n${said}` : said);
  return ended(addUp(sum, sumIn(back)), shown, error ?? why);
}

const shownAs = (data: UndoResult, text: string) => ({kind: 'data', data, text, prose: true, report: true}) as const;

/** Syncs a file of the old values, as if somebody had edited it: who was changed since, or left, stays and is named. */
async function valuesBack(
  context: Context,
  {run, people}: Undo,
  {include_unsubscribed, allow_automations}: UndoInput,
): Promise<Ended> {
  const {id, list} = run.header;
  const file = await writeOldValues(run, people);
  const how = {update: 'all', status_column: ['none'], max_errors: '100%', include_unsubscribed, allow_automations};
  const back = await startSync(context, {...how, file, list: String(list.id)}, {name: `values before ${id}`});
  // What broke off can be resumed.
  if (!errorIn(back) || context.globals.dryRun) rmSync(file, {force: true});
  return back;
}

async function undo(context: Context, {id, force, max_delete, mail_again}: UndoInput): Promise<UndoReport> {
  const {host, globals} = context;
  const {header} = pastRun(host, id);
  requireSameTarget(await context.account(), header);
  const unlock = await lockList(host, header, header.list.id);
  try {
    const run = pastRun(host, header.id);
    requireLooked(run);
    await waitUntilSettled(context, header.list.id, [run], header.settings.settle);
    const found = await findAdded(context, run);
    const all = force || (await agreeToChanged(context, found.changed.length));
    const ids = all ? [...found.unchanged, ...found.changed.map(one => one.id)] : found.unchanged;
    const made = await madeUnsubscribes(context, run);
    const again = (await agreeToMailAgain(context, made, Boolean(mail_again))) ? made : [];
    const plan = {run, found, ids, again, people: readOldValues(run)};
    if (!globals.dryRun) for (const line of undoInWords(plan)) context.notice(line);
    const isBegun = isOpen(run) || run.state.open.size > 0 || (run.state.undoing && !isUndone(run));
    if (!globals.dryRun && ids.length + again.length === 0 && !isBegun) return report(plan, 'undone');
    const permit = await agreeToUndo(context, plan, max_delete);
    return globals.dryRun ? report(plan, 'planned') : await deleteAdded(context, plan, permit);
  } finally {
    unlock();
  }
}

/** Whether contacts that somebody has changed since go too: only a person can say so after the look. */
async function agreeToChanged({ask, globals}: Context, changed: number): Promise<boolean> {
  if (changed === 0 || !ask.possible || globals.yes || globals.dryRun) return false;
  return ask.confirm(
    `${counted(changed, 'contact')} changed since the import. Delete ${plural(changed, 'it', 'them')} too?`,
  );
}

/** Refuses to undo what was never looked at: nobody knows which contacts came of it. */
function requireLooked(run: PastRun): void {
  const {header, state} = run;
  if (unlookedRows(state).length === 0) return;
  throw new PreflightError(`The import ${importName(header)} was never verified, so emk does not know what it added.`, {
    hint: isOpen(run)
      ? `Resume it first: emk contacts import resume ${header.id}. Then it can be undone.`
      : `Nothing was changed. To see the contacts of the list: emk contacts list --list ${header.list.id}`,
  });
}

/** Finds the contacts that an import has added, by the ids in its journal, and who was changed since its last look. */
async function findAdded(context: Context, {header, state}: PastRun) {
  const stamps = new Map<number, string>();
  for (const [stamp, ids] of state.added.flatMap(({looks}) => looks)) {
    for (const [first, last] of ids) for (let id = first; id <= last; id++) stamps.set(id, stamp);
  }
  const isTouched = (contact: Loose): boolean => stamps.get(Number(contact['id'])) !== stampOf(contact);
  context.progress.show({label: `Reading the list of ${header.list.name}`});
  const {result, ...listing} = await readListing(context, header.list.id, () => {
    const unchanged: number[] = [];
    const changed: ContactRef[] = [];
    return {
      see(contact) {
        const {id, email} = contact;
        if (!stamps.has(id)) return;
        if (isTouched(contact)) changed.push({id, email});
        else unchanged.push(id);
      },
      result: () => ({unchanged, changed, absent: stamps.size - unchanged.length - changed.length}),
    };
  });
  context.progress.clear();
  if (!listing.complete) {
    const why = whyIncomplete(listing);
    context.warn(`${capital(why)}, so some contacts of the import may stay.`);
  }
  return {...result, isTouched};
}

/** Finds exactly the unsubscribes that a sync made: one that a person made since or before has another entry. */
async function madeUnsubscribes(context: Context, {state: {made}}: PastRun): Promise<Undo['again']> {
  if (made.size === 0) return [];
  const hashOf = personHash(await context.account());
  const found: Array<Undo['again'][number]> = [];
  const ids = new Set(made.values());
  await forEachRecord(context.stream(operations.list), ({id, email_address: address}) => {
    if (ids.has(id) && made.get(hashOf(address)) === id) found.push({id, address});
  });
  return found;
}

/** Whether these people get mail again: a person is asked, and a script says it with an option. */
async function agreeToMailAgain(context: Context, made: Undo['again'], isAllowed: boolean): Promise<boolean> {
  if (made.length === 0) return false;
  const {ask, globals} = context;
  const what = mailAgainInWords(somePeople(made.map(({address}) => address)));
  if (isAllowed) {
    context.notice(`${what}.`);
    return true;
  }
  if (ask.possible && !globals.yes && !globals.dryRun)
    return ask.confirm(`The sync unsubscribed people. Without that, ${what}. Take these unsubscribes back?`);
  context.notice(`What the sync unsubscribed stays. With --mail-again, ${what}.`);
  return false;
}

/** Agrees to what an undo deletes: contacts, and unsubscribes that the import made. */
function agreeToUndo(
  {agree}: Context,
  {run: {header}, ids, again}: Undo,
  maxDelete: number | undefined,
): Promise<Permit<'deletes'>> {
  const what = `Delete ${plural(ids.length, 'the contact', `the ${number(ids.length)} contacts`)} that ${header.source.name} added to "${header.list.name}"`;
  return agree(
    join(
      effectOf('deletes', contacts, ids.length, {wayBack: 'copy'}),
      effectOf('deletes', unsubscribes, again.length, {wayBack: 'copy'}),
    ),
    ids.length > 0 ? {what, maxDelete} : {settled: 'only unsubscribes go, and that was asked'},
  );
}

/** Deletes what an import has added. From its first record on, the import can only be undone, not resumed. */
async function deleteAdded(context: Context, plan: Undo, permit: Permit<'deletes'>): Promise<UndoReport> {
  const {run, ids, again, found} = plan;
  const {header, state, folder} = run;
  const changed = new Set(found.changed.map(({id}) => id));
  const isStill = (one: Loose): boolean =>
    Number(one['contact_type_id']) === header.list.id && (changed.has(Number(one['id'])) || !found.isTouched(one));
  const journal = continueJournal(folder, 'undo');
  try {
    const doDelete = (begin: () => number) => deleteContacts(context, permit, ids, {begin, isStill});
    const gone = ids.length === 0 ? nothing : await journaled(context, journal, 'undoes', ids, doDelete);
    const back = again.length === 0 || gone.stopped ? nothing : await subscribeAgain(context, permit, again);
    const failed = [...gone.failed, ...back.failed];
    const doubts = failed.filter(({error}) => error instanceof UnknownOutcomeError);
    const sum = sumOf({wanted: ids.length + again.length, done: gone.done + back.done, doubtful: doubts.length});
    const why = gone.stopped ?? back.stopped ?? (doubts[0] ?? failed[0])?.error;
    const error = errorOf(sum, why, {
      ...{counts: ['contact', 'contacts'], did: 'taken back'},
      again: `To delete what is left: emk undo ${header.id} (emk looks first)`,
    });
    const result = error ? resultOf(error) : 'undone';
    const {sent = 0, verified = 0, missing = 0, duplicates = 0, files = {}} = state.end ?? {};
    const work = {...state.end?.work, undoes: (state.end?.work?.undoes ?? 0) + gone.done};
    recordEnd(context, journal, {
      // Whom it changed comes after this, so it is not yet undone.
      result: result === 'undone' && plan.people.length > 0 ? 'superseded' : result,
      ...{open: false, sent, verified, missing, duplicates, unknown: 0, files, work},
    });
    if (!error) dropCopy(keptSource(context.host, folder));
    const counts = {deleted: gone.done, mail_again: back.done, failed: failed.length};
    return {...report(plan, result as UndoResult['result'], counts), sum, error};
  } finally {
    journal.close();
  }
}

/** Takes unsubscribes back, with a copy of each. */
async function subscribeAgain(context: Context, permit: Permit<'deletes'>, made: Undo['again']): Promise<Removed> {
  const ids = made.map(({id}) => id);
  const doomed = {of: unsubscribes, listInput: {}, permit, kept: 'copy', by: 'given'} as const;
  const {failed, stopped} = await removeRecords(context, doomed, ids);
  return {done: ids.length - failed.length, failed, stopped};
}

/** The undo in words, and what no undo can do. */
function undoInWords({run: {header}, found, ids, again, people: others}: Undo): string[] {
  const {changed, unchanged, absent} = found;
  const there = unchanged.length + changed.length;
  const kept = there - ids.length;
  const lacking = others.filter(({before}) => before['country'] === '').length;
  const parts = [
    `${number(ids.length)} to delete`,
    numberOrNothing(kept, 'changed since, so kept (--force deletes them)'),
    kept === 0 && changed.length > 0 ? `${number(changed.length)} of them changed since` : '',
    numberOrNothing(absent, 'no longer on the list'),
  ].filter(Boolean);
  const names = changed.map(({id, email}) => email ?? `contact ${id}`);
  return [
    `Undo ${header.sync ? 'the sync' : 'the import'}: ${importName(header)} on ${header.account === 'environment' ? new URL(header.origin).host : header.account}`,
    ...(others.length > 0 && there + absent === 0
      ? []
      : [`  ${counted(there, 'contact')} that it added: ${parts.join(' · ')}`]),
    ...(names.length > 0 ? [`  changed since: ${withMore(names)}`] : []),
    '  This does not undo mail that went out or automations that started. Older contacts, the list and new ' +
      'fields stay.',
    ...(others.length > 0 ? [`  ${people(others.length)} whom it changed: old values back, unless changed since`] : []),
    ...(lacking > 0 ? [`  ${people(lacking)} had no country, which the service cannot take back: theirs stays`] : []),
    ...(header.sync && header.sync.gone !== 'report'
      ? [`  Whom the sync deleted${again.length > 0 ? '' : ' or unsubscribed'} stays so`]
      : []),
  ];
}

const nothing: Removed = {done: 0, failed: []};

const noCounts = {deleted: 0, mail_again: 0, failed: 0};

/** What an undo has done, for people and for scripts. */
function report(plan: Undo, result: UndoResult['result'], counts = noCounts) {
  const {run, found, ids} = plan;
  const {header, folder} = run;
  const data: UndoResult = {
    ...{result, import: header.id, list: header.list},
    ...{added: found.unchanged.length + found.changed.length, changed: found.changed.length, absent: found.absent},
    ...{to_delete: ids.length, ...counts},
    contacts: {changed: found.changed.slice(0, MOST_NAMED)},
    journal: journalPath(folder),
  };
  const text =
    result === 'planned'
      ? [...undoInWords(plan), '  Nothing was deleted: this is a dry run.'].join('\n')
      : `${importName(header)}: ${doneInWords(plan, counts)}`;
  return {plan, data, text, sum: noWork, error: undefined};
}

function doneInWords({run, ids, again}: Undo, {deleted, mail_again, failed}: typeof noCounts): string {
  if (ids.length + again.length === 0) {
    const at = run.state.end?.at ?? '';
    const when = at === '' ? '' : ` on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;
    return `nothing to undo${isUndone(run) ? `, since it was undone already${when}` : ''}`;
  }
  const back = mail_again > 0 ? ` · ${people(mail_again)} subscribed again` : '';
  return `${counted(deleted, 'contact')} deleted${back}${failed > 0 ? ` · ${number(failed)} not` : ''}`;
}
