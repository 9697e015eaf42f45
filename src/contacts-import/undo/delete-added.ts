import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {type EmkError, InterruptedError, PartialError, UnknownOutcomeError} from '../../errors.js';
import {counted} from '../../words/count.js';
import {dropCopy, keptSource} from '../file/source.js';
import {continueJournal} from '../journal/runs.js';
import {recordEnd, resultOf} from '../run/ending.js';
import type {Worked} from '../sync/change-contacts.js';
import {deleteContacts, journaled} from '../sync/remove-gone.js';
import {subscribeAgain} from './mail-again.js';
import {toUndoReport, type Undo, type UndoReport} from './undo-report.js';

/** Deletes what an import has added. From its first record on, the import can only be undone, not resumed. */
export async function deleteAdded(context: Context, undo: Undo, permit: Permit<'deletes'>): Promise<UndoReport> {
  const {run, ids, again} = undo;
  const {header, state, folder} = run;
  const journal = continueJournal(folder, 'undo');
  try {
    const worked: Worked =
      ids.length === 0
        ? {done: 0, failed: []}
        : await journaled(context, journal, 'undoes', ids, () => deleteContacts(context, permit, ids));
    const back = again.length === 0 || worked.stopped ? nobody : await subscribeAgain(context, permit, again);
    const error = errorOf(worked, header.id) ?? back.stopped ?? back.failed[0]?.error;
    const result = error ? resultOf(error) : 'undone';
    const {sent = 0, verified = 0, missing = 0, duplicates = 0, files = {}} = state.end ?? {};
    const work = {...state.end?.work, undoes: (state.end?.work?.undoes ?? 0) + worked.done};
    recordEnd(
      {journal, host: context.host, tell: context},
      {result, open: false, sent, verified, missing, duplicates, unknown: 0, files, work},
    );
    if (!error && header.source.kept) dropCopy(keptSource(context.host, folder));
    const report = {
      result: result === 'done' ? 'undone' : result,
      deleted: worked.done,
      mailAgain: back.done.length,
      failed: worked.failed.length + back.failed.length,
    };
    return toUndoReport(undo, report as Parameters<typeof toUndoReport>[1], error);
  } finally {
    journal.close();
  }
}

const nobody = {done: [], failed: [], stopped: undefined} as const;

function errorOf({done, failed, stopped}: Worked, id: string): EmkError | undefined {
  const hint = `To delete what is left: emk contacts import undo ${id} (emk looks first)`;
  if (stopped instanceof InterruptedError) {
    return new InterruptedError(`Interrupted after ${counted(done, 'contact')}.`, {hint, exit: stopped.exit});
  }
  if (stopped && (done === 0 || stopped instanceof UnknownOutcomeError)) return stopped;
  const [first] = failed;
  if (!stopped && !first) return undefined;
  const lostAnswer = failed.find(({error}) => error instanceof UnknownOutcomeError)?.error;
  if (done === 0 && lostAnswer) return new UnknownOutcomeError(lostAnswer.message, {cause: lostAnswer, hint});
  if (done === 0 && first) return first.error;
  return new PartialError(
    `${counted(failed.length, 'contact')} could not be deleted: ${(stopped ?? first?.error)?.message ?? ''}`,
    {hint},
  );
}
