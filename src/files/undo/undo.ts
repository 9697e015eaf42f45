import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {keptPath} from '../../accounts/kept-deletions.js';
import {type NotedRun, noteRun} from '../../accounts/noted-runs.js';
import {readKeptDeletion, readKeptKinds} from '../../accounts/read-kept-deletion.js';
import type {OperationOutput} from '../../api/describe/operation.js';
import {addUp, type Ended, ended, errorIn, noWork, sumOf} from '../../change/work/ending.js';
import {toEmkError} from '../../change/work/stop-errors.js';
import {notAsked} from '../../commands/agree.js';
import type {Context} from '../../commands/command.js';
import {restTimes} from '../../contacts/command/options.js';
import {undoImport} from '../../contacts/command/undo.js';
import {importsHere, isUndone} from '../../contacts/journal/runs.js';
import {DeclinedError, InterruptedError, NotFoundError, PartialError, UsageError} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {andList, counted, plural, quoted} from '../../core/words/sentence.js';
import {shellWord} from '../../core/words/shell-word.js';
import type {operations} from '../../endpoints/mailings.js';
import {askWhen} from '../../mailings/ask-when.js';
import {formOf, momentIn} from '../../mailings/mailing.js';
import {mayBePast, momentAsSent, momentInWords, type When} from '../../mailings/moment.js';
import {createSend} from '../../mailings/send.js';
import {clean} from '../../output/text/sanitise.js';
import type {AtDoor} from '../../people/door.js';
import {runDestroy} from '../account/destroy.js';
import {existingFolder} from '../account/files.js';
import {copyInWords, copyOfImport, listOfRuns, type Run, runsHere} from './list-runs.js';
import {restore} from './restore.js';

type Flag = boolean | 0 | 1 | undefined;

/** What the line says of how to take something back. */
type How = {
  readonly force?: Flag;
  readonly mail_again?: Flag;
  readonly max_delete?: number | undefined;
  readonly allow_automations?: Flag;
  readonly at?: string | undefined;
  readonly now?: Flag;
} & Pick<AtDoor, 'include_unsubscribed'>;

type Input = How & {readonly id?: string | undefined; readonly list?: Flag};

/** `emk undo`: lists the runs of this machine, or takes one back. */
export async function undo(context: Context, {id, list, ...how}: Input): Promise<Ended> {
  if (id !== undefined && list) {
    throw new UsageError('--list takes nothing back, so it names no run.', {hint: 'Remove --list, or the run.'});
  }
  const runs = await runsHere(context);
  if (id === undefined) return ended(noWork, listOfRuns(context, runs));
  if (isFolder(context.host, id, runs)) return undoFolder(context, id, runs, how);
  const run = findRun(runs, id);
  requireYes(context, `${run.what} ${run.id}: ${clean(run.name)}`);
  if (run.undone !== undefined) context.notice(`${run.id} was taken back already${whenInWords(run.undone)}.`);
  const {source} = run;
  const about = {of: run.id, name: run.name};
  if ('imported' in source)
    return asRun(context, about, async watched => (await undoImport(watched, {...how, id: run.id})).result);
  if ('copy' in source) return undoDeletion(context, run, source.copy, how);
  const {noted} = source;
  return noted.what === 'apply' ? undoFolder(context, noted.folder, runs, how) : undoUndo(context, noted, how);
}

const whenInWords = (at: string): string => ` on ${at.slice(0, 10)} at ${at.slice(11, 16)} UTC`;

/** Whether a word names a folder: it looks like a path, or it is one and no run begins like this. */
function isFolder({cwd}: Pick<Host, 'cwd'>, word: string, runs: readonly Run[]): boolean {
  if (/[./\\]/.test(word)) return true;
  return (
    runs.every(({id}) => !beginsWith(id, word)) &&
    (statSync(resolve(cwd, word), {throwIfNoEntry: false})?.isDirectory() ?? false)
  );
}

const beginsWith = (id: string, word: string): boolean => id.startsWith(word.toUpperCase());

/** The run with this id, or with the only id that begins like this. */
function findRun(runs: readonly Run[], word: string): Run {
  const like = runs.filter(({id}) => beginsWith(id, word));
  const run = like.find(({id}) => id === word.toUpperCase()) ?? like[0];
  if (!run) {
    throw new NotFoundError(`There is no run ${word} of this machine on this account.`, {
      hint: 'To see the runs: emk undo --list. Of an account folder give the folder.',
    });
  }
  if (like.length === 1 || run.id === word.toUpperCase()) return run;
  throw new UsageError(`Several runs begin with ${word}: ${andList(like.map(({id}) => id))}.`, {
    hint: 'Give more characters of the id.',
  });
}

/** A script is refused before anything is read. */
function requireYes({ask, globals}: Context, what: string): void {
  if (!ask.possible && !globals.yes && !globals.dryRun) throw notAsked(`Take back ${what}`);
}

async function undoFolder(context: Context, folder: string, runs: readonly Run[], how: How): Promise<Ended> {
  const {host, notice} = context;
  const root = await existingFolder(host, folder, 'Name the folder that was applied, or a run of "emk undo --list".');
  requireYes(context, `what the folder ${folder} has made`);
  const applies = runs.filter(
    ({source, undone}) => 'noted' in source && source.noted.what === 'apply' && source.noted.folder === root && !undone,
  );
  if (applies.length > 1)
    notice(`This takes back what ${counted(applies.length, 'apply', 'applies')} of this folder made together.`);
  return asRun(context, {of: applies[0]?.id ?? root, name: folder}, watched =>
    runDestroy(watched, {
      ...{folder: root, settle: restTimes(host).wait},
      ...{force: Boolean(how.force), maxDelete: how.max_delete},
    }),
  );
}

async function undoDeletion(context: Context, {id, name, what, undone}: Run, copy: string, how: How): Promise<Ended> {
  const about = {of: id, name};
  if (what === 'deletion') {
    await confirmBack(context, name);
    return asRun(context, {...about, restored: [copy]}, watched => restore(watched, {...how, name: copy}));
  }
  // To look for what is there would find a mailing that was sent since, so nothing tells whether this one is back.
  if (undone !== undefined) return ended(noWork, {kind: 'done', sentence: 'Nothing was sent.', done: [], failed: []});
  return asRun(context, about, async watched => together(watched, await mailingsBack(watched, copy, how)));
}

/** Takes back an undo: what it deleted comes back, and what it brought back goes. */
async function undoUndo(context: Context, noted: NotedRun & {readonly what: 'undo'}, how: How): Promise<Ended> {
  const {copies, restored, mailings} = noted;
  if (mailings.length > 0) {
    throw new UsageError(`That undo made ${quoted(mailings)} anew, which may have gone out.`, {
      hint: mailings.map(name => `To stop it while it is scheduled: emk cancel ${shellWord(name)}`).join('\n'),
    });
  }
  const stays = await staysInWords(context, restored);
  if (stays !== undefined && copies.length === 0 && !(await hasImports(context, restored)))
    throw new UsageError(`emk does not take away what that undo brought back: ${stays}.`, {
      hint: `Nothing was changed. ${BY_NAME}`,
    });
  if (copies.length > 0) await confirmBack(context, noted.name);
  return asRun(context, {of: noted.id, name: noted.name, restored: copies}, async watched => {
    const results: Ended[] = [];
    // What was deleted last may belong to what was deleted before it.
    for (const copy of [...copies].reverse()) results.push(await restore(watched, {...how, name: copy}));
    for (const copy of restored) results.push(...(await takeAway(watched, copy, how)));
    const result = together(watched, results);
    const unsent = await mailingsIn(context, copies);
    if (errorIn(result) !== undefined || context.globals.dryRun) return result;
    if (unsent > 0)
      return ended(
        sumOfResult(result),
        result,
        new PartialError(`${counted(unsent, 'mailing')} that it deleted did not come back.`, {hint: ANEW}),
      );
    if (stays === undefined) return result;
    const error = new PartialError(`What that undo brought back besides people stays: ${stays}.`, {hint: BY_NAME});
    return ended(sumOfResult(result), result, error);
  });
}

const ANEW = 'A mailing is made with its card and a yes: emk send, or emk account apply --mailings.';

/** How many mailings copies hold: to bring one back would send it, which nobody has agreed to here. */
async function mailingsIn({host}: Context, copies: readonly string[]): Promise<number> {
  const kinds = await Promise.all(copies.map(copy => readKeptKinds(keptPath(host, copy))));
  return kinds.reduce((sum, each) => sum + (each.get('mailings')?.count ?? 0), 0);
}

const BY_NAME = 'To delete it, name it, as in: emk lists delete NAME';

/** What came back from copies and is no contact: no import has added it, so none takes it away. */
async function staysInWords({host}: Context, restored: readonly string[]): Promise<string | undefined> {
  const words: string[] = [];
  for (const copy of restored) {
    const kinds = [...(await readKeptKinds(keptPath(host, copy)))].filter(([kind]) => kind !== 'contacts');
    if (kinds.length > 0) words.push(await copyInWords(new Map(kinds)));
  }
  return words.length === 0 ? undefined : andList(words);
}

const hasImports = async (context: Context, restored: readonly string[]): Promise<boolean> =>
  (await importsHere(context)).some(run => restored.includes(copyOfImport(run) ?? '') && !isUndone(run));

/** Deletes again what came back from a copy. */
async function takeAway(context: Context, copy: string, how: How): Promise<readonly Ended[]> {
  const imports = (await importsHere(context)).filter(run => copyOfImport(run) === copy && !isUndone(run));
  const results: Ended[] = [];
  for (const {header} of imports) results.push((await undoImport(context, {...how, id: header.id})).result);
  return results;
}

async function confirmBack(context: Context, name: string): Promise<void> {
  const {ask, globals} = context;
  if (globals.yes || globals.dryRun || !ask.possible) return;
  await context.mayChange();
  if (!(await ask.confirm(`Bring back ${clean(name)}?`))) throw new DeclinedError('Nothing was changed.');
}

type About = {readonly of: string; readonly name: string; readonly restored?: readonly string[]};

/** Does the work of an undo, and notes it as a run with the copies of what it deleted. */
async function asRun(
  context: Context,
  {of, name, restored = []}: About,
  work: (watched: Context) => Promise<Ended>,
): Promise<Ended> {
  const copies: string[] = [];
  const result = await work({...context, keepDeleted: keepingNames(context, copies)});
  const done = doneIn(result);
  if (context.globals.dryRun || done + copies.length === 0) return result;
  const mailings =
    result.kind === 'record' ? [String((result.record as {single_send_name?: unknown}).single_send_name)] : [];
  const whole = errorIn(result) === undefined;
  await noteRun(context, {what: 'undo', of, name, whole, copies, restored, mailings, counts: {taken_back: done}});
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
          const kept = keeping.finish();
          if (kept) copies.push(kept.name);
          return kept;
        },
      }
    );
  };

/** Several results as one: the last is printed, and the others are said before it. */
function together(context: Pick<Context, 'notice'>, results: readonly Ended[]): Ended {
  const last =
    results.at(-1) ?? ended(noWork, {kind: 'done', sentence: 'Nothing is left to do.', done: [], failed: []});
  if (results.length < 2) return last;
  for (const result of results.slice(0, -1)) {
    const said =
      result.kind === 'data' ? result.text : result.kind === 'done' || result.kind === 'record' ? result.sentence : '';
    if (said) context.notice(said);
  }
  const errors = results.flatMap(result => errorIn(result) ?? []);
  const why = errors.find(error => error instanceof InterruptedError) ?? errors[0];
  return ended(addUp(...results.map(sumOfResult)), last, why);
}

const doneIn = (result: Ended): number => sumOfResult(result).done;

function sumOfResult(result: Ended) {
  if (result.kind === 'data') return (result.data as {readonly sum?: typeof noWork} | null)?.sum ?? noWork;
  if (result.kind === 'done') return result.sum ?? sumOf({wanted: result.done.length, done: result.done.length});
  return result.kind === 'record' ? sumOf({wanted: 1, done: 1}) : noWork;
}

type Send = OperationOutput<typeof operations.details>;

/** Makes the mailings of a copy anew, each after its checks, its card and a yes: at its old moment, or at the given one. */
async function mailingsBack(context: Context, copy: string, given: When): Promise<readonly Ended[]> {
  const sends: Send[] = [];
  for await (const {kind, record} of readKeptDeletion(context, keptPath(context.host, copy)))
    if (kind === 'mailings') sends.push(record as Send);
  const timed = [];
  for (const send of sends) timed.push({form: formOf(send), when: await momentFor(context, send, given)});
  const made: Ended[] = [];
  for (const [at, {form, when}] of timed.entries())
    made.push(
      await createSend(context, {...form, ...when}).catch(thrown => {
        const back = sends.slice(0, at).map(send => send.single_send_name);
        if (back.length === 0) throw thrown;
        const why = toEmkError(thrown, context.host);
        throw new PartialError(
          `${quoted(back)} ${plural(at, 'is', 'are')} there again, and "${sends[at]?.single_send_name}" is not: ${why.message}`,
          {cause: thrown, hint: 'The others of this copy were not made. Make them by emk send.'},
        );
      }),
    );
  return made;
}

async function momentFor(context: Context, send: Send, given: When): Promise<When> {
  if (given.at !== undefined || given.now) return given;
  const [moment, zones] = [momentIn(send), context.zones()];
  if (moment.schedule_type === 1 && !mayBePast(moment, context.host.now(), zones)) return {at: momentAsSent(moment)};
  const was = moment.schedule_type === 1 ? `was to go out on ${momentInWords(moment, zones)}` : 'was to go out at once';
  const name = `The mailing "${send.single_send_name}"`;
  if (!context.ask.possible || context.globals.yes) {
    throw new UsageError(`${name} ${was}, so say when it goes out now.`, {
      hint: 'Nothing was changed. Add a time: --at "2030-05-01 09:00", or --now to send it at once.',
    });
  }
  context.notice(`${name} ${was}.`);
  return (await askWhen(context, {}, {})) as When;
}
