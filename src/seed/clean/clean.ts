import {removeAll} from '../../account-files/apply/remove-records.js';
import type {Id} from '../../account-files/folder/made.js';
import {kinds} from '../../account-files/kinds/kinds.js';
import {targetOf} from '../../accounts/target.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {afterChange} from '../../commands/verbs/after-change.js';
import {deleteContacts} from '../../contacts-import/sync/remove.js';
import {effectOf, join} from '../../effect/effect.js';
import contacts from '../../endpoints/contacts.js';
import groupRecipients from '../../endpoints/group-recipients.js';
import {EmkError, NotFoundError, PartialError, UnknownOutcomeError} from '../../errors.js';
import {endingInWords} from '../../resources/shared/ending-automations.js';
import {mailAgainInWords} from '../../who-left/mail-again.js';
import {counted, plural, withMore} from '../../words/sentence.js';
import {type EndWords, errorOf, sumOf} from '../../work/ending.js';
import {refuseGuarded} from '../state/refuse-guarded.js';
import {forgetRun, madeHere, runsHere, withRuns} from '../state/run-folder.js';
import {chooseDeletions, mailAgainIn, type RunDeletions} from './choose-deletions.js';
import type {MarkedRecord, RenamedRecord} from './find-records.js';
import {findRuns, type RunFound} from './find-runs.js';
import {cleanedKinds} from './operations.js';

type CleanOptions = {
  /** One run, or all whose records were all created before this moment. */
  readonly which: {readonly run: string} | {readonly before: number};
  /** Whether to delete also people whom others have added to a run's lists. */
  readonly force: boolean;
  readonly maxDelete: number | undefined;
};

/** What a clean has deleted, or would delete, and what stays. */
export type Cleaned = {readonly runs: readonly RunDeletions[]; readonly renamed: readonly RenamedRecord[]};

/** Finds what runs have left in the account, by the marks in names and addresses, and deletes it. */
export async function clean(context: Context, options: CleanOptions): Promise<Cleaned> {
  const account = await context.account();
  refuseGuarded(account);
  const target = targetOf(account);
  const {host} = context;
  const {which} = options;
  const work = async (isWanted: IsWanted): Promise<Cleaned> => {
    const known = await madeHere(host, target);
    const {runs, ...found} = await findRuns(context, known, isWanted);
    const chosen = (force: boolean): RunDeletions[] => runs.map(run => chooseDeletions(run, known, force));
    const going = chosen(options.force || (await wantsOthersGone(context, chosen)));
    const wantedRuns = new Set('run' in which ? [which.run] : runs.map(({run}) => run));
    const renamed = found.renamed.filter(({run}) => wantedRuns.has(run));
    const permit = await agree(context, going, options.maxDelete);
    if (context.globals.dryRun) return {runs: going, renamed};
    await removeRuns(keepingNothing(context), going, permit);
    const change = {
      happened: `What ${[...wantedRuns].join(', ')} left was deleted`,
      lostAnswer: undefined,
      hint: 'Run the same line again. emk looks first, and deletes only what is left.',
    };
    const left =
      going.length === 0 ? [] : (await afterChange(context, change, () => findRuns(context, known, isWanted))).runs;
    for (const one of going) requireGone(one, left);
    const open = new Set(left.map(({run}) => run));
    for (const run of runsHere(host, target)) if (wantedRuns.has(run) && !open.has(run)) forgetRun(host, target, run);
    return {runs: going, renamed};
  };
  if ('run' in which) return withRuns(host, target, [which.run], () => work(run => run === which.run));
  const isOld: IsWanted = (_, youngest) => youngest < which.before;
  const found = await findRuns(context, await madeHere(host, target), isOld);
  const old = new Set(found.runs.map(({run}) => run));
  if (old.size === 0) return {runs: [], renamed: []};
  // Searched again under their locks: a job may have continued one of them meanwhile.
  return withRuns(host, target, [...old].sort(), () => work((run, youngest) => old.has(run) && isOld(run, youngest)));
}

type IsWanted = (run: string, youngest: number) => boolean;

/** Asks a person about lists of runs with people that no seed made; a script says it with an option. */
async function wantsOthersGone(
  {ask, globals}: Context,
  chosen: (force: boolean) => readonly RunDeletions[],
): Promise<boolean> {
  const [all, own] = [chosen(true), chosen(false)];
  const others = countGoing(all) - countGoing(own);
  if (others === 0 || !ask.possible || globals.yes || globals.dryRun) return false;
  const safe = new Set(own.flatMap(({records}) => records));
  const lists = all.flatMap(({records}) => records.filter(one => !safe.has(one)));
  const people = others - lists.length;
  const where = withMore(
    lists.slice(0, MOST_NAMED).map(({as}) => `"${as}"`),
    lists.length,
  );
  const were = counted(people, 'contact on it was', 'contacts there were');
  return ask.confirm(
    `${plural(lists.length, 'List', 'Lists')} ${where}: ${were} not made by a seed. Delete ${plural(people, 'this contact', 'these contacts')} too?`,
  );
}

export const countGoing = (going: readonly RunDeletions[]): number =>
  going.reduce((sum, {records, people}) => sum + records.length + people.length, 0);

async function agree(
  context: Context,
  going: readonly RunDeletions[],
  maxDelete: number | undefined,
): Promise<Permit<'deletes'>> {
  const count = countGoing(going);
  const runs = going.map(({run}) => run);
  const runNames = withMore(runs.slice(0, MOST_NAMED), runs.length);
  const people = going.reduce((sum, one) => sum + one.people.length, 0);
  const again = mailAgainIn(going);
  const records = going.flatMap(one =>
    one.records.map(({kind}) => effectOf('deletes', kinds[kind].collection, 1, {wayBack: 'files'})),
  );
  const effect = join(...records, effectOf('deletes', contacts, people, {wayBack: 'files'}));
  if (count === 0) return context.agree(effect, {settled: 'nothing is deleted'});
  const automations = going.flatMap(one => one.records.filter(({kind}) => kind === 'automations'));
  for (const says of await endingInWords(context, new Set(automations.map(({id}) => String(id))))) context.notice(says);
  return context.agree(effect, {
    what: `Delete ${counted(count - people, 'record')} and ${counted(people, 'contact')} of ${plural(runs.length, 'the run', `${runs.length} runs`)} ${runNames}${again.count === 0 ? '' : ` (${mailAgainInWords(again)})`}`,
    maxDelete,
  });
}

const MOST_NAMED = 5;

/** A context that keeps no copies: test data can be made again from its seed. */
const keepingNothing = (context: Context): Context => ({...context, keepDeleted: async () => undefined});

/** Deletes from all runs what should be deleted. An error says if a part of it is gone. */
async function removeRuns(context: Context, going: readonly RunDeletions[], permit: Permit<'deletes'>): Promise<void> {
  let deleted = 0;
  const count = (): void => {
    deleted++;
  };
  for (const one of going) {
    await remove({context, permit}, one, count).catch((error: unknown) => {
      if (!(error instanceof EmkError)) throw error;
      const doubtful = error instanceof UnknownOutcomeError ? 1 : 0;
      throw errorOf(sumOf({wanted: countGoing(going), done: deleted, doubtful}), error, endWords(one.run)) ?? error;
    });
  }
}

/** Deletes from a run: mailings before what they refer to, and people right before their lists. */
async function remove({context, permit}: Removing, {records, people}: RunDeletions, gone: () => void): Promise<void> {
  for (const kind of cleanedKinds) {
    if (kind === 'lists') await removePeople({context, permit}, people, gone);
    const ids = records.filter(one => one.kind === kind).map(({id}) => id);
    await removeAll(context, {of: kinds[kind].collection, listInput: {}, permit}, ids, gone);
  }
  const members = new Map<Id, Id[]>();
  for (const {group, id} of records) {
    if (group !== undefined) members.set(group, [...(members.get(group) ?? []), id]);
  }
  for (const [group, ids] of members)
    await removeAll(context, {of: groupRecipients, listInput: {groupId: group}, permit}, ids, gone);
  context.progress.clear();
}

type Removing = {readonly context: Context; readonly permit: Permit<'deletes'>};

async function removePeople({context, permit}: Removing, ids: readonly number[], gone: () => void): Promise<void> {
  if (ids.length === 0) return;
  const {failed, stopped} = await deleteContacts(context, permit, ids);
  const failures = failed.filter(({error}) => !(error instanceof NotFoundError));
  for (let left = ids.length - failures.length; left > 0; left--) gone();
  const failure = stopped ?? failures[0]?.error;
  if (failure) throw failure;
}

/** Throws if something still exists: a service may answer success and do nothing. */
function requireGone({run, records, people}: RunDeletions, left: readonly RunFound[]): void {
  const there = left.filter(one => one.run === run);
  const nameOf = ({kind, id, group}: MarkedRecord): string => `${kind} ${group ?? ''} ${id}`;
  const listed = new Set(there.flatMap(one => one.records.map(nameOf)));
  const contacts = new Set(there.flatMap(one => [...one.people.values(), ...one.others.values()].flat()));
  if (records.some(one => listed.has(nameOf(one))) || people.some(id => contacts.has(id))) throw stillThere(run);
}

/** How the end of a clean that broke off is told. */
const endWords = (run: string): EndWords => ({
  ...{counts: ['record', 'records'], did: 'deleted'},
  again: `Run again: emk seed clean --run ${run} (emk looks first, and deletes only what is left).`,
});

const stillThere = (run: string): PartialError =>
  new PartialError(`The service still lists something of the run ${run}.`, {
    hint: endWords(run).again,
  });
