import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {UnknownOutcomeError} from '../../errors.js';
import {type EndWords, errorOf, sumOf} from '../../work/ending.js';
import {dropCopy, keptSource} from '../file/source.js';
import {continueJournal} from '../journal/runs.js';
import {recordEnd, resultOf} from '../run/ending.js';
import type {Worked} from '../sync/change-contacts.js';
import {deleteContacts, journaled} from '../sync/remove-gone.js';
import {subscribeAgain} from './mail-again.js';
import {toUndoReport, type Undo, type UndoReport} from './undo-report.js';

/** Deletes what an import has added. From its first record on, the import can only be undone, not resumed. */
export async function deleteAdded(context: Context, undo: Undo, permit: Permit<'deletes'>): Promise<UndoReport> {
  const {run, ids, again, found} = undo;
  const {header, state, folder} = run;
  const changed = new Set(found.changed.map(({id}) => id));
  const isStill = (one: Loose): boolean =>
    Number(one['contact_type_id']) === header.list.id && (changed.has(Number(one['id'])) || !found.isTouched(one));
  const journal = continueJournal(folder, 'undo');
  try {
    const worked: Worked =
      ids.length === 0
        ? {done: 0, failed: []}
        : await journaled(context, journal, 'undoes', ids, begin =>
            deleteContacts(context, permit, ids, {begin, isStill}),
          );
    const back = again.length === 0 || worked.stopped ? nobody : await subscribeAgain(context, permit, again);
    const failed = [...worked.failed, ...back.failed];
    const doubts = failed.filter(({error}) => error instanceof UnknownOutcomeError);
    const done = worked.done + back.done.length;
    const sum = sumOf({wanted: ids.length + again.length, done, doubtful: doubts.length});
    const why = worked.stopped ?? back.stopped ?? (doubts[0] ?? failed[0])?.error;
    const error = errorOf(sum, why, endWords(header.id));
    const result = error ? resultOf(error) : 'undone';
    const {sent = 0, verified = 0, missing = 0, duplicates = 0, files = {}} = state.end ?? {};
    const work = {...state.end?.work, undoes: (state.end?.work?.undoes ?? 0) + worked.done};
    recordEnd(
      {journal, host: context.host, tell: context},
      {result, open: false, sent, verified, missing, duplicates, unknown: 0, files, work},
    );
    if (!error) dropCopy(keptSource(context.host, folder));
    const report = {
      result,
      deleted: worked.done,
      mailAgain: back.done.length,
      failed: failed.length,
    };
    return toUndoReport(undo, report as Parameters<typeof toUndoReport>[1], sum, error);
  } finally {
    journal.close();
  }
}

const nobody = {done: [], failed: [], stopped: undefined} as const;

const endWords = (id: string): EndWords => ({
  counts: ['contact', 'contacts'],
  did: 'taken back',
  again: `To delete what is left: emk undo ${id} (emk looks first)`,
});
