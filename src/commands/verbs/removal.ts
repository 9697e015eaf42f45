import {forEachRecord} from '../../api/answers/record-sources.js';
import {type Collection, deletionOf} from '../../api/describe/collection.js';
import type {Permit} from '../../api/describe/permit.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose} from '../../api/describe/schema.js';
import {type EmkError, NotFoundError, UnknownOutcomeError} from '../../errors.js';
import type {Failure} from '../../output/results/result.js';
import {concurrently} from '../../work/concurrently.js';
import {notTried, stopsEverything, toEmkError} from '../../work/stop-errors.js';
import type {Context} from '../command.js';
import type {Copied} from '../keeping/keep-before.js';
import {noSuch} from '../not-found.js';
import {listedRecords} from './listed.js';
import type {NamedRecords} from './names.js';

/** How to delete records of one kind, and how to check that they are gone. */
export type Removal = Listed & {
  readonly permit: Permit<'deletes'>;
  readonly copied: Copied;
  readonly concurrency?: number;
  readonly nameOf?: NamedRecords['nameOf'];
};

/** Where records of one kind are listed. */
export type Listed = {
  readonly of: Collection;
  /** The input for reading their list; undefined if it cannot be read, so that nothing can be checked. */
  readonly listInput: Loose | undefined;
};

/** A record to delete: its id as given, and the id for the service. */
export type Target = {readonly given: Id; readonly id: Id};

export type Id = string | number;

/** The result for all targets: those without a failure are gone. */
export type Removed = {readonly failed: readonly Failure[]; readonly stopped: EmkError | undefined};

/** Deletes one by one, and continues after a failure. After a lost answer it checks whether the record is gone. */
export async function removeEach(context: Context, removal: Removal, targets: readonly Target[]): Promise<Removed> {
  const {progress, host} = context;
  const operation = deletionOf(removal.of);
  const parameter = recordName(operation) ?? 'id';
  let count = 0;
  let stopped: EmkError | undefined;
  const stopAt = (error: EmkError | undefined) => {
    if (error && stopsEverything(error)) stopped ??= error;
  };
  const isNoMoreListed = async (target: Target): Promise<boolean> => {
    const {left, unreadable} = await stillListed(context, removal, [target]);
    stopAt(unreadable);
    return left?.length === 0;
  };
  const removeOne = async ({given, id}: Target): Promise<Failure | undefined> => {
    if (stopped) return {id: given, error: notTried(stopped)};
    try {
      await context.send(removal.permit, operation, {[parameter]: id} as never);
    } catch (thrown) {
      const error = toEmkError(thrown, host);
      stopAt(error);
      if (error instanceof NotFoundError)
        return {id: given, error: noSuch(removal.of.noun, removal.nameOf?.(given) ?? given, error)};
      const isGone = error instanceof UnknownOutcomeError && (await isNoMoreListed({given, id}));
      return isGone ? undefined : {id: given, error};
    } finally {
      count++;
      if (targets.length > 1)
        progress.show({label: `Deleting ${removal.of.noun.many}`, done: count, total: targets.length});
    }
    return undefined;
  };
  const failures = await concurrently(removal.concurrency ?? 1, targets, removeOne);
  progress.clear();
  return {failed: failures.filter(failure => failure !== undefined), stopped};
}

/** Finds which targets are still in the list. A row marked as deleted is gone. */
export async function stillListed(
  context: Context,
  {of, listInput}: Listed,
  targets: readonly Target[],
): Promise<StillListed> {
  if (!listInput) return {};
  const wanted = new Set(targets.map(({id}) => String(id)));
  const found = new Set<string>();
  try {
    await forEachRecord(listedRecords(context, of, listInput), record => {
      const id = String(record[of.key]);
      if (wanted.has(id) && !record['deleted_at']) found.add(id);
    });
  } catch (error) {
    const unreadable = toEmkError(error, context.host);
    return {unreadable};
  }
  return {left: targets.filter(({id}) => found.has(String(id)))};
}

/** The remaining targets, or why the list could not be read; neither if there is no list to check. */
type StillListed = {readonly left?: readonly Target[]; readonly unreadable?: EmkError};
