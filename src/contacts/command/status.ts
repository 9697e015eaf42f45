import type {Context} from '../../commands/command.js';
import {number, numberOrNothing} from '../../core/words/sentence.js';
import type {Result} from '../../output/results/result.js';
import {isOpen, journalPath, type PastRun, pastRun, pastRuns} from '../journal/runs.js';
import type {PastImport} from '../run/result.schema.js';

/** `contacts import status`: the imports on this machine, how they ended, and which can be resumed. */
export function importStatus({host, notice}: Context, id: string | undefined): Result {
  const runs = id === undefined ? pastRuns(host) : [pastRun(host, id)];
  if (runs.length === 0) notice('No imports were started on this machine.');
  const rows = runs.map(toStatus);
  return {kind: 'data', data: id === undefined ? rows : rows[0], text: rows.map(statusInWords).join('\n')};
}

function toStatus(run: PastRun): PastImport {
  const {folder, header, state} = run;
  const {end} = state;
  return {
    id: header.id,
    started: header.started,
    source: header.source.name,
    list: header.list,
    account: header.account,
    kind: header.sync ? 'sync' : 'import',
    to_add: header.rows.toSend,
    result: end?.result ?? 'interrupted',
    ended: end?.at ?? null,
    added: end?.sent ?? null,
    verified: end?.verified ?? null,
    rejected: header.rows.rejected + state.refused.size,
    missing: end?.missing ?? null,
    duplicates: end?.duplicates ?? null,
    unknown: end?.unknown ?? null,
    changed: end?.work?.updates ?? 0,
    deleted: end?.work?.deletes ?? 0,
    unsubscribed: end?.work?.unsubscribes ?? 0,
    undone: end?.work?.undoes ?? 0,
    resumable: isOpen(run),
    files: {...header.files, ...end?.files},
    journal: journalPath(folder),
  };
}

function statusInWords(run: PastImport): string {
  const {id, started, source, list, account, added} = run;
  const counts = [
    `${number(run.to_add)} to add`,
    added === null ? '' : `${number(added)} added`,
    ...told.map(name => numberOrNothing(run[name] ?? 0, name === 'duplicates' ? 'more than once' : name)),
  ].filter(part => part !== '');
  return [
    `${id}  ${started.slice(0, 16).replace('T', ' ')}  ${run.kind === 'sync' ? 'sync of ' : ''}${source} → "${list.name}" on ${account}: ${run.result}`,
    `  ${counts.join(' · ')}`,
    ...(run.resumable ? [`  To continue: emk contacts import resume ${id}`] : []),
  ].join('\n');
}

/** The counts that are said if there are any, in the words for people. */
const told = [
  ...(['verified', 'rejected', 'missing', 'duplicates', 'unknown'] as const),
  ...(['changed', 'deleted', 'unsubscribed', 'undone'] as const),
];
