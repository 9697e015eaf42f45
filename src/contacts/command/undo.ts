import {rmSync} from 'node:fs';
import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {personHash} from '../../change/effect/crowd.js';
import {type Effect, effectOf, join} from '../../change/effect/effect.js';
import {mailAgainInWords, toSomePeople} from '../../change/records/mail-again.js';
import {removeRecords} from '../../change/records/remove-records.js';
import {type Ended, ended, errorIn, errorOf, noWork, sumIn, sumOf} from '../../change/work/ending.js';
import type {Changed} from '../../change/work/journal.js';
import {covers, type Ranges, sizeOf, union} from '../../change/work/ranges.js';
import {stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {CheckError, PartialError, PreflightError, UnknownOutcomeError} from '../../core/errors.js';
import {tellingFileTrouble} from '../../core/system/files.js';
import {number, numberOrNothing, people, plural, withMore} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import unsubscribes, {leftEverything, operations} from '../../endpoints/unsubscribes.js';
import {doneResult, type Result} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import type {AtDoor} from '../../people/door.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {dropCopy, keptSource} from '../file/open.js';
import {
  continueJournal,
  importName,
  isOpen,
  type PastRun,
  pastRun,
  requireSameTarget,
  unlookedRows,
} from '../journal/runs.js';
import {recordEnd, resultOf} from '../run/end.js';
import {stampOf} from '../run/last-look.js';
import {lockList, waitUntilSettled} from '../run/run.js';
import {readListing} from '../send/list.js';
import {deleteContacts, journaled, type RemovedPeople} from '../sync/change.js';
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
  /** Whom the sync may have unsubscribed, or they themselves: they stay so. */
  readonly unsure: readonly string[];
  /** Those whom it has changed. */
  readonly people: readonly Changed[];
};

/** What came of it: how many were there, how many are deleted, and who still needs the old values. */
type UndoneImport = Pick<Undo, 'run' | 'people'> & {
  readonly added: number;
  readonly deleted: number;
  readonly result: Ended;
};

/** Deletes exactly the contacts that an import has added, after a yes. */
export const undoImport = (context: Context, input: UndoInput): Promise<UndoneImport> =>
  tellingFileTrouble(() => undo(context, input));

/** Takes back an import or a sync: who came with it goes, and who was changed gets the old values back. */
export async function undoRun(context: Context, input: UndoInput): Promise<readonly Ended[]> {
  context.mayDelete(atMost(pastRun(context.host, input.id)), input.max_delete);
  const undone = await undoImport(context, input);
  const {result, people: changed} = undone;
  const error = errorIn(result);
  if (changed.length === 0 || (error && stopsEverything(error))) return [result];
  const back = await valuesBack(context, undone, input).catch((thrown: unknown) => {
    // What was taken back before this is told too.
    if (sumIn(result).done === 0) throw thrown;
    return ended(sumOf({wanted: changed.length, done: 0}), doneResult(''), toEmkError(thrown, context.host));
  });
  // An undo that would do something is no failure of its dry run.
  const why = context.globals.dryRun && errorIn(back) instanceof CheckError ? undefined : errorIn(back);
  return [result, ended(sumIn(back), {...back, error: undefined} as Result, why)];
}

/** What an undo deletes if nobody has deleted any of them since: the journal knows that before the list is read. */
function atMost({state: {added, end}}: PastRun): Effect<'deletes'> {
  const ids = added.flatMap(({looks}) => looks).reduce<Ranges>((all, [, some]) => union(all, some), []);
  return effectOf('deletes', contacts, sizeOf(ids) - (end?.work?.undoes ?? 0), {wayBack: 'copy'});
}

/** Syncs a file of the old values, as if somebody had edited it: who was changed since, or left, stays and is named. */
async function valuesBack(
  context: Context,
  {run, people}: UndoneImport,
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

async function undo(context: Context, {id, force, max_delete, mail_again}: UndoInput): Promise<UndoneImport> {
  const {host, globals, notice} = context;
  const {header} = pastRun(host, id);
  requireSameTarget(await context.account(), header);
  const unlock = await lockList(host, header, header.list.id);
  try {
    const run = pastRun(host, id);
    requireLooked(run);
    await waitUntilSettled(context, header.list.id, [run], header.settings.settle);
    const found = await findAdded(context, run);
    const ids = [...found.unchanged, ...(force ? found.changed.map(one => one.id) : [])];
    const {made, unsure} = await madeUnsubscribes(context, run, found.unsubscribing);
    const left = mail_again ? {again: made, unsure} : {again: [], unsure: []};
    const plan = {run, found, ids, ...left, people: readOldValues(run)};
    for (const line of undoInWords(plan)) notice(line);
    const again = `${mailAgainInWords(toSomePeople(made.map(({address}) => address)))}.`;
    if (unsure.length > 0 && !mail_again) notice(unsureOf(unsure).message);
    if (made.length > 0) notice(mail_again ? again : `What the sync unsubscribed stays. With --mail-again, ${again}`);
    const permit = await agreeToUndo(context, plan, max_delete);
    if (!globals.dryRun) return await deleteAdded(context, plan, permit);
    const result = ended(noWork, doneResult('Nothing was deleted: this is a dry run.'));
    return {...plan, added: 0, deleted: 0, result};
  } finally {
    unlock();
  }
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
  const mayHaveLeft = [...state.unsubscribing.values()].reduce(union, []);
  const isTouched = (contact: Loose): boolean => stamps.get(Number(contact['id'])) !== stampOf(contact);
  context.progress.show({label: `Reading the list of ${header.list.name}`});
  const {result, ...listing} = await readListing(context, header.list.id, () => {
    const unchanged: number[] = [];
    const changed: Array<{readonly id: number; readonly name: string}> = [];
    const unsubscribing = new Set<string>();
    return {
      see(contact) {
        const {id, email} = contact;
        if (email !== null && covers(mayHaveLeft, id)) unsubscribing.add(foldAddress(email));
        if (!stamps.has(id)) return;
        if (isTouched(contact)) changed.push({id, name: email ?? `contact ${id}`});
        else unchanged.push(id);
      },
      result: () => ({unchanged, changed, unsubscribing, absent: stamps.size - unchanged.length - changed.length}),
    };
  });
  context.progress.clear();
  if (!listing.complete) context.warn('The service did not list all contacts, so some of the import may stay.');
  return {...result, isTouched};
}

/**
 * Finds exactly the unsubscribes that a sync made: one that a person made since or before has another entry. Where it stopped
 * before it knew its own, nobody can tell.
 */
async function madeUnsubscribes(context: Context, {state}: PastRun, unsubscribing: ReadonlySet<string>) {
  const made: Array<Undo['again'][number]> = [];
  const unsure: string[] = [];
  if (state.made.size + unsubscribing.size === 0) return {made, unsure};
  const hashOf = personHash(await context.account());
  const ids = new Set(state.made.values());
  await forEachRecord(context.stream(operations.list), one => {
    const {id, email_address: address} = one;
    if (ids.has(id) && state.made.get(hashOf(address)) === id) made.push({id, address});
    else if (leftEverything(one) && unsubscribing.has(foldAddress(address))) unsure.push(address);
  });
  return {made, unsure};
}

function unsureOf(addresses: readonly string[]): PartialError {
  const {count, first} = toSomePeople(addresses);
  const names = withMore(first.map(clean), count);
  return new PartialError(
    `The sync stopped while it unsubscribed people, so emk cannot tell who of these left by themselves: ${names}. They stay unsubscribed.`,
    {hint: 'To take back one of these unsubscribes: emk unsubscribes delete ADDRESS'},
  );
}

/** Agrees to what an undo deletes: contacts, and unsubscribes that the import made. */
function agreeToUndo({agree}: Context, undo: Undo, maxDelete: number | undefined): Promise<Permit<'deletes'>> {
  const {run, ids, again} = undo;
  const {source, list} = run.header;
  const what = `Delete ${plural(ids.length, 'the contact', `the ${number(ids.length)} contacts`)} that ${source.name} added to "${list.name}"`;
  return agree(
    join(
      effectOf('deletes', contacts, ids.length, {wayBack: 'copy'}),
      effectOf('deletes', unsubscribes, again.length, {wayBack: 'copy'}),
    ),
    // That unsubscribes go is what the line says by --mail-again.
    ids.length > 0 ? {what, maxDelete} : {asksNothing: true},
  );
}

/** Deletes what an import has added. From its first record on, the import can only be undone, not resumed. */
async function deleteAdded(context: Context, plan: Undo, permit: Permit<'deletes'>): Promise<UndoneImport> {
  const {run, ids, again, unsure, found} = plan;
  const {header, state, folder} = run;
  const changed = new Set(found.changed.map(({id}) => id));
  const isStill = (one: Loose): boolean =>
    Number(one['contact_type_id']) === header.list.id && (changed.has(Number(one['id'])) || !found.isTouched(one));
  const journal = continueJournal(folder, 'undo');
  try {
    const doDelete = (begin: () => number) => deleteContacts(context, permit, ids, {begin, isStill});
    const gone = ids.length === 0 ? nothing : await journaled(context, journal, 'undoes', ids, doDelete);
    const back = again.length === 0 || gone.stopped ? nothing : await subscribeAgain(context, permit, plan);
    const failed = [...gone.failed, ...back.failed];
    const doubts = failed.filter(({error}) => error instanceof UnknownOutcomeError);
    const wanted = ids.length + again.length + unsure.length;
    const sum = sumOf({wanted, done: gone.done + back.done, doubtful: doubts.length});
    const failure = (doubts[0] ?? failed[0])?.error ?? (unsure.length > 0 ? unsureOf(unsure) : undefined);
    const why = gone.stopped ?? back.stopped ?? failure;
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
    const said = [
      numberOrNothing(gone.done, plural(gone.done, 'contact deleted', 'contacts deleted')),
      numberOrNothing(back.done, 'subscribed again'),
    ].filter(Boolean);
    const sentence = said.length > 0 ? `${importName(header)}: ${said.join(' · ')}` : '';
    const added = found.unchanged.length + found.changed.length;
    return {...plan, added, deleted: gone.done, result: ended(sum, doneResult(sentence), error)};
  } finally {
    journal.close();
  }
}

/** Takes unsubscribes back, with a copy of each. */
async function subscribeAgain(context: Context, permit: Permit<'deletes'>, {again}: Undo): Promise<RemovedPeople> {
  const ids = again.map(({id}) => id);
  const doomed = {of: unsubscribes, listInput: {}, permit, kept: 'copy', by: 'given'} as const;
  const {failed, stopped} = await removeRecords(context, doomed, ids);
  return {done: ids.length - failed.length, failed, stopped};
}

/** The undo in words: what goes, and what somebody touched since, which stays. */
function undoInWords({run: {header}, found, ids, people: others}: Undo): readonly string[] {
  const {changed, unchanged, absent} = found;
  const lacking = others.filter(({before}) => before['country'] === '').length;
  const parts = [
    `${number(ids.length)} to delete`,
    numberOrNothing(unchanged.length + changed.length - ids.length, 'changed since, so kept (--force deletes them)'),
    numberOrNothing(absent, 'no longer on the list'),
  ].filter(Boolean);
  return [
    `Undo ${importName(header)}: ${parts.join(' · ')}`,
    ...(changed.length > 0 ? [`  changed since: ${withMore(changed.map(({name}) => name))}`] : []),
    ...(others.length > 0 ? [`  ${people(others.length)} whom it changed: old values back, unless changed since`] : []),
    ...(lacking > 0 ? [`  ${people(lacking)} had no country, which the service cannot take back: theirs stays`] : []),
  ];
}

const nothing: RemovedPeople = {done: 0, failed: []};
