import {removeAll} from '../../account-files/apply/remove-records.js';
import type {Id} from '../../account-files/folder/made.js';
import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../commands/command.js';
import {deleteContacts} from '../../contacts-import/sync/remove-gone.js';
import {NotFoundError, PartialError} from '../../errors.js';
import {counted} from '../../report/wording.js';
import {refuseGuarded} from '../state/may-seed.js';
import {forgetRun, madeHere, runsHere, withRun} from '../state/run-folder.js';
import type {Found, Renamed} from './find-records.js';
import {findRuns, type RunFound} from './find-runs.js';
import {memberRemoval, removals} from './removals.js';
import {type Going, whatGoes} from './what-goes.js';

export type CleanOptions = {
  /** One run, or all whose every record was created before this moment. */
  readonly which: {readonly run: string} | {readonly before: number};
  /** Whether those are deleted too whom others have put into the contact types of a run. */
  readonly force: boolean;
  readonly maxDelete: number | undefined;
};

/** What a clean has deleted, or would delete, and what stays. */
export type Cleaned = {readonly runs: readonly Going[]; readonly renamed: readonly Renamed[]};

/**
Finds what runs have left in the account, by the marks in its names and addresses, and deletes it. It needs nothing from the
machine that seeded it, so whatever broke off, running it again goes on.
*/
export async function clean(context: Context, options: CleanOptions): Promise<Cleaned> {
  const account = await context.account();
  refuseGuarded(account);
  const target = targetOf(account);
  const {host} = context;
  const {which} = options;
  const work = async (): Promise<Cleaned> => {
    const known = await madeHere(host, target);
    const isWanted = (run: string, youngest: number): boolean =>
      'run' in which ? run === which.run : youngest < which.before;
    const {runs, ...found} = await findRuns(context, known, isWanted);
    const going = runs.map(run => whatGoes(run, known, options.force));
    const meant = new Set('run' in which ? [which.run] : runs.map(({run}) => run));
    const renamed = found.renamed.filter(({run}) => meant.has(run));
    await agree(context, going, options.maxDelete);
    if (context.globals.dryRun) return {runs: going, renamed};
    for (const one of going) await remove(context, one);
    const left = going.length === 0 ? [] : (await findRuns(context, known, isWanted)).runs;
    for (const one of going) requireGone(one, left);
    const open = new Set(left.map(({run}) => run));
    for (const run of runsHere(host, target)) if (meant.has(run) && !open.has(run)) forgetRun(host, target, run);
    return {runs: going, renamed};
  };
  return 'run' in which ? withRun(host, target, which.run, work) : work();
}

/** How many records and people go. */
const countGoing = (going: readonly Going[]): number =>
  going.reduce((sum, {records, people}) => sum + records.length + people.length, 0);

async function agree(context: Context, going: readonly Going[], maxDelete: number | undefined): Promise<void> {
  const count = countGoing(going);
  if (count === 0) return;
  const runs = going.map(({run}) => run);
  const named =
    runs.length > NAMED ? `${runs.slice(0, NAMED).join(', ')} and ${runs.length - NAMED} more` : runs.join(', ');
  const people = going.reduce((sum, one) => sum + one.people.length, 0);
  await context.confirm({
    what: `Delete ${counted(count - people, 'record')} and ${counted(people, 'contact')} of ${runs.length === 1 ? 'the run' : `${runs.length} runs`} ${named}`,
    deletes: count,
    maxDelete,
  });
}

const NAMED = 5;

/** Deletes what goes of a run: mailings before what they name, and people right before their contact types. */
async function remove(context: Context, {records, people}: Going): Promise<void> {
  for (const [kind, removal] of removals) {
    if (kind === 'contact-types') await removePeople(context, people);
    const ids = records.filter(one => one.kind === kind).map(({id}) => id);
    await removeAll(context, removal, ids);
  }
  const members = new Map<Id, Id[]>();
  for (const {group, id} of records) {
    if (group !== undefined) members.set(group, [...(members.get(group) ?? []), id]);
  }
  for (const [group, ids] of members) await removeAll(context, memberRemoval(group), ids);
  context.progress.clear();
}

async function removePeople(context: Context, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const {failed, stopped} = await deleteContacts(context, ids);
  const failure = stopped ?? failed.find(({error}) => !(error instanceof NotFoundError))?.error;
  if (failure) throw failure;
}

/** Throws where something is still there of what was deleted: a service may answer success and do nothing. */
function requireGone({run, records, people}: Going, left: readonly RunFound[]): void {
  const there = left.filter(one => one.run === run);
  const nameOf = ({kind, id, group}: Found): string => `${kind} ${group ?? ''} ${id}`;
  const listed = new Set(there.flatMap(one => one.records.map(nameOf)));
  const contacts = new Set(there.flatMap(one => [...one.people.values(), ...one.others.values()].flat()));
  if (records.some(one => listed.has(nameOf(one))) || people.some(id => contacts.has(id))) throw stillThere(run);
}

const stillThere = (run: string): PartialError =>
  new PartialError(`The service still lists something of the run ${run}.`, {
    hint: `Run again: emk seed clean --run ${run} (it looks first, and deletes only what is left).`,
  });
