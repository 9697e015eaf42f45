import {forEachRecord} from '../../api/answers/record-sources.js';
import {bulkDeletionOf, type Collection, deletionOf, hasBatches} from '../../api/describe/collection.js';
import type {BulkDeletion} from '../../api/describe/operation.js';
import type {Permit} from '../../api/describe/permit.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose} from '../../api/describe/schema.js';
import {notTried, stopsEverything, toEmkError} from '../../change/work/stop-errors.js';
import {type EmkError, InterruptedError, NotFoundError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {capital} from '../../core/words/sentence.js';
import type {Failure} from '../../output/results/result.js';
import type {Context} from '../command.js';
import type {Agreed, CopiedRecords} from '../keeping/copy-records.js';
import type {Kept} from '../keeping/keeping.js';
import {listedRecords, noSuch} from '../records.js';

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
    /** Called before each request, so that a journal can announce it. */
    begins?(): void;
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
 * look can tell, and deletes alone and once more what is still there.
 */
export async function removeRecords(context: Context, removal: Removal, ids: readonly Id[]): Promise<CopiedAndRemoved> {
  const copied =
    removal.kept === 'copy'
      ? await (await import('../keeping/copy-records.js')).copyRecords(context, removal, ids)
      : nothingCopied;
  const {kept, names, changed, listed} = copied;
  const nameOf = (id: Id): string | undefined => removal.nameOf?.(id) ?? names.get(String(id));
  const by = batchesBy(removal, ids.length);
  const sending = {context, removal: {...removal, nameOf}, by, isLast: false};
  const staying = ids.filter(id => changed.has(String(id)));
  const going = ids.filter(id => !changed.has(String(id)));
  const targets = await targetsOf(sending, going, listed);
  const there = new Set(targets.map(({given}) => given));
  const absent = going.filter(id => !there.has(id));
  const {failed, stopped} = await sendAndLook(sending, targets);
  context.progress.clear();
  const failures = [
    ...staying.map(id => ({id, error: keptAsChanged(removal.of, nameOf(id) ?? id)})),
    ...absent.map(id => ({id, error: noSuch(removal.of.noun, nameOf(id) ?? id)})),
    ...[...failed].map(([{given}, error]) => ({id: given, error})),
  ];
  return {failed: failures, stopped, kept, nameOf};
}

const nothingCopied: CopiedRecords = {kept: undefined, names: new Map(), changed: new Set()};

/** The error for a record that stays, because it is not what somebody agreed to delete or unsubscribe. */
export const keptAsChanged = ({noun}: Collection, name: Id): PartialError =>
  new PartialError(`${capital(noun.one)} ${name} was changed in the meantime, so emk left it alone.`);

/** A record to delete: its id as given, the id for the service, and what a batch calls it. */
type Target = {readonly given: Id; readonly id: Id; readonly inBatch: string};

/**
 * The records to delete, without those that are not in the list. A batch names each by the kind of id that it accepts. A
 * number that is not in the list is never sent: as another kind of id, it could be a different record's.
 */
async function targetsOf(
  {context, removal, by}: Sending,
  ids: readonly Id[],
  listed: CopiedRecords['listed'],
): Promise<readonly Target[]> {
  const given = ids.map((id): Target => ({given: id, id, inBatch: String(id)}));
  if (by === 'id' || by === 'utr') return codedTargets(context, removal, by, ids);
  // Records under a parent were already checked.
  const isChecked = context.globals.dryRun || !removal.listInput || Object.keys(removal.listInput).length > 0;
  if (!by || isChecked) return given;
  if (listed) return given.filter(({id}) => listed.has(String(id)));
  return (await stillListed(context, removal, given)) ?? given;
}

/** The listed records that are meant by their code or by their number, and what a batch calls them. */
async function codedTargets(
  context: Context,
  {of, listInput}: Listed,
  by: 'id' | 'utr',
  ids: readonly Id[],
): Promise<readonly Target[]> {
  const wanted = new Map(ids.map(id => [String(id), id]));
  const found = new Map<Id, Target>();
  await forEachRecord(listedRecords(context, of, listInput), record => {
    for (const name of [String(record['utr']), String(record['id'])]) {
      const given = record['deleted_at'] ? undefined : wanted.get(name);
      if (given !== undefined) found.set(given, {given, id: String(record[of.key]), inBatch: String(record[by])});
    }
  });
  return ids.flatMap(id => found.get(id) ?? []);
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

type Sending = {
  readonly context: Context;
  readonly removal: Removal;
  readonly by: BulkIds | undefined;
  /** Whether these were sent before: then none is sent again, and only a look tells what is gone. */
  readonly isLast: boolean;
};

type Errors = Map<Target, EmkError>;

/** Why some are not gone, and what stopped the rest. */
type Outcome = {readonly failed: Errors; readonly stopped: EmkError | undefined};

/**
 * Sends all, and looks at the list after a lost answer, and always after batches: they say nothing of single records. What
 * is still there goes once more, alone.
 */
async function sendAndLook(sending: Sending, targets: readonly Target[]): Promise<Outcome> {
  const {failed, open, stopped} = await sendAll(sending, targets);
  if (open.size === 0) return {failed, stopped};
  const {left, unreadable, interrupted} = await lookEvenAfterASignal(sending, [...open.keys()]);
  const ended = stopped ?? interrupted;
  if (left && left.length > 0 && !sending.isLast && !ended) {
    const again = await sendAndLook({...sending, by: undefined, isLast: true}, left);
    return {failed: new Map([...failed, ...again.failed]), stopped: again.stopped};
  }
  const why = unreadable ? unchecked(unreadable) : left && stillThere();
  for (const target of left ?? open.keys()) {
    const error = open.get(target) ?? why;
    if (error) failed.set(target, error);
  }
  return {failed, stopped: ended};
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

/** Sends one request. It is open as long as only a look can tell what it did. */
async function sendPart(
  {context, removal, by, isLast}: Sending,
  part: readonly Target[],
): Promise<{readonly error: EmkError | undefined; readonly isOpen: boolean}> {
  const {of, permit, nameOf} = removal;
  const [{id, given}] = part as [Target];
  const operation = deletionOf(of);
  removal.begins?.();
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
  // A signal may have cut off the answer to a batch that was applied.
  const isLost = error instanceof UnknownOutcomeError || (by && error instanceof InterruptedError);
  const isUnsaid = (by || isLast) && (!error || !stopsEverything(error));
  return {error, isOpen: Boolean(isLost || isUnsaid)};
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

const unchecked = (cause: EmkError): EmkError =>
  new PartialError(`The service says it is deleted, but emk could not check: ${cause.message}`, {cause});

const stillThere = (): EmkError => new PartialError('The service says it is deleted, but the list still shows it.');
