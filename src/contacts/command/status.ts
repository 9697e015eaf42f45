import type {Context} from '../../change/context.js';
import {boolean, either, integer, listOf, object, oneOf, type TypeOf, text} from '../../core/json-schema/describe.js';
import {numberOrNothing} from '../../core/words/sentence.js';
import type {Result} from '../../output/results/result.js';
import {isOpen, journalPath, type PastRun, pastRun, pastRuns} from '../journal/runs.js';
import {resultFiles} from '../run/result.js';

/** An import or sync that was started on this machine. */
const pastImport = object({
  ...{id: text, started: text, source: text, list: object({id: integer, name: text}), account: text},
  ...{kind: oneOf('import', 'sync'), result: text, resumable: boolean},
  ...{to_add: integer, added: integer, verified: integer, rejected: integer, missing: integer, unknown: integer},
  ...{changed: integer, deleted: integer, unsubscribed: integer},
  ...{files: resultFiles, journal: text},
});

/** All of them, or the one that was named. */
export default either(listOf(pastImport), pastImport);

/** `contacts import status`: the imports on this machine, how they ended, and which can be resumed. */
export function importStatus({host, notice}: Context, id: string | undefined): Result {
  const runs = id === undefined ? pastRuns(host) : [pastRun(host, id)];
  if (runs.length === 0) notice('No imports were started on this machine.');
  const rows = runs.map(toStatus);
  return {kind: 'data', data: id === undefined ? rows : rows[0], text: rows.map(statusInWords).join('\n')};
}

function toStatus(run: PastRun): TypeOf<typeof pastImport> {
  const {header, state} = run;
  const {sent = 0, verified = 0, missing = 0, unknown = 0, work = {}, result = 'interrupted', files} = state.end ?? {};
  const {updates = 0, deletes = 0, unsubscribes = 0} = work;
  return {
    ...{id: header.id, started: header.started, source: header.source.name, list: header.list},
    ...{account: header.account, kind: header.sync ? 'sync' : 'import', result, resumable: isOpen(run)},
    ...{to_add: header.rows.toSend, added: sent, verified, rejected: header.rows.rejected, missing, unknown},
    ...{changed: updates, deleted: deletes, unsubscribed: unsubscribes},
    ...{files: {...header.files, ...files}, journal: journalPath(run.folder)},
  };
}

const said = ['to_add', 'added', 'rejected', 'missing', 'unknown', 'changed', 'deleted', 'unsubscribed'] as const;

function statusInWords(run: TypeOf<typeof pastImport>): string {
  const {id, started, source, list, account, kind, result, resumable} = run;
  const title = `${id}  ${started.slice(0, 16).replace('T', ' ')}  ${kind} of ${source} → "${list.name}" on ${account}: `;
  const counts = said.map(name => numberOrNothing(run[name], name.replace('_', ' ')));
  const next = resumable ? [`  To continue: emk contacts import resume ${id}`] : [];
  return [title + [result, ...counts].filter(Boolean).join(' · '), ...next].join('\n');
}
