import {keptNames, summaryOf} from '../../accounts/kept-deletions.js';
import {type NotedRun, notedRuns, undoneBy} from '../../accounts/noted-runs.js';
import {targetOf} from '../../accounts/target.js';
import type {Context} from '../../change/context.js';
import type {OwnQuestion} from '../../commands/command.js';
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
import {andList, counted, number} from '../../core/words/sentence.js';
import {compareUnits} from '../../core/words/values.js';
import {loadCollections} from '../../endpoints/all.js';
import type {Result} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';

/** A run of this machine, with what is needed to take it back. */
export type Run = Pick<RunInList, 'id' | 'what' | 'at' | 'name'> & {
  readonly counts: NotedRun['counts'];
  /** When it was taken back, and is not made again since. */
  readonly undone: string | undefined;
  readonly source: 'import' | 'copy' | NotedRun;
};

/** The runs of this machine on this account, the newest first. Seeds, tests and erasures are none. */
export async function runsHere(context: Context, named?: string): Promise<readonly Run[]> {
  const noted = notedRuns(context.host, targetOf(await context.account()));
  const undone = undoneBy(noted);
  const runs = [...(await imports(context, noted)), ...(await copies(context, noted, named)), ...noted.map(notedRun)];
  return runs.map(run => ({...run, undone: undone.get(run.id) ?? run.undone})).sort(newestFirst);
}

/** Of one moment, an undo is newer than what it took back. */
const newestFirst = (one: Run, other: Run): number =>
  compareUnits(other.at, one.at) ||
  Number(other.what === 'undo') - Number(one.what === 'undo') ||
  compareUnits(other.id, one.id);

const notedRun = (noted: NotedRun): Run => ({
  ...{id: noted.id, what: noted.what, at: noted.at, name: noted.name, counts: noted.counts},
  ...{undone: undefined, source: noted},
});

/** The imports and syncs that began to change something. Those that belong to an apply, a seed or an undo are part of that. */
async function imports(context: Context, noted: readonly NotedRun[]): Promise<readonly Run[]> {
  const restored = new Set<string | undefined>(noted.flatMap(run => (run.what === 'undo' ? run.restored : [])));
  return (await importsHere(context))
    .filter(({state}) => state.step > 0)
    .filter(({header: {source}, folder}) => !source.kept || source.name === keptSource(context.host, folder).name)
    .filter(run => !restored.has(broughtBack(run)))
    .map(importedRun);
}

function importedRun(imported: PastRun): Run {
  const {header, state} = imported;
  const {updates: changed = 0, deletes: deleted = 0, unsubscribes: unsubscribed = 0} = state.end?.work ?? {};
  return {
    id: header.id,
    what: broughtBack(imported) === undefined ? (header.sync ? 'sync' : 'import') : 'undo',
    at: header.started,
    name: importName(header),
    counts: {added: state.end?.sent ?? 0, ...(header.sync && {changed, deleted, unsubscribed})},
    undone: isUndone(imported) ? state.end?.at : undefined,
    source: 'import',
  };
}

/** The copy whose contacts an import has brought back, or the run whose changes a sync took back; none of a person's own file. */
export const broughtBack = ({header: {source}}: PastRun): string | undefined =>
  source.kept ? undefined : /^(?:copy|values before) (\S+)$/.exec(source.name)?.[1];

/** The copies of what was deleted, without those that belong to an undo. A damaged one fails only for whoever names it. */
async function copies(
  context: Context,
  noted: readonly NotedRun[],
  named: string | undefined,
): Promise<readonly Run[]> {
  const ofUndo = new Set(noted.flatMap(run => (run.what === 'undo' ? run.copies : [])));
  const found: Run[] = [];
  for (const copy of keptNames(context.host).filter(name => !ofUndo.has(name))) {
    const summary = await summaryOf(context, copy).catch((error: unknown) => {
      if (!(error instanceof EmkError) || copy === named) throw error;
      context.warn(error.message);
    });
    if (!summary || summary.kinds.size === 0) continue;
    found.push({
      id: copy,
      what: summary.kinds.has('mailings') ? 'cancellation' : 'deletion',
      at: summary.deleted,
      name: await copyInWords(summary),
      counts: {deleted: [...summary.kinds.values()].reduce((sum, {count}) => sum + count, 0)},
      undone: undefined,
      source: 'copy',
    });
  }
  return found;
}

/** What a copy holds: one record by its name, and several by their number. */
export async function copyInWords({kinds}: NonNullable<Awaited<ReturnType<typeof summaryOf>>>): Promise<string> {
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
export function listOfRuns({notice}: Context, runs: readonly Run[]): Result {
  const [newest] = runs;
  if (!newest)
    notice('There is nothing to undo: this machine has changed nothing in this account, as far as it knows.');
  return {
    kind: 'data',
    data: runs.map(
      ({id, what, at, name, counts, undone, source}): RunInList => ({
        ...{id, what, at, name, undone: undone !== undefined},
        ...(typeof source === 'object' && source.what === 'undo' && {of: source.of[0]}),
        ...counts,
      }),
    ),
    text: newest ? `${runs.map(lineOf).join('\n')}\nTo take one back: emk undo ${newest.id}\n` : '',
    prose: true,
  };
}

const lineOf = (run: Run): string => `${run.id}  ${run.at.slice(0, 16).replace('T', ' ')} UTC  ${inWords(run)}`;

const inWords = ({what, name, counts, undone}: Run): string => {
  const parts = Object.entries(counts)
    .filter(([word, count]) => count > 0 && !(word === 'deleted' && (what === 'deletion' || what === 'cancellation')))
    .map(([word, count]) => `${number(count)} ${word.replace('_', ' ')}`);
  return [
    `${what}: ${clean(name)}`,
    ...(parts.length > 0 ? [`(${parts.join(', ')})`] : []),
    ...(undone === undefined ? [] : ['· undone']),
  ].join(' ');
};

/** Asks a person which run to take back, the newest first. Where nobody chooses, all are listed. */
export const askRun: OwnQuestion = async (context, given) => {
  if (given['list'] || context.reader !== 'people') return {};
  const runs = (await runsHere(context)).filter(({undone}) => undone === undefined);
  if (runs.length === 0) return {};
  const from = runs.map(run => ({name: lineOf(run).slice(run.id.length).trim(), value: run.id}));
  return {id: await context.ask.pick('Take back what?', from)};
};

const run = object({
  id: text,
  what: oneOf('import', 'sync', 'apply', 'deletion', 'cancellation', 'undo'),
  at: text,
  name: about('What it was about, in words: a file and its list, a folder, or what was deleted', text),
  undone: boolean,
  of: optional(about('The run that an undo took back', text)),
  added: optional(integer),
  created: optional(integer),
  changed: optional(integer),
  deleted: optional(integer),
  unsubscribed: optional(integer),
  taken_back: optional(integer),
});

/** The runs of this machine on one account, the newest first. */
export default listOf(run);

type RunInList = TypeOf<typeof run>;
