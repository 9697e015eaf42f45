import {type EmkError, mayPass, NotFoundError, UnknownOutcomeError, UnreachableError} from '../../errors.js';
import type {Done, Failure} from '../../output/results/result.js';
import {counted, plural} from '../../words/count.js';
import type {Context} from '../command.js';
import {type BulkRemoval, removeInBulk} from './bulk-removal.js';
import type {Id} from './removal.js';
import {reportOf} from './removal-report.js';

/** Deletes in batches, looks, and deletes again what is left, until all is gone or `--max-wait` has passed. */
export async function removeUntilGone(context: Context, removal: BulkRemoval, ids: readonly Id[]): Promise<Done> {
  const settled: Failure[] = [];
  let owed: readonly Failure[] | undefined;
  let stopped: EmkError | undefined;
  const round = async (): Promise<void> => {
    const isFirst = owed === undefined;
    const {listed, ...looking} = removal;
    const removed = await removeInBulk(context, isFirst ? removal : looking, owed?.map(({id}) => id) ?? ids);
    // What was there before and is not now was deleted late.
    const failed = removed.failed.filter(({error}) => isFirst || !(error instanceof NotFoundError));
    settled.push(...failed.filter(({error}) => !mayGoAgain(error)));
    owed = failed.filter(({error}) => mayGoAgain(error));
    stopped = removed.stopped;
    if (owed.length > 0 && (!stopped || mayPass(stopped))) throw stopped ?? notYet(removal, owed.length);
  };
  try {
    await context.persist(round);
  } catch (error) {
    if (!owed || !mayPass(error)) throw error;
  }
  const {of, nameOf = () => undefined} = removal;
  const certainty = context.globals.dryRun ? 'Would delete' : 'gone';
  return reportOf(of.noun, ids, certainty, {failed: [...settled, ...(owed ?? [])], stopped}, nameOf);
}

/** Whether a record may still be deleted: its answer was lost, or nothing was applied. */
const mayGoAgain = (error: EmkError): boolean => error instanceof UnknownOutcomeError || mayPass(error);

const notYet = ({of}: BulkRemoval, count: number): UnreachableError =>
  new UnreachableError(`${counted(count, of.noun.one, of.noun.many)} ${plural(count, 'is', 'are')} still there.`);
