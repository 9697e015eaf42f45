import {notedRuns, undoneBy} from '../../accounts/noted-runs.js';
import type {Context} from '../../change/context.js';
import {
  boolean,
  either,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  type TypeOf,
  text,
} from '../../core/json-schema/describe.js';
import {number, numberOrNothing} from '../../core/words/sentence.js';
import type {Result} from '../../output/results/result.js';
import {isOpen, journalPath, type PastRun, pastRun, pastRuns} from '../journal/runs.js';
import {resultFiles} from '../run/result.js';

/** An import or sync that was started on this machine. */
const pastImport = object({
  ...{id: text, started: text, source: text, list: object({id: integer, name: text}), account: text},
  kind: oneOf('import', 'sync'),
  to_add: integer,
  ...{result: text, ended: nullable(text)},
  ...{added: nullable(integer), verified: nullable(integer), rejected: integer},
  ...{missing: nullable(integer), duplicates: nullable(integer), unknown: nullable(integer)},
  ...{changed: integer, deleted: integer, unsubscribed: integer, undone: integer},
  resumable: boolean,
  files: resultFiles,
  journal: text,
});

/** All of them, or the one that was named. */
export default either(listOf(pastImport), pastImport);

/** `contacts import status`: the imports on this machine, how they ended, and which can be resumed. */
export function importStatus({host, notice}: Context, id: string | undefined): Result {
  const runs = id === undefined ? pastRuns(host) : [pastRun(host, id)];
  if (runs.length === 0) notice('No imports were started on this machine.');
  const accounts = new Map(runs.map(({header}) => [`${header.origin} ${header.key}`, header]));
  const undone = [...accounts.values()].map(account => undoneBy(notedRuns(host, account)));
  const rows = runs.map(run =>
    toStatus(
      run,
      undone.some(runs => runs.has(run.header.id)),
    ),
  );
  return {kind: 'data', data: id === undefined ? rows : rows[0], text: rows.map(statusInWords).join('\n')};
}

function toStatus(run: PastRun, isUndone: boolean): TypeOf<typeof pastImport> {
  const {folder, header, state} = run;
  const {end} = state;
  const {updates = 0, deletes = 0, unsubscribes = 0, undoes = 0} = end?.work ?? {};
  return {
    ...{id: header.id, started: header.started, source: header.source.name, list: header.list},
    ...{account: header.account, kind: header.sync ? 'sync' : 'import', to_add: header.rows.toSend},
    ...{result: isUndone ? 'undone' : (end?.result ?? 'interrupted'), ended: end?.at ?? null},
    ...{added: end?.sent ?? null, verified: end?.verified ?? null},
    rejected: header.rows.rejected + state.refused.size,
    ...{missing: end?.missing ?? null, duplicates: end?.duplicates ?? null, unknown: end?.unknown ?? null},
    ...{changed: updates, deleted: deletes, unsubscribed: unsubscribes, undone: undoes},
    resumable: isOpen(run),
    files: {...header.files, ...end?.files},
    journal: journalPath(folder),
  };
}

function statusInWords(run: TypeOf<typeof pastImport>): string {
  const {id, started, source, list, account, added} = run;
  const counts = [
    `${number(run.to_add)} to add`,
    added === null ? '' : `${number(added)} added`,
    ...told.map(name => numberOrNothing(run[name] ?? 0, name === 'duplicates' ? 'more than once' : name)),
  ].filter(Boolean);
  const kind = run.kind === 'sync' ? 'sync of ' : '';
  return [
    `${id}  ${started.slice(0, 16).replace('T', ' ')}  ${kind}${source} → "${list.name}" on ${account}: ${run.result}`,
    `  ${counts.join(' · ')}`,
    ...(run.resumable ? [`  To continue: emk contacts import resume ${id}`] : []),
  ].join('\n');
}

/** The counts that are said if there are any, in the words for people. */
const told = [
  ...(['verified', 'rejected', 'missing', 'duplicates', 'unknown'] as const),
  ...(['changed', 'deleted', 'unsubscribed', 'undone'] as const),
];
