import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {keptNames, summaryOf} from '../../accounts/kept-deletions.js';
import {type NotedRun, noteRun} from '../../accounts/noted-runs.js';
import type {Operation} from '../../api/describe/schema.js';
import {notAsked} from '../../change/agree.js';
import type {Context} from '../../change/context.js';
import {addUp, type Ended, ended, errorIn, noWork, sumIn} from '../../change/work/ending.js';
import {readsOfImport} from '../../contacts/command/contacts.js';
import {restTimes} from '../../contacts/command/options.js';
import {undoRun} from '../../contacts/command/undo.js';
import {importsHere, isUndone} from '../../contacts/journal/runs.js';
import {DeclinedError, InterruptedError, NotFoundError, UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {counted} from '../../core/words/sentence.js';
import {operations as mailings} from '../../endpoints/mailings.js';
import type {When} from '../../mailings/moment.js';
import {doneResult} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import {callsOfApply} from '../account/account.js';
import {destroy} from '../account/destroy.js';
import {existingFolder} from '../account/files.js';
import {type BackInput, copyBack, withCopy} from './copy-back.js';
import {mailingsBack} from './records-back.js';
import {broughtBack, copyInWords, listOfRuns, type Run, runsHere} from './runs.js';

/** What the line says of how to take something back. */
type How = When &
  BackInput & {readonly max_delete?: number | undefined} & {
    readonly [flag in 'force' | 'mail_again']?: boolean | 0 | 1 | undefined;
  };

type Input = How & {readonly id?: string | undefined; readonly list?: boolean | 0 | 1 | undefined};

/** `emk undo`: lists the runs of this machine, or takes one back. */
export async function undo(context: Context, {id, list, ...how}: Input): Promise<Ended> {
  if (id !== undefined && list) {
    throw new UsageError('--list takes nothing back, so it names no run.', {hint: 'Remove --list, or the run.'});
  }
  const runs = await runsHere(context, id);
  if (id === undefined) return ended(noWork, listOfRuns(context, runs));
  if (isFolder(context.host, id, runs)) return undoFolder(context, id, runs, how);
  const run = findRun(runs, id);
  requireYes(context, `${run.what} ${run.id}: ${clean(run.name)}`);
  if (run.undone !== undefined) {
    const when = `${run.undone.slice(0, 10)} at ${run.undone.slice(11, 16)} UTC`;
    context.notice(`${run.id} was taken back already on ${when}.`);
  }
  const {source} = run;
  if (source === 'copy') return undoDeletion(context, run, how);
  if (source === 'import') {
    const about = {of: [run.id], name: run.name, restored: [run.id]};
    return asRun(context, about, watched => undoRun(watched, {...how, id: run.id}));
  }
  return source.what === 'apply' ? undoFolder(context, source.folder, runs, how) : undoUndo(context, source, how);
}

/** Whether a word names a folder: it looks like a path, or it is one and no run has this id. */
function isFolder({cwd}: Pick<Host, 'cwd'>, word: string, runs: readonly Run[]): boolean {
  if (/[./\\]/.test(word)) return true;
  return (
    runs.every(({id}) => id !== word.toUpperCase()) &&
    (statSync(resolve(cwd, word), {throwIfNoEntry: false})?.isDirectory() ?? false)
  );
}

function findRun(runs: readonly Run[], word: string): Run {
  const run = runs.find(({id}) => id === word.toUpperCase());
  if (run) return run;
  throw new NotFoundError(`There is no run ${word} of this machine on this account.`, {
    hint: 'To see the runs: emk undo --list. Of an account folder give the folder.',
  });
}

/** A script is refused before anything is read. */
function requireYes({ask, globals}: Context, what: string): void {
  if (!ask.possible && !globals.yes && !globals.dryRun) throw notAsked(`Take back ${what}`);
}

/** Takes back what all applies of a folder made together: its lock file does not tell them apart. */
async function undoFolder(context: Context, folder: string, runs: readonly Run[], how: How): Promise<Ended> {
  const {host, notice} = context;
  const root = await existingFolder(host, folder, 'Name the folder that was applied, or a run of "emk undo --list".');
  requireYes(context, `what the folder ${folder} has made`);
  const applies = runs.filter(
    ({source, undone}) => typeof source === 'object' && source.what === 'apply' && source.folder === root && !undone,
  );
  if (applies.length > 1)
    notice(`This takes back what ${counted(applies.length, 'apply', 'applies')} of this folder made together.`);
  const of = applies.length > 0 ? applies.map(({id}) => id) : [root];
  return asRun(context, {of, name: folder}, watched =>
    destroy(watched, {
      ...{folder: root, settle: restTimes(host).wait},
      ...{force: Boolean(how.force), maxDelete: how.max_delete},
    }),
  );
}

/** Brings back what a copy has; a mailing by its own card and yes. */
async function undoDeletion(context: Context, {id: copy, name, what}: Run, how: How): Promise<Ended> {
  if (what === 'deletion') await confirmBack(context, name);
  return asRun(context, {of: [copy], name, restored: [copy]}, async watched => {
    const back = what === 'deletion' ? copyBack : mailingsBack;
    return together(watched, await withCopy(watched, copy, looking => back(looking, how)));
  });
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
    for (const id of ids) results.push(await undoRun(watched, {...how, id}));
    // What was deleted last may belong to what was deleted before it.
    for (const copy of [...copies].reverse())
      results.push(...(await withCopy(watched, copy, looking => copyBack(looking, how))));
    return together(watched, results);
  });
}

/** Refuses to take away what came back and is no contact: only an import has written down what somebody changed since. */
async function refuseAllButPeople(context: Context, copy: string): Promise<void> {
  const summary = keptNames(context.host).includes(copy) ? await summaryOf(context, copy) : undefined;
  const kinds = [...(summary?.kinds.keys() ?? [])];
  // A place in a segment goes with its contact.
  const goes = kinds.includes('contacts') ? ['contacts', 'segments recipients'] : [];
  if (!summary || kinds.every(kind => goes.includes(kind))) return;
  throw new UsageError(`emk does not take away what that undo brought back: ${await copyInWords(summary)}.`, {
    hint: kinds.includes('mailings')
      ? 'Nothing was changed. To stop a mailing while it is scheduled: emk cancel NAME'
      : 'Nothing was changed. To delete it, name it, as in: emk lists delete NAME',
  });
}

async function confirmBack(context: Context, name: string): Promise<void> {
  const {ask, globals} = context;
  if (globals.yes || globals.dryRun || !ask.possible) return;
  await context.mayChange();
  if (!(await ask.confirm(`Bring back ${clean(name)}?`))) throw new DeclinedError('Nothing was changed.');
}

type About = {readonly of: readonly string[]; readonly name: string; readonly restored?: readonly string[]};

/** Does the work of an undo, and notes it as a run with the copies of what it deleted. */
async function asRun(
  context: Context,
  {of, name, restored = []}: About,
  work: (watched: Context) => Promise<Ended>,
): Promise<Ended> {
  const copies: string[] = [];
  const result = await work({...context, keepDeleted: keepingNames(context, copies)});
  const {done} = sumIn(result);
  if (context.globals.dryRun || done + copies.length === 0) return result;
  const whole = errorIn(result) === undefined;
  await noteRun(context, {what: 'undo', of, name, whole, copies, restored, counts: {taken_back: done}});
  return result;
}

const keepingNames =
  (context: Context, copies: string[]): Context['keepDeleted'] =>
  async () => {
    const keeping = await context.keepDeleted();
    return (
      keeping && {
        ...keeping,
        finish() {
          const name = keeping.finish();
          if (name !== undefined) copies.push(name);
          return name;
        },
      }
    );
  };

/** Several results as one: a report, or else the last, is printed, and the others are said before it. */
function together(context: Pick<Context, 'notice' | 'warn'>, results: readonly Ended[]): Ended {
  const shown =
    results.findLast(({kind}) => kind === 'data') ??
    results.at(-1) ??
    ended(noWork, doneResult('Nothing is left to do.'));
  if (results.length < 2) return shown;
  for (const result of results) if (result !== shown) say(context, result);
  const errors = results.flatMap(result => errorIn(result) ?? []);
  const why = errors.find(error => error instanceof InterruptedError) ?? errors[0];
  return ended(addUp(...results.map(sumIn)), shown, why);
}

function say({notice, warn}: Pick<Context, 'notice' | 'warn'>, result: Ended): void {
  const said =
    result.kind === 'data' ? result.text : result.kind === 'done' || result.kind === 'record' ? result.sentence : '';
  if (said) notice(said);
  if (result.kind === 'done') for (const {id, error} of result.failed) warn(`${clean(String(id))}: ${error.message}`);
}

/** Everything that an undo may call, for its reference page. */
export const undoCalls = async (): Promise<readonly Operation[]> => [
  ...new Set<Operation>([...(await readsOfImport()), ...(await callsOfApply()), mailings.details]),
];
