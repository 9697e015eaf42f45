import type {EmkError} from '../../errors.js';
import type {Sum} from '../../output/results/documents.schema.js';
import {counted, number, numberOrNothing, people, withMore} from '../../words/sentence.js';
import {type Ended, ended, noWork} from '../../work/ending.js';
import {importName, isUndone, journalPath, type PastRun} from '../journal/runs.js';
import type {AddedNow} from './find-added.js';
import type {MadeUnsubscribe} from './mail-again.js';
import type {UndoResult} from './undo-result.schema.js';

/** The report of an undo, and how it ended. */
export type UndoReport = {readonly data: UndoResult; readonly result: Ended; readonly error: EmkError | undefined};

/** What was found of an import, and what will be deleted. */
export type Undo = {
  readonly run: PastRun;
  readonly found: AddedNow;
  readonly ids: readonly number[];
  readonly again: readonly MadeUnsubscribe[];
};

/** The undo in words, and what no undo can do. */
export function undoInWords({run: {header}, found, ids, again}: Undo): string[] {
  const {changed, unchanged, absent} = found;
  const kept = unchanged.length + changed.length - ids.length;
  const parts = [
    `${number(ids.length)} to delete`,
    numberOrNothing(kept, 'changed since, so kept (--force deletes them)'),
    kept === 0 && changed.length > 0 ? `${number(changed.length)} of them changed since` : '',
    numberOrNothing(absent, 'no longer on the list'),
  ].filter(Boolean);
  const names = changed.map(({id, email}) => email ?? `contact ${id}`);
  return [
    `Undo ${header.sync ? 'what a sync added' : 'the import'}: ${importName(header)} on ${header.account === 'environment' ? new URL(header.origin).host : header.account}`,
    `  ${counted(unchanged.length + changed.length, 'contact')} that it added: ${parts.join(' · ')}`,
    ...(names.length > 0 ? [`  changed since: ${withMore(names)}`] : []),
    '  This does not undo mail that went out or automations that started. Older contacts, the list and new ' +
      'fields stay.',
    ...(header.sync
      ? [`  What the sync changed${again.length > 0 ? ' or deleted' : ', deleted or unsubscribed'} stays as well`]
      : []),
  ];
}

/** When it was undone: ` on 2026-03-04 at 12:00 UTC`. */
const whenUndone = ({state}: Pick<PastRun, 'state'>): string =>
  state.end === undefined ? '' : ` on ${state.end.at.slice(0, 10)} at ${state.end.at.slice(11, 16)} UTC`;

/** An undo's result for people and for scripts, with its error, if any. */
export function toUndoReport(
  undo: Undo,
  {
    result,
    deleted,
    mailAgain,
    failed,
  }: Pick<UndoResult, 'result' | 'deleted' | 'failed'> & {readonly mailAgain: number},
  sum: Sum = noWork,
  error?: EmkError,
): UndoReport {
  const {run, found, ids, again} = undo;
  const {header, folder} = run;
  const data: UndoResult = {
    result,
    import: header.id,
    list: header.list,
    added: found.unchanged.length + found.changed.length,
    changed: found.changed.length,
    absent: found.absent,
    to_delete: ids.length,
    deleted,
    mail_again: mailAgain,
    failed,
    contacts: {changed: found.changed.slice(0, LISTED)},
    journal: journalPath(folder),
  };
  const text =
    result === 'planned'
      ? [...undoInWords(undo), '  Nothing was deleted: this is a dry run.'].join('\n')
      : ids.length + again.length === 0
        ? `${importName(header)}: nothing to undo${isUndone(run) ? `, since it was undone already${whenUndone(run)}` : ''}`
        : `${importName(header)}: ${counted(deleted, 'contact')} deleted${mailAgain > 0 ? ` · ${people(mailAgain)} subscribed again` : ''}${failed > 0 ? ` · ${number(failed)} not` : ''}`;
  return {data, result: ended(sum, {kind: 'data', data, text, prose: true, report: true}, error), error};
}

/** How many contacts a script gets. */
const LISTED = 1000;
