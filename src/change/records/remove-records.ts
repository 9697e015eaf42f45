import {forEachRecord} from '../../api/answers/record-sources.js';
import {startingOver} from '../../api/answers/start-over.js';
import type {BulkDeletion} from '../../api/describe/operation.js';
import {bulkDeletionOf, type Collection, deletionOf, hasBatches} from '../../api/describe/operation.js';
import type {Permit} from '../../api/describe/permit.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose} from '../../api/describe/schema.js';
import {type EmkError, InterruptedError, NotFoundError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {capital, number, plural} from '../../core/words/sentence.js';
import type {Done, Failure} from '../../output/results/result.js';
import type {Context} from '../context.js';
import type {Id} from '../work/journal.js';
import {notTried, stopsEverything, toEmkError} from '../work/stop-errors.js';
import type {CopiedRecords} from './copy-records.js';
import {FEW} from './names.js';
import {listedRecords, noSuch} from './read.js';

/** Where records of one kind are listed. */
type ListToRead = {
  readonly of: Collection;
  /** The input for reading their list. */
  readonly listInput: Loose;
};

/** Records of one kind to delete. */
export type Removal = ListToRead & {
  readonly permit: Permit<'deletes'>;
  /** Whether a copy is kept. Erasures, test mails and cleaned seeds leave none. */
  readonly kept: 'copy' | 'none';
  /** Whether a record is still what was agreed to: others may have changed it since. */
  readonly isStill?: ((record: Loose) => boolean) | undefined;
  readonly nameOf?: ((id: Id) => string | undefined) | undefined;
  /** The field by which batches call the records; without it, many go in batches if these accept what emk knows. */
  readonly by?: string | undefined;
  /** Called before each request, so that a journal can announce it. */
  begins?(): void;
};

/** The result for all records: those without a failure are gone. */
export type Removed = {
  readonly failed: readonly Failure[];
  readonly stopped: EmkError | undefined;
  readonly kept?: string | undefined;
  /** The names from the removal or else from the copy. */
  nameOf(id: Id): string | undefined;
};

const ONE_BY_ONE = 20;

/**
 * Deletes records: keeps a copy, sends one by one or in batches, continues past failures, looks at the list where only a
 * look can tell, and deletes alone and once more what is still there.
 */
export async function removeRecords(context: Context, removal: Removal, ids: readonly Id[]): Promise<Removed> {
  const {of} = removal;
  const {kept, names, changed, listed}: CopiedRecords =
    removal.kept === 'copy'
      ? await (await import('./copy-records.js')).copyRecords(context, removal, ids)
      : {kept: undefined, names: new Map(), changed: new Set()};
  const nameOf = (id: Id): string | undefined => removal.nameOf?.(id) ?? names.get(String(id));
  // Few go one by one, so that each failure has its own answer.
  const by = removal.by ?? (ids.length > ONE_BY_ONE && hasBatches(of) ? of.key : undefined);
  const sending = {context, removal: {...removal, nameOf}, by};
  const going = ids.filter(id => !changed.has(String(id)));
  const targets = await targetsOf(sending, going, listed);
  const there = new Set(targets.map(({given}) => given));
  const {failed, stopped} = await sendAndLook(sending, targets);
  context.progress.clear();
  const failures = ids.flatMap((id): readonly Failure[] => {
    if (changed.has(String(id))) return [{id, error: keptAsChanged(of, nameOf(id) ?? id)}];
    return there.has(id) ? [] : [{id, error: noSuch(of.noun, nameOf(id) ?? id)}];
  });
  return {failed: [...failures, ...[...failed].map(([{given: id}, error]) => ({id, error}))], stopped, kept, nameOf};
}

/** The error for a record that stays, because it is not what somebody agreed to delete or unsubscribe. */
export const keptAsChanged = ({noun}: Collection, name: Id): PartialError =>
  new PartialError(`${capital(noun.one)} ${name} was changed in the meantime, so emk left it alone.`);

/** A record to delete: its id as given, the id for the service, and what a batch calls it. */
type DeletionTarget = {readonly given: Id; readonly id: Id; readonly inBatch: string};

/**
 * The records to delete, and for batches only those that are in the list, each as batches call it: a number that is not in
 * the list could be a different record's.
 */
async function targetsOf(
  {context, removal: {of, listInput}, by}: RunningRemoval,
  ids: readonly Id[],
  listed: CopiedRecords['listed'],
): Promise<readonly DeletionTarget[]> {
  const given = ids.map((id): DeletionTarget => ({given: id, id, inBatch: String(id)}));
  // A record with a code may be given by its number too.
  const isByNumber = by === 'id' && of.key === 'id';
  if (!by || (isByNumber && context.globals.dryRun)) return given;
  if (isByNumber && listed) return given.filter(({id}) => listed.has(String(id)));
  const wanted = new Map(ids.map(id => [String(id), id]));
  const found = new Map<Id, DeletionTarget>();
  await forEachRecord(listedRecords(context, of, listInput), record => {
    for (const name of [record[of.key], record['id']].map(String)) {
      const id = record['deleted_at'] ? undefined : wanted.get(name);
      if (id !== undefined) found.set(id, {given: id, id: String(record[of.key]), inBatch: String(record[by])});
    }
  });
  return ids.flatMap(id => found.get(id) ?? []);
}

/** Reads which records are still in the list. A row marked as deleted is gone. */
export async function stillListed<T extends {readonly id: Id}>(
  context: Pick<Context, 'stream'>,
  {of, listInput}: ListToRead,
  targets: readonly T[],
): Promise<readonly T[]> {
  const wanted = new Set(targets.map(({id}) => String(id)));
  const found = new Set<string>();
  const look = () =>
    forEachRecord(listedRecords(context, of, listInput), record => {
      const id = String(record[of.key]);
      if (wanted.has(id) && !record['deleted_at']) found.add(id);
    });
  await startingOver(look);
  return targets.filter(({id}) => found.has(String(id)));
}

type RunningRemoval = {
  readonly context: Context;
  readonly removal: Removal;
  readonly by: string | undefined;
  /** Whether these were sent before: then none is sent again, and only a look tells what is gone. */
  readonly isLast?: true;
};

/** Why some are not gone, and what stopped the rest. */
type DeletionOutcome = {readonly failed: Map<DeletionTarget, EmkError>; readonly stopped: EmkError | undefined};

/**
 * Sends all, and looks at the list after a lost answer, and always after batches: they say nothing of single records. What
 * is still there goes once more, alone.
 */
async function sendAndLook(sending: RunningRemoval, targets: readonly DeletionTarget[]): Promise<DeletionOutcome> {
  const {context} = sending;
  const {failed, open, stopped} = await sendAll(sending, targets);
  if (open.size === 0 || context.globals.dryRun) return {failed, stopped};
  const {left, unreadable, interrupted} = await look(sending, [...open.keys()]);
  const ended = stopped ?? interrupted;
  if (left && left.length > 0 && !sending.isLast && !ended) {
    const again = await sendAndLook({...sending, by: undefined, isLast: true}, left);
    return {failed: new Map([...failed, ...again.failed]), stopped: again.stopped};
  }
  const why = unreadable ? unchecked(unreadable) : left && stillThere;
  for (const target of left ?? open.keys()) {
    const error = open.get(target) ?? why;
    if (error) failed.set(target, error);
  }
  return {failed, stopped: ended};
}

/** Those that are still there, or why nobody knows, and the signal that stopped the first look. */
type LookAfter = {
  readonly left?: readonly DeletionTarget[] | undefined;
  readonly unreadable?: EmkError;
  readonly interrupted?: EmkError;
};

/** Looks once more after a signal: the person must learn what is gone. A second signal, or ten seconds, end this too. */
async function look({context, removal}: RunningRemoval, some: readonly DeletionTarget[]): Promise<LookAfter> {
  const read = (client: Pick<Context, 'stream'>): Promise<LookAfter> =>
    stillListed(client, removal, some).then(
      left => ({left}),
      thrown => ({unreadable: toEmkError(thrown, context.host)}),
    );
  const first = await read(context);
  if (!(first.unreadable instanceof InterruptedError)) return first;
  return {...(await read(context.until(AbortSignal.timeout(10_000)))), interrupted: first.unreadable};
}

const unchecked = (cause: EmkError): EmkError =>
  new PartialError(`The service says it is deleted, but emk could not check: ${cause.message}`, {cause});

const stillThere: EmkError = new PartialError('The service says it is deleted, but the list still shows it.');

/** Sends each, or batches of them. `open` are those that may be gone or not, with the error of their request. */
async function sendAll(
  sending: RunningRemoval,
  targets: readonly DeletionTarget[],
): Promise<DeletionOutcome & {readonly open: ReadonlyMap<DeletionTarget, EmkError | undefined>}> {
  const {context, removal, by} = sending;
  const failed: DeletionOutcome['failed'] = new Map();
  const open = new Map<DeletionTarget, EmkError | undefined>();
  const size = by ? IN_BATCH : 1;
  for (let at = 0; at < targets.length; at += size) {
    if (targets.length > 1)
      context.progress.show({label: `Deleting ${removal.of.noun.many}`, done: at, total: targets.length});
    const part = targets.slice(at, at + size);
    const error = await sendPart(sending, part);
    if (isOpenAfter(sending, error)) setAll(open, part, error);
    else if (error) setAll(failed, part, error);
    if (!error || !stopsEverything(error)) continue;
    setAll(failed, targets.slice(at + size), notTried(error));
    return {failed, open, stopped: error};
  }
  return {failed, open, stopped: undefined};
}

function setAll<T>(map: Map<DeletionTarget, T>, some: readonly DeletionTarget[], value: T): void {
  for (const target of some) map.set(target, value);
}

/** Whether only a look can tell what a request did. A signal may have cut off the answer to a batch that was applied. */
const isOpenAfter = ({by, isLast}: RunningRemoval, error: EmkError | undefined): boolean =>
  error instanceof UnknownOutcomeError ||
  (by !== undefined && error instanceof InterruptedError) ||
  ((by !== undefined || isLast === true) && !(error && stopsEverything(error)));

/** The size of a batch, well below 1,000: PHP silently drops further fields and still answers success. */
const IN_BATCH = 200;

/** Sends one request, and gives its error, if any. */
function sendPart(
  {context, removal, by}: RunningRemoval,
  part: readonly DeletionTarget[],
): Promise<EmkError | undefined> {
  const {of, permit, nameOf} = removal;
  const [{id, given}] = part as [DeletionTarget];
  const operation = deletionOf(of);
  removal.begins?.();
  const sent = by
    ? context.send(permit, bulkDeletionOf(of) as BulkDeletion, {
        strIds: [...new Set(part.map(({inBatch}) => inBatch))],
      })
    : context.send(permit, operation, {[recordName(operation) ?? 'id']: id} as never).catch(error => {
        throw error instanceof NotFoundError ? noSuch(of.noun, nameOf?.(given) ?? given, error) : error;
      });
  return sent.then(
    () => undefined,
    thrown => toEmkError(thrown, context.host),
  );
}

/** Reports on all records to delete. An error that stopped the work before the first one is thrown instead. */
export function reportOf(
  {noun}: Pick<Collection, 'noun'>,
  ids: readonly Id[],
  {failed, stopped, nameOf}: Removed,
): Done {
  const failures = new Map(failed.map(failure => [failure.id, failure]));
  const done = ids.filter(id => !failures.has(id));
  if (stopped && done.length === 0 && failed.every(({error}) => stopsEverything(error))) throw stopped;
  const names = done.length <= FEW ? done.flatMap(id => nameOf(id) ?? []) : [];
  const listed = names.length === done.length ? ` (${names.join(', ')})` : '';
  const what =
    done.length === 1 ? `${noun.one} ${names[0] ?? done[0]}` : `${number(done.length)} ${noun.many}${listed}`;
  return {
    kind: 'done',
    sentence: done.length === 0 ? '' : `Deleted ${what}.`,
    done,
    failed: ids.flatMap(id => {
      const failure = failures.get(id);
      return failure ? [{...failure, name: nameOf(id)}] : [];
    }),
    stopped,
  };
}

/** The sentence after a deletion: the command that brings the records back, and how if not as they were. */
export const wayBack = (kept: string | undefined, count: number, how = ''): string =>
  kept ? `To bring ${plural(count, 'it', 'them')} back${how}: emk undo ${kept}` : 'emk kept no copy.';
