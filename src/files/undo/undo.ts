import {statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {keptNames, restoredFolder, summaryOfCopy} from '../../accounts/kept-deletions.js';
import {type NotedRun, noteRun} from '../../accounts/noted-runs.js';
import type {Operation} from '../../api/describe/schema.js';
import {notAsked} from '../../change/agree.js';
import type {Context} from '../../change/context.js';
import {effectOf} from '../../change/effect/effect.js';
import {addUp, type Ended, ended, errorIn, noWork, sumIn} from '../../change/work/ending.js';
import {readsOfImport} from '../../contacts/command/contacts.js';
import {undoRun} from '../../contacts/command/undo.js';
import {importsHere, isUndone} from '../../contacts/journal/runs.js';
import {InterruptedError, NotFoundError, UsageError} from '../../core/errors.js';
import {makeFolder} from '../../core/system/files.js';
import {withLock} from '../../core/system/lock.js';
import {operations as mailings} from '../../endpoints/mailings.js';
import {doneResult} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import {destroy} from '../account/destroy.js';
import {existingFolder} from '../account/files.js';
import {callsOfApply} from '../account/kinds.js';
import {waitForDoubts} from '../account/made.js';
import {openMadeAgain, readCopy, readToday} from './copy.js';
import {type HowBack as CopyHow, copyBack} from './copy-back.js';
import {type Looking, RECORDS} from './records-back.js';
import {broughtBack, copyInWords, listOfRuns, runsHere, type UndoableRun} from './runs.js';

/** What the line says of how to take something back. */
type How = CopyHow & {readonly max_delete?: number | undefined} & {
  readonly [flag in 'force' | 'mail_again']?: boolean | 0 | 1 | undefined;
};

type UndoTaken = How & {readonly id?: string | undefined; readonly list?: boolean | 0 | 1 | undefined};

/** `emk undo`: lists the runs of this machine, or takes one back. */
export async function undo(context: Context, {id, list, ...how}: UndoTaken): Promise<Ended> {
  const runs = await runsHere(context);
  if (id === undefined || list) return ended(noWork, listOfRuns(context, runs));
  const run = runs.find(one => one.id === id);
  if (run) return undoOne(context, run, runs, how);
  if (statSync(resolve(context.host.cwd, id), {throwIfNoEntry: false})) return undoFolder(context, id, runs, how);
  // A damaged copy is no run, and says why.
  if (keptNames(context.host).includes(id)) await summaryOfCopy(context, id);
  throw new NotFoundError(`There is no run ${id} of this machine on this account.`, {
    hint: 'To see the runs: emk undo. Of an account folder give the folder.',
  });
}

async function undoOne(context: Context, run: UndoableRun, runs: readonly UndoableRun[], how: How): Promise<Ended> {
  const {id, what, name, source} = run;
  requireYes(context, `${what} ${id}: ${clean(name)}`);
  // What it left may still go with an option: --force, --mail-again.
  if (run.undone) context.notice(`${id} was taken back already.`);
  if (source === 'copy') {
    // A mailing has its own card and yes.
    if (what === 'deletion') await confirmBack(context, name);
    return asRun(context, {of: [id], name, restored: [id]}, watched =>
      withCopy(watched, id, looking => copyBack(looking, how)),
    );
  }
  if (source === 'import')
    return asRun(context, {of: [id], name, restored: [id]}, watched => undoRun(watched, {...how, id}));
  return source.what === 'apply' ? undoFolder(context, source.folder, runs, how) : undoUndo(context, source, how);
}

/** Does some work on a copy, one run at a time, once the last request of an earlier run has certainly been applied. */
async function withCopy<T>(context: Context, name: string, work: (looking: Looking) => Promise<T>): Promise<T> {
  const {host} = context;
  const copied = await readCopy(context, name);
  const folder = restoredFolder(host);
  makeFolder(folder);
  return withLock(host, join(folder, `${name}.lock`), `the copy ${name}`, async () => {
    const again = await openMadeAgain(context, name);
    try {
      await waitForDoubts(context, [...again.doubts.values()]);
      return await work({context, copied, again, today: await readToday(context, again)});
    } finally {
      again.close();
    }
  });
}

/** A script is refused before anything is read. */
function requireYes({ask, globals}: Context, what: string): void {
  if (!ask.possible && !globals.yes && !globals.dryRun) throw notAsked(`Take back ${what}`);
}

async function confirmBack(context: Context, name: string): Promise<void> {
  await context.agree(effectOf('creates', RECORDS, 0), {what: `Bring back ${clean(name)}`, always: true});
}

/** Takes back what all applies of a folder made together: its lock file does not tell them apart. */
async function undoFolder(context: Context, folder: string, runs: readonly UndoableRun[], how: How): Promise<Ended> {
  const root = await existingFolder(context.host, folder);
  requireYes(context, `what the folder ${folder} has made`);
  const applies = runs.filter(
    ({source, undone}) => typeof source === 'object' && source.what === 'apply' && source.folder === root && !undone,
  );
  if (applies.length > 1)
    context.notice(`This takes back what ${applies.length} applies of this folder made together.`);
  const of = applies.length > 0 ? applies.map(({id}) => id) : [root];
  const options = {folder: root, force: Boolean(how.force)};
  return asRun(context, {of, name: folder, restored: []}, async watched => [
    await destroy(watched, {...options, maxDelete: how.max_delete}),
  ]);
}

/** Takes back an undo: what it deleted comes back, and the people whom it brought back go. */
async function undoUndo(context: Context, undone: NotedRun & {readonly what: 'undo'}, how: How): Promise<Ended> {
  const {id, name, copies, restored} = undone;
  for (const copy of restored) await refuseAllButPeople(context, copy);
  if (copies.length > 0) await confirmBack(context, name);
  const imports = (await importsHere(context)).filter(
    run => restored.includes(broughtBack(run) ?? '') && !isUndone(run),
  );
  const ids = imports.map(({header}) => header.id);
  return asRun(context, {of: [id], name, restored: [...copies, ...ids]}, async watched => {
    const results: Ended[] = [];
    for (const one of ids) results.push(...(await undoRun(watched, {...how, id: one})));
    // What was deleted last may belong to what was deleted before it.
    for (const copy of [...copies].reverse())
      results.push(...(await withCopy(watched, copy, looking => copyBack(looking, how))));
    return results;
  });
}

/** Refuses to take away what came back and is no contact: only an import has written down what somebody changed since. */
async function refuseAllButPeople(context: Context, copy: string): Promise<void> {
  const summary = keptNames(context.host).includes(copy) ? await summaryOfCopy(context, copy) : undefined;
  const kinds = [...(summary?.kinds.keys() ?? [])];
  // A place in a segment goes with its contact.
  const goes = kinds.includes('contacts') ? ['contacts', 'segments recipients'] : [];
  if (!summary || kinds.every(kind => goes.includes(kind))) return;
  const kind = kinds.find(one => !goes.includes(one));
  const byHand = kind === 'mailings' ? 'emk cancel NAME' : `emk ${kind} delete NAME`;
  throw new UsageError(`emk does not take away what that undo brought back: ${await copyInWords(summary)}.`, {
    hint: `Nothing was changed. To take it away by name: ${byHand}`,
  });
}

type UndoNote = Pick<NotedRun & {readonly what: 'undo'}, 'of' | 'name' | 'restored'>;

/** Does the work of an undo, and notes it as a run with the copies of what it deleted. */
async function asRun(
  context: Context,
  noted: UndoNote,
  work: (watched: Context) => Promise<readonly Ended[]>,
): Promise<Ended> {
  const copies: string[] = [];
  const keepDeleted: Context['keepDeleted'] = async () => {
    const keeping = await context.keepDeleted();
    const finish = (): string | undefined => {
      const name = keeping?.finish();
      if (name !== undefined) copies.push(name);
      return name;
    };
    return keeping && {...keeping, finish};
  };
  const result = together(context, await work({...context, keepDeleted}));
  if (context.globals.dryRun || sumIn(result).done + copies.length === 0) return result;
  await noteRun(context, {what: 'undo', ...noted, whole: errorIn(result) === undefined, copies});
  return result;
}

/** Several results as one: a report, or else the last, is printed, and the others are said before it. */
function together(context: Context, results: readonly Ended[]): Ended {
  const shown = results.findLast(({kind}) => kind === 'data') ?? results.at(-1);
  if (shown === undefined) return ended(noWork, doneResult('Nothing is left to do.'));
  if (results.length === 1) return shown;
  for (const result of results) if (result !== shown) say(context, result);
  const errors = results.flatMap(result => errorIn(result) ?? []);
  const why = errors.find(error => error instanceof InterruptedError) ?? errors[0];
  return ended(addUp(...results.map(sumIn)), shown, why);
}

function say({notice, warn}: Pick<Context, 'notice' | 'warn'>, result: Ended): void {
  const said = 'text' in result ? result.text : 'sentence' in result ? result.sentence : undefined;
  if (said) notice(said);
  if (result.kind === 'done') for (const {id, error} of result.failed) warn(`${clean(String(id))}: ${error.message}`);
}

/** Everything that an undo may call, for its reference page. */
export const undoCalls = async (): Promise<readonly Operation[]> => [
  ...new Set<Operation>([...(await readsOfImport()), ...callsOfApply, mailings.details]),
];
