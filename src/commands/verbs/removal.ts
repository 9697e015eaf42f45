import type {Loose, Many, Noun, Operation, Params, Text} from '../../api/schema.js';
import {type EmkError, NotFoundError, UnknownOutcomeError} from '../../errors.js';
import type {Failure} from '../../output/result.js';
import type {Context} from '../command.js';
import {concurrently} from '../concurrently.js';
import {noSuch} from '../not-found.js';
import {endsAll, foreseen, untried} from '../stopping.js';
import {listedRecords} from './listed.js';

/** How records of one kind are deleted, and where to look whether they are gone. */
export type Removal = {
  readonly operation: Operation<Params, Text>;
  readonly key: string;
  readonly noun: Noun;
  readonly list: Operation<Params, Many> | undefined;
  readonly listInput: Loose;
  readonly concurrency: number;
};

/** A record to delete: as it was called, and by what the service deletes it alone. */
export type Target = {readonly given: Id; readonly id: Id};

export type Id = string | number;

/** What has become of the targets: those without a failure are gone. */
export type Removed = {readonly failed: readonly Failure[]; readonly stopped: EmkError | undefined};

/**
Deletes one by one, going on past failures until one would meet all that follow. A lost answer is settled by looking
whether the record is gone.
*/
export async function removeEach(context: Context, removal: Removal, targets: readonly Target[]): Promise<Removed> {
  const {progress, host} = context;
  let count = 0;
  let stopped: EmkError | undefined;
  const stopAt = (error: EmkError | undefined) => {
    if (error && endsAll(error)) stopped ??= error;
  };
  const removeOne = async ({given, id}: Target): Promise<Failure | undefined> => {
    if (stopped) return {id: given, error: untried(stopped)};
    try {
      await context.call(removal.operation, {[removal.key]: id} as never);
    } catch (thrown) {
      const error = foreseen(thrown, host);
      if (!error) throw thrown;
      stopAt(error);
      if (error instanceof NotFoundError) return {id: given, error: noSuch(removal.noun, given, error)};
      if (!(error instanceof UnknownOutcomeError)) return {id: given, error};
      const {left, blind} = await stillListed(context, removal, [{given, id}]);
      stopAt(blind);
      if (left?.length !== 0) return {id: given, error};
    } finally {
      count++;
      if (targets.length > 1)
        progress.show({label: `Deleting ${removal.noun.many}`, done: count, total: targets.length});
    }
    return undefined;
  };
  const failures = await concurrently(removal.concurrency, targets, removeOne);
  progress.clear();
  return {failed: failures.filter(failure => failure !== undefined), stopped};
}

/** Which targets the list still shows. A row marked as deleted is gone. */
export async function stillListed(
  context: Context,
  {list, listInput, operation, key}: Removal,
  targets: readonly Target[],
): Promise<Look> {
  if (!list) return {};
  const wanted = new Set(targets.map(({id}) => String(id)));
  const identifier = operation.params[key]?.type === 'integer' ? 'id' : 'utr';
  const found = new Set<string>();
  try {
    for await (const batch of listedRecords(context, list, listInput)) {
      for (const record of batch) {
        const id = String(record[identifier]);
        if (wanted.has(id) && !record['deleted_at']) found.add(id);
      }
    }
  } catch (error) {
    const blind = foreseen(error, context.host);
    if (!blind) throw error;
    return {blind};
  }
  return {left: targets.filter(({id}) => found.has(String(id)))};
}

/** What a look at the list showed: nothing where no list tells, and why where it could not be read. */
type Look = {readonly left?: readonly Target[]; readonly blind?: EmkError};
