import type {BulkDeletion, Operation} from '../../api/operation.js';
import type {Loose, Many, Params, Text} from '../../api/schema.js';
import {
  EmkError,
  InterruptedError,
  NotFoundError,
  ThrottledError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../errors.js';
import type {Context, Done, Failure, Noun} from '../command.js';
import {concurrently} from '../concurrently.js';
import {noSuch} from '../named.js';

/** How records of one kind are deleted, and where to look whether they are gone. */
export type Removal = {
  readonly operation: Operation<Params, Text>;
  readonly key: string;
  readonly noun: Noun;
  readonly list: Operation<Params, Many> | undefined;
  readonly listInput: Loose;
  readonly concurrency: number;
};

export type BulkRemoval = Removal & {readonly bulk: BulkDeletion; readonly by: BulkIds};

/** How a batch names its records: as they were given, or by this field of theirs. */
export type BulkIds = 'given' | 'id' | 'utr';

type Id = string | number;

/** Deletes one by one, going on past failures. A lost answer is settled by looking whether the record is gone. */
export async function removeEach(context: Context, removal: Removal, ids: readonly Id[]): Promise<Done> {
  let count = 0;
  let stopped: EmkError | undefined;
  const failures = await concurrently(removal.concurrency, ids, async id => {
    if (stopped) return {id, error: stopped};
    const failure = await removeOne(context, removal, id);
    if (failure && endsAll(failure.error)) stopped = failure.error;
    count++;
    if (ids.length > 1) context.progress.show({label: `Deleting ${removal.noun.many}`, done: count, total: ids.length});
    return failure;
  });
  context.progress.clear();
  return report(
    removal.noun,
    ids,
    failures.filter(failure => failure !== undefined),
    context.globals.dryRun,
  );
}

/** Deletes in batches, then reads the list: whatever still stands there goes one by one, and is reported if it stays. */
export async function removeInBulk(context: Context, removal: BulkRemoval, ids: readonly Id[]): Promise<Done> {
  const {call, progress, globals} = context;
  const {bulk, noun} = removal;
  const names = await bulkNames(context, removal, ids);
  const refused = new Map<Id, EmkError>();
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    try {
      await call(bulk, {strIds: batch.map(id => names.get(id) ?? String(id))});
    } catch (error) {
      if (!isAnswerToOne(error)) throw error;
      for (const id of batch) refused.set(id, error);
    }
    progress.show({label: `Deleting ${noun.many}`, done: Math.min(at + BATCH, ids.length), total: ids.length});
  }
  progress.clear();
  if (globals.dryRun) return report(noun, ids, [], true);
  const left = await stillListed(context, removal, ids);
  if (left === undefined)
    return report(
      noun,
      ids,
      [...refused].map(([id, error]) => ({id, error})),
      false,
    );
  const {failed} = await removeEach(context, removal, left);
  return report(noun, ids, failed, false);
}

/** PHP silently drops what is beyond 1,000 fields and still answers success: stay far below. */
const BATCH = 200;

/** The other name of each record, where a batch wants one: utrs were given, and the list knows their ids. */
async function bulkNames(
  {stream}: Context,
  {by, list, listInput}: BulkRemoval,
  ids: readonly Id[],
): Promise<ReadonlyMap<Id, string>> {
  const names = new Map<Id, string>();
  if (by !== 'id' || !list) return names;
  const wanted = new Set(ids);
  for await (const batch of stream(list, listInput)) {
    for (const record of batch as readonly Loose[]) {
      const utr = String(record['utr']);
      if (wanted.has(utr)) names.set(utr, String(record['id']));
    }
  }
  return names;
}

async function removeOne(context: Context, removal: Removal, id: Id): Promise<Failure | undefined> {
  try {
    await context.call(removal.operation, {[removal.key]: id} as never);
    return undefined;
  } catch (error) {
    if (!isAnswerToOne(error)) throw error;
    if (!(error instanceof UnknownOutcomeError))
      return {id, error: error instanceof NotFoundError ? noSuch(removal.noun, id, error) : error};
    const left = await stillListed(context, removal, [id]);
    return left?.length === 0 ? undefined : {id, error};
  }
}

/** Whether an error is about this record; refused keys, a closed guard or Ctrl-C are about all of them. */
const isAnswerToOne = (error: unknown): error is EmkError =>
  error instanceof EmkError && !(error instanceof InterruptedError) && error.exit > 3;

/** A service that cannot be reached for one record will not be for the next: the rest is reported untried. */
const endsAll = (error: EmkError): boolean => error instanceof UnreachableError || error instanceof ThrottledError;

/** Which of these records the list still shows, or undefined where no list tells. A row marked as deleted is gone. */
async function stillListed(
  {stream}: Context,
  {list, listInput, operation, key}: Removal,
  ids: readonly Id[],
): Promise<Id[] | undefined> {
  if (!list) return undefined;
  const wanted = new Set(ids.map(String));
  const identifier = operation.params[key]?.type === 'integer' ? 'id' : 'utr';
  const found = new Set<string>();
  try {
    for await (const batch of stream(list, listInput)) {
      for (const record of batch as readonly Loose[]) {
        const id = String(record[identifier]);
        if (wanted.has(id) && !record['deleted_at']) found.add(id);
      }
    }
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
  return ids.filter(id => found.has(String(id)));
}

function report(noun: Noun, ids: readonly Id[], failed: readonly Failure[], dryRun: boolean): Done {
  const left = new Set(failed.map(({id}) => id));
  const done = ids.filter(id => !left.has(id));
  const what = done.length === 1 ? `${noun.one} ${done[0]}` : `${done.length.toLocaleString('en-US')} ${noun.many}`;
  const sentence = done.length === 0 ? '' : `${dryRun ? 'Would delete' : 'Deleted'} ${what}.`;
  return {kind: 'done', sentence, done, failed};
}
