import {keptNames, keptPath} from '../../accounts/kept-deletions.js';
import {type NotedRun, notedRuns} from '../../accounts/noted-runs.js';
import {type KeptCount, readKeptHeader, readKeptKinds} from '../../accounts/read-kept-deletion.js';
import {targetOf} from '../../accounts/target.js';
import type {Context, OwnQuestion} from '../../commands/command.js';
import type {KeptKind} from '../../commands/keeping/keeping.js';
import {hasMade, importName, importsHere, isUndone, type PastRun} from '../../contacts/journal/runs.js';
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
export type Run = {
  readonly id: string;
  readonly what: RunInList['what'];
  readonly at: string;
  readonly name: string;
  readonly counts: NotedRun['counts'];
  /** When it was taken back, and is not made again since. */
  readonly undone: string | undefined;
  readonly source: {readonly imported: PastRun} | {readonly copy: string} | {readonly noted: NotedRun};
};

/** The runs of this machine on this account, the newest first. Seeds, tests and erasures are none. */
export async function runsHere(context: Context): Promise<readonly Run[]> {
  const noted = notedRuns(context.host, targetOf(await context.account()));
  const undone = undoneBy(noted);
  const runs: Run[] = [
    ...(await imports(context, noted)),
    ...(await copies(context, noted)),
    ...noted.map(
      (run): Run => ({
        ...{id: run.id, what: run.what, at: run.at, name: run.name, counts: run.counts},
        undone: undone.get(run.id),
        source: {noted: run},
      }),
    ),
  ].map(run => ({...run, undone: undone.get(run.id) ?? run.undone}));
  return runs.sort(newestFirst);
}

/** Of one moment, an undo is newer than what it took back. */
const newestFirst = (one: Run, other: Run): number =>
  compareUnits(other.at, one.at) ||
  Number(other.what === 'undo') - Number(one.what === 'undo') ||
  compareUnits(other.id, one.id);

/** When each run was taken back as a whole, by its id; not if that undo was taken back itself. */
function undoneBy(noted: readonly NotedRun[]): ReadonlyMap<string, string> {
  const undone = new Map<string, string>();
  // What is taken back is older, so the newest undo is known to hold.
  for (const run of [...noted].reverse())
    if (run.what === 'undo' && run.whole && !undone.has(run.id) && !undone.has(run.of)) undone.set(run.of, run.at);
  return undone;
}

/** The imports and syncs that changed something. What a copy was brought back by is part of that undo. */
async function imports(context: Context, noted: readonly NotedRun[]): Promise<readonly Run[]> {
  const restored = new Set<string | undefined>(noted.flatMap(run => (run.what === 'undo' ? run.restored : [])));
  return (await importsHere(context))
    .filter(run => hasMade(run) || workOf(run).some(count => count > 0))
    .filter(run => !restored.has(copyOfImport(run)))
    .map(importedRun);
}

const workOf = ({state: {end}}: PastRun): readonly number[] => [end?.work?.updates ?? 0, end?.work?.deletes ?? 0];

function importedRun(imported: PastRun): Run {
  const {header, state} = imported;
  const [changed, deleted] = workOf(imported);
  return {
    id: header.id,
    what: copyOfImport(imported) === undefined ? (header.sync ? 'sync' : 'import') : 'undo',
    at: header.started,
    name: importName(header),
    counts: {
      added: state.end?.sent ?? 0,
      ...(header.sync && {changed, deleted, unsubscribed: state.end?.work?.unsubscribes ?? 0}),
    },
    undone: isUndone(imported) ? state.end?.at : undefined,
    source: {imported},
  };
}

/** The copy whose contacts an import has brought back, if it is no import of a person's own. */
export const copyOfImport = ({header: {source}}: PastRun): string | undefined =>
  source.kept ? undefined : /^copy (\d{4}-\d\d-\d\d-\d+)$/.exec(source.name)?.[1];

/** The copies of what was deleted, without those that belong to an undo. */
async function copies(context: Context, noted: readonly NotedRun[]): Promise<readonly Run[]> {
  const {origin, key} = targetOf(await context.account());
  const ofUndo = new Set(noted.flatMap(run => (run.what === 'undo' ? run.copies : [])));
  const found: Run[] = [];
  for (const copy of keptNames(context.host)) {
    const path = keptPath(context.host, copy);
    const header = await readKeptHeader(path);
    if (ofUndo.has(copy) || header.origin !== origin || header.key !== key) continue;
    const kinds = await readKeptKinds(path);
    if (kinds.size === 0) continue;
    found.push({
      id: copy,
      what: kinds.has('mailings') ? 'cancellation' : 'deletion',
      at: header.deleted,
      name: await copyInWords(kinds),
      counts: {deleted: [...kinds.values()].reduce((sum, {count}) => sum + count, 0)},
      undone: undefined,
      source: {copy},
    });
  }
  return found;
}

/** What a copy holds: one record by its name, and several by their number. */
export async function copyInWords(kinds: ReadonlyMap<KeptKind, KeptCount>): Promise<string> {
  const collections = await loadCollections();
  return andList(
    [...kinds].map(([kind, {count, first}]) => {
      const {noun, label} = collections.find(({path}) => path === kind) ?? {
        noun: {one: kind, many: kind},
        label: 'name',
      };
      const called = String(first[label] ?? '');
      if (count > 1 || called === '') return counted(count, noun.one, noun.many);
      return called.includes('@') ? `${noun.one} ${called}` : `${noun.one} "${called}"`;
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
        ...('noted' in source && source.noted.what === 'undo' && {of: source.noted.of}),
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
