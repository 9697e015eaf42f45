import {keptNames, summaryOfCopy} from '../../accounts/kept-deletions.js';
import {type NotedRun, notedRuns, undoneBy} from '../../accounts/noted-runs.js';
import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../change/context.js';
import {keptSource} from '../../contacts/file/open.js';
import {importName, importsHere, isUndone, type PastRun} from '../../contacts/journal/runs.js';
import {EmkError} from '../../core/errors.js';
import {
  about,
  boolean,
  integer,
  listOf,
  object,
  oneOf,
  optional,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';
import {andList, counted, numberOrNothing, sum} from '../../core/words/sentence.js';
import {compareUnits} from '../../core/words/values.js';
import {loadCollections} from '../../endpoints/all.js';
import type {Result} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';

/** A run of this machine, with what is needed to take it back. */
export type UndoableRun = Omit<RunInList, 'of'> & {readonly source: 'import' | 'copy' | NotedRun};

/** The runs of this machine on this account, the newest first. Seeds, tests and erasures are none. */
export async function runsHere(context: Context): Promise<readonly UndoableRun[]> {
  const noted = notedRuns(context.host, targetOf(await context.account()));
  const undone = undoneBy(noted);
  const runs = [...(await imports(context, noted)), ...(await copies(context, noted)), ...noted.map(notedRun)];
  return runs.map(run => ({...run, undone: run.undone || undone.has(run.id)})).sort(newestFirst);
}

/** Of one moment, an undo is newer than what it took back. */
const newestFirst = (one: UndoableRun, other: UndoableRun): number =>
  compareUnits(other.at, one.at) ||
  Number(other.what === 'undo') - Number(one.what === 'undo') ||
  compareUnits(other.id, one.id);

const notedRun = (source: NotedRun): UndoableRun => {
  const {id, what, at, name} = source;
  return {id, what, at, name, undone: false, source};
};

/** The imports and syncs that began to change something. Those that belong to an apply, a seed or an undo are part of that. */
async function imports(context: Context, noted: readonly NotedRun[]): Promise<readonly UndoableRun[]> {
  const restored = new Set<string | undefined>(noted.flatMap(run => (run.what === 'undo' ? run.restored : [])));
  return (await importsHere(context))
    .filter(({state}) => state.step > 0)
    .filter(({header: {source}, folder}) => !source.kept || source.name === keptSource(context.host, folder).name)
    .filter(run => !restored.has(broughtBack(run)))
    .map((run): UndoableRun => {
      const {id, sync, started: at} = run.header;
      const what = broughtBack(run) === undefined ? (sync ? 'sync' : 'import') : 'undo';
      const name = importName(run.header);
      return {id, what, at, name, undone: isUndone(run), ...countsOf(run), source: 'import'};
    });
}

/** What an import or a sync did to people: it tells one night's run from another. */
const countsOf = ({header, state: {end}}: PastRun) => {
  const {updates: changed = 0, deletes: deleted = 0, unsubscribes: unsubscribed = 0} = end?.work ?? {};
  return {added: end?.sent ?? 0, ...(header.sync && {changed, deleted, unsubscribed})};
};

/** The copy whose contacts an import has brought back, or the run whose changes a sync took back; none of a person's own file. */
export const broughtBack = ({header: {source}}: PastRun): string | undefined =>
  source.kept ? undefined : /^(?:copy|values before) (\S+)$/.exec(source.name)?.[1];

/** The copies of what was deleted, without those that belong to an undo. */
async function copies(context: Context, noted: readonly NotedRun[]): Promise<readonly UndoableRun[]> {
  const ofUndo = new Set(noted.flatMap(run => (run.what === 'undo' ? run.copies : [])));
  const found: UndoableRun[] = [];
  for (const id of keptNames(context.host).filter(name => !ofUndo.has(name))) {
    const summary = await summaryOfCopy(context, id).catch((error: unknown) => {
      if (!(error instanceof EmkError)) throw error;
      context.warn(error.message);
    });
    if (!summary || summary.kinds.size === 0) continue;
    const what = summary.kinds.has('mailings') ? 'cancellation' : 'deletion';
    const deleted = sum([...summary.kinds.values()].map(({count}) => count));
    found.push({
      ...{id, what, at: summary.deleted, name: await copyInWords(summary), undone: false, deleted, source: 'copy'},
    });
  }
  return found;
}

/** What a copy holds: one record by its name, and several by their number. */
export async function copyInWords({kinds}: NonNullable<Awaited<ReturnType<typeof summaryOfCopy>>>): Promise<string> {
  const collections = await loadCollections();
  return andList(
    [...kinds].flatMap(([kind, {count, first}]) => {
      const of = collections.find(({path}) => path === kind);
      if (!of) return [];
      const called = String(first[of.label] ?? '');
      if (count > 1 || called === '') return counted(count, of.noun.one, of.noun.many);
      return called.includes('@') ? `${of.noun.one} ${called}` : `${of.noun.one} "${called}"`;
    }),
  );
}

/** The list of runs as a result. */
export function listOfRuns({notice}: Context, runs: readonly UndoableRun[]): Result {
  const [newest] = runs;
  if (!newest)
    notice('There is nothing to undo: this machine has changed nothing in this account, as far as it knows.');
  const data = runs.map(
    ({source, ...run}): RunInList => ({
      ...run,
      ...(typeof source === 'object' && source.what === 'undo' && {of: source.of[0]}),
    }),
  );
  return {
    ...{kind: 'data', data},
    text: newest ? `${runs.map(lineOf).join('\n')}\nTo take one back: emk undo ${newest.id}\n` : '',
  };
}

const lineOf = ({id, at, what, name, undone, source, ...run}: UndoableRun): string => {
  // The name of a copy says what was deleted.
  const counts = source === 'copy' ? [] : people.map(count => numberOrNothing(run[count] ?? 0, count)).filter(Boolean);
  const said = counts.length > 0 ? ` (${counts.join(', ')})` : '';
  return `${id}  ${at.slice(0, 16).replace('T', ' ')} UTC  ${what}: ${clean(name)}${said}${undone ? ' · undone' : ''}`;
};

const people = ['added', 'changed', 'deleted', 'unsubscribed'] as const;

const run = object({
  id: text,
  what: oneOf('import', 'sync', 'apply', 'deletion', 'cancellation', 'undo'),
  at: text,
  name: about('What it was about, in words: a file and its list, a folder, or what was deleted', text),
  undone: boolean,
  of: optional(about('The run that an undo took back', text)),
  ...{added: optional(integer), changed: optional(integer), unsubscribed: optional(integer)},
  deleted: optional(about('How many records, or people who were missing in the file of a sync', integer)),
});

/** The runs of this machine on one account, the newest first. */
export default listOf(run);

type RunInList = TypeOf<typeof run>;
