import {forEachRecord} from '../../api/answers/record-sources.js';
import {bulkDeletionOf, type Collection, deletionOf, hasBatches} from '../../api/describe/collection.js';
import type {BulkDeletion} from '../../api/describe/operation.js';
import type {Permit} from '../../api/describe/permit.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Journal} from '../../change/work/journal.js';
import {rangesOfNumbers} from '../../change/work/ranges.js';
import {notTried, stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {
  type EmkError,
  InterruptedError,
  mayPass,
  NotFoundError,
  PartialError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../core/errors.js';
import {capital, counted, plural} from '../../core/words/sentence.js';
import type {Failure} from '../../output/results/result.js';
import type {Context} from '../command.js';
import type {Agreed, CopiedRecords} from '../keeping/copy-records.js';
import type {Kept} from '../keeping/keeping.js';
import {noSuch} from '../not-found.js';
import {listedRecords} from './listed.js';

export type Id = string | number;

/** Where records of one kind are listed. */
export type Listed = {
  readonly of: Collection;
  /** The input for reading their list; undefined if it cannot be read, so that nothing can be checked. */
  readonly listInput: Loose | undefined;
};

/** Records of one kind to delete. */
export type Removal = Listed &
  Agreed & {
    readonly permit: Permit<'deletes'>;
    /** Whether a copy is kept. Erasures, test mails and cleaned seeds leave none. */
    readonly kept: 'copy' | 'none';
    readonly nameOf?: ((id: Id) => string | undefined) | undefined;
    /** What batches call the records; without it, many go in batches if these accept what emk knows. */
    readonly by?: BulkIds | undefined;
    /** Whether what may still go is tried until `EMK_MAX_WAIT` has passed. */
    readonly untiring?: true;
    /** Where each request is written down before it is sent. */
    readonly journal?: Pick<Journal, 'begin' | 'answer'> | undefined;
  };

/** The ids in a batch: as given, or from this field of the listed records. */
export type BulkIds = 'given' | 'id' | 'utr';

/** The result for all records: those without a failure are gone. */
export type Removed = {readonly failed: readonly Failure[]; readonly stopped: EmkError | undefined};

/** Besides, the copy, and the names from the removal or else from the copy. */
type CopiedAndRemoved = Removed & {
  readonly kept: Kept | undefined;
  nameOf(id: Id): string | undefined;
};

/** How batches name the records, if they go in batches. Few go one by one, so each failure has its own answer. */
export const batchesBy = ({of, by}: Pick<Removal, 'of' | 'by'>, count: number): BulkIds | undefined =>
  by ?? (count > ONE_BY_ONE && hasBatches(of) ? 'given' : undefined);

const ONE_BY_ONE = 20;

/**
 * Deletes records: keeps a copy, sends one by one or in batches, continues past failures, looks at the list where only a
 * look can tell, and deletes alone what a batch has not deleted.
 */
export async function removeRecords(context: Context, removal: Removal, ids: readonly Id[]): Promise<CopiedAndRemoved> {
  const copied =
    removal.kept === 'copy'
      ? await (await import('../keeping/copy-records.js')).copyRecords(context, removal, ids)
      : nothingCopied;
  const nameOf = (id: Id): string | undefined => removal.nameOf?.(id) ?? copied.names.get(String(id));
  const named = {...removal, nameOf};
  const removed = removal.untiring
    ? await removeUntilGone(context, named, ids, copied)
    : await removeOnce(context, named, ids, copied);
  return {...removed, kept: copied.kept, nameOf};
}

const nothingCopied: CopiedRecords = {kept: undefined, names: new Map(), changed: new Set()};

async function removeOnce(
  context: Context,
  removal: Removal,
  ids: readonly Id[],
  {changed, listed}: Pick<CopiedRecords, 'changed' | 'listed'>,
): Promise<Removed> {
  const {of, nameOf} = removal;
  const by = batchesBy(removal, ids.length);
  const staying = ids.filter(id => changed.has(String(id)));
  const going = ids.filter(id => !changed.has(String(id)));
  const {targets, unknown} = await targetsOf(context, {...removal, listed}, by, going);
  const {failed, stopped} = await sendAndLook({context, removal, by}, targets);
  context.progress.clear();
  const left = staying.map(id => ({id, error: keptAsChanged(of, nameOf?.(id) ?? id)}));
  return {failed: [...left, ...unknown, ...[...failed].map(([{given}, error]) => ({id: given, error}))], stopped};
}

/** Deletes, looks, and deletes again what is left, until all is gone or `EMK_MAX_WAIT` has passed. */
async function removeUntilGone(
  context: Context,
  removal: Removal,
  ids: readonly Id[],
  copied: CopiedRecords,
): Promise<Removed> {
  const settled: Failure[] = [];
  let owed: readonly Failure[] | undefined;
  let stopped: EmkError | undefined;
  const round = async (): Promise<void> => {
    const isFirst = owed === undefined;
    const removed = await removeOnce(
      context,
      removal,
      owed?.map(({id}) => id) ?? ids,
      isFirst ? copied : nothingCopied,
    );
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
  return {failed: [...settled, ...(owed ?? [])], stopped};
}

/** Whether a record may still be deleted: its answer was lost, or nothing was applied. */
const mayGoAgain = (error: EmkError): boolean => error instanceof UnknownOutcomeError || mayPass(error);

const notYet = ({of}: Removal, count: number): UnreachableError =>
  new UnreachableError(`${counted(count, of.noun.one, of.noun.many)} ${plural(count, 'is', 'are')} still there.`);

/** A record to delete: its id as given, the id for the service, and what a batch calls it. */
type Target = {readonly given: Id; readonly id: Id; readonly inBatch: string};

/**
 * The records to delete, and the ids that are not in the list. A batch names each by the kind of id that it accepts. A
 * number that is not in the list is never sent: as another kind of id, it could be a different record's.
 */
async function targetsOf(
  context: Context,
  {of, listInput, listed, nameOf}: Removal & Pick<CopiedRecords, 'listed'>,
  by: BulkIds | undefined,
  ids: readonly Id[],
): Promise<{readonly targets: readonly Target[]; readonly unknown: readonly Failure[]}> {
  const given = ids.map((id): Target => ({given: id, id, inBatch: String(id)}));
  // Records under a parent were already checked.
  const isChecked = context.globals.dryRun || !listInput || Object.keys(listInput).length > 0;
  if (!by || (by === 'given' && isChecked)) return {targets: given, unknown: []};
  const found =
    by !== 'given'
      ? await codedTargets(context, {of, listInput}, by, ids)
      : listed
        ? given.filter(({id}) => listed.has(String(id)))
        : ((await stillListed(context, {of, listInput}, given)) ?? given);
  const there = new Map(found.map(target => [target.given, target]));
  return {
    targets: ids.flatMap(id => there.get(id) ?? []),
    unknown: ids.filter(id => !there.has(id)).map(id => ({id, error: noSuch(of.noun, nameOf?.(id) ?? id)})),
  };
}

/** The listed records that are meant by their code or by their number, and what a batch calls them. */
async function codedTargets(
  context: Context,
  {of, listInput}: Listed,
  by: 'id' | 'utr',
  ids: readonly Id[],
): Promise<readonly Target[]> {
  const wanted = new Map(ids.map(id => [String(id), id]));
  const found: Target[] = [];
  await forEachRecord(listedRecords(context, of, listInput), record => {
    for (const name of [String(record['utr']), String(record['id'])]) {
      const given = record['deleted_at'] ? undefined : wanted.get(name);
      if (given !== undefined) found.push({given, id: String(record[of.key]), inBatch: String(record[by])});
    }
  });
  return found;
}

/** Reads which records are still in the list; undefined without one. A row marked as deleted is gone. */
export async function stillListed<T extends {readonly id: Id}>(
  context: Pick<Context, 'stream'>,
  {of, listInput}: Listed,
  targets: readonly T[],
): Promise<readonly T[] | undefined> {
  if (!listInput) return undefined;
  const wanted = new Set(targets.map(({id}) => String(id)));
  const found = new Set<string>();
  await forEachRecord(listedRecords(context, of, listInput), record => {
    const id = String(record[of.key]);
    if (wanted.has(id) && !record['deleted_at']) found.add(id);
  });
  return targets.filter(({id}) => found.has(String(id)));
}

type Sending = {readonly context: Context; readonly removal: Removal; readonly by: BulkIds | undefined};

type Errors = Map<Target, EmkError>;

/** Why some are not gone, and what stopped the rest. */
type Outcome = {readonly failed: Errors; readonly stopped: EmkError | undefined};

/** Sends all, and looks at the list after a lost answer, and always after batches: they say nothing of single records. */
async function sendAndLook(sending: Sending, targets: readonly Target[]): Promise<Outcome> {
  const {failed, open, stopped} = await sendAll(sending, targets);
  if (open.size === 0) return {failed, stopped};
  const {left, unreadable, interrupted} = await lookEvenAfterASignal(sending, [...open.keys()]);
  const ended = stopped ?? interrupted;
  if (left && left.length > 0 && sending.by && !ended) return deleteAlone({...sending, by: undefined}, left, failed);
  const why = unreadable ? unchecked(unreadable) : left && stillThere();
  for (const target of left ?? open.keys()) {
    const error = open.get(target) ?? why;
    if (error) failed.set(target, error);
  }
  return {failed, stopped: ended};
}

/** Deletes one by one what a batch has not deleted. What is not found now was deleted by that batch, only late. */
async function deleteAlone(sending: Sending, left: readonly Target[], failed: Errors): Promise<Outcome> {
  const each = await sendAndLook(sending, left);
  for (const [target, error] of each.failed) if (!(error instanceof NotFoundError)) failed.set(target, error);
  const again = await look(
    sending,
    left.filter(target => !failed.has(target)),
  );
  for (const target of again.left ?? []) failed.set(target, stillThere());
  return {failed, stopped: each.stopped ?? again.unreadable};
}

/** Sends each, or batches of them. `open` are those that may be gone or not, with the error of their request. */
async function sendAll(
  sending: Sending,
  targets: readonly Target[],
): Promise<Outcome & {readonly open: ReadonlyMap<Target, EmkError | undefined>}> {
  const {context, removal, by} = sending;
  const failed: Errors = new Map();
  const open = new Map<Target, EmkError | undefined>();
  const size = by ? IN_BATCH : 1;
  for (let at = 0; at < targets.length; at += size) {
    if (targets.length > 1)
      context.progress.show({label: `Deleting ${removal.of.noun.many}`, done: at, total: targets.length});
    const part = targets.slice(at, at + size);
    const {error, isOpen} = await sendPart(sending, part);
    if (isOpen) setAll(open, part, error);
    else if (error) setAll(failed, part, error);
    if (!error || !stopsEverything(error)) continue;
    setAll(failed, targets.slice(at + size), notTried(error));
    return {failed, open, stopped: error};
  }
  return {failed, open, stopped: undefined};
}

function setAll<T>(map: Map<Target, T>, some: readonly Target[], value: T): void {
  for (const target of some) map.set(target, value);
}

/** The size of a batch, well below 1,000: PHP silently drops further fields and still answers success. */
const IN_BATCH = 200;

/** Sends one request, which the journal announces. It is open as long as only a look can tell what it did. */
async function sendPart(
  {context, removal: {of, permit, nameOf, journal}, by}: Sending,
  part: readonly Target[],
): Promise<{readonly error: EmkError | undefined; readonly isOpen: boolean}> {
  const step = journal?.begin(
    'deletes',
    of.key === 'id'
      ? {ids: rangesOfNumbers(part.map(({id}) => Number(id)))}
      : {items: part.map(({id}) => ({kind: of.noun.many, key: String(id)}))},
  );
  const [{id, given}] = part as [Target];
  const operation = deletionOf(of);
  const sent = by
    ? context.send(permit, bulkDeletionOf(of) as BulkDeletion, {
        strIds: [...new Set(part.map(({inBatch}) => inBatch))],
      })
    : context.send(permit, operation, {[recordName(operation) ?? 'id']: id} as never).catch(error => {
        throw error instanceof NotFoundError ? noSuch(of.noun, nameOf?.(given) ?? given, error) : error;
      });
  const error = await sent.then(
    () => undefined,
    thrown => toEmkError(thrown, context.host),
  );
  // A signal may have cut off the answer to a request that was applied.
  const isLost = error instanceof UnknownOutcomeError || error instanceof InterruptedError;
  const isOpen = by ? isLost || !error || !stopsEverything(error) : error instanceof UnknownOutcomeError;
  const failure = isLost || isOpen ? 'unknown' : 'not_applied';
  if (step !== undefined) journal?.answer(step, error ? failure : 'acknowledged');
  return {error, isOpen};
}

/** Those that are still there, or why nobody knows. */
type Look = {readonly left?: readonly Target[] | undefined; readonly unreadable?: EmkError};

const look = async (
  {context, removal}: Sending,
  some: readonly Target[],
  client: Pick<Context, 'stream'> = context,
): Promise<Look> =>
  context.globals.dryRun
    ? {left: []}
    : stillListed(client, removal, some).then(
        left => ({left}),
        thrown => ({unreadable: toEmkError(thrown, context.host)}),
      );

/** Looks once more after a signal: the person must learn what is gone. A second signal, or ten seconds, end this too. */
async function lookEvenAfterASignal(
  sending: Sending,
  some: readonly Target[],
): Promise<Look & {readonly interrupted?: EmkError}> {
  const first = await look(sending, some);
  if (!(first.unreadable instanceof InterruptedError)) return first;
  const late = sending.context.until(AbortSignal.timeout(10_000));
  return {...(await look(sending, some, late)), interrupted: first.unreadable};
}

/** The error for a record that stays, because it is not what somebody agreed to delete or unsubscribe. */
export const keptAsChanged = ({noun}: Collection, name: Id): PartialError =>
  new PartialError(`${capital(noun.one)} ${name} was changed in the meantime, so emk left it alone.`);

const unchecked = (cause: EmkError): EmkError =>
  new PartialError(`The service says it is deleted, but emk could not check: ${cause.message}`, {cause});

const stillThere = (): EmkError => new PartialError('The service says it is deleted, but the list still shows it.');
