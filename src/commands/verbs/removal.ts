import {forEachRecord} from '../../api/answers/record-sources.js';
import {bulkDeletionOf, type Collection, deletionOf, hasBatches} from '../../api/describe/collection.js';
import type {BulkDeletion} from '../../api/describe/operation.js';
import type {Permit} from '../../api/describe/permit.js';
import {recordName} from '../../api/describe/route.js';
import type {Loose} from '../../api/describe/schema.js';
import {
  type EmkError,
  mayPass,
  NotFoundError,
  PartialError,
  UnknownOutcomeError,
  UnreachableError,
} from '../../errors.js';
import type {Done, Failure} from '../../output/results/result.js';
import {capital, counted, plural} from '../../words/sentence.js';
import {type Batches, deleteInBatches} from '../../work/batches.js';
import {rangesOfNumbers} from '../../work/ranges.js';
import type {Context} from '../command.js';
import type {Copied} from '../keeping/keep-before.js';
import {noSuch} from '../not-found.js';
import {listedRecords} from './listed.js';
import type {NamedRecords} from './names.js';
import {type Id, type Removed, reportOf} from './removal-report.js';

/** How to delete records of one kind, and how to check that they are gone. */
export type Removal = Listed & {
  readonly permit: Permit<'deletes'>;
  readonly copied: Copied;
  readonly nameOf?: NamedRecords['nameOf'];
  /** How batches name the records; `many` goes in batches if there are many and they accept what emk knows. */
  readonly by?: BulkIds | 'many' | undefined;
  /** Which of the given ids are in the list, if it was just read. */
  readonly listed?: Pick<ReadonlySet<string>, 'has'> | undefined;
  /** Records that are not what was agreed to any more: they stay. */
  readonly changed?: ReadonlySet<string> | undefined;
  readonly journal?: Batches<unknown>['journal'];
};

/** Where records of one kind are listed. */
export type Listed = {
  readonly of: Collection;
  /** The input for reading their list; undefined if it cannot be read, so that nothing can be checked. */
  readonly listInput: Loose | undefined;
};

/** The ids in a batch: as given, or from this field of the listed records. */
export type BulkIds = 'given' | 'id' | 'utr';

/** How batches name the records, if they go in batches. Few go one by one, so each failure has its own answer. */
export function batchesBy({of, by}: Pick<Removal, 'of' | 'by'>, count: number): BulkIds | undefined {
  if (by !== 'many') return by;
  return count > ONE_BY_ONE && hasBatches(of) ? 'given' : undefined;
}

const ONE_BY_ONE = 20;

/** Deletes records and checks that they are gone. The list is read before batches too: they say nothing of single records. */
export async function removeRecords(context: Context, removal: Removal, ids: readonly Id[]): Promise<Removed> {
  const {of, permit, nameOf, changed} = removal;
  const {send, progress, host, globals} = context;
  const by = batchesBy(removal, ids.length);
  const {targets, unknown} = await targetsOf(
    context,
    removal,
    by,
    ids.filter(id => !changed?.has(String(id))),
  );
  const kept = ids
    .filter(id => changed?.has(String(id)))
    .map(id => ({id, error: keptAsChanged(of, nameOf?.(id) ?? id)}));
  const operation = deletionOf(of);
  const parameter = recordName(operation) ?? 'id';
  const bulk = bulkDeletionOf(of) as BulkDeletion;
  const {failed, stopped} = await deleteInBatches(targets, {
    host,
    several: by && (some => send(permit, bulk, {strIds: [...new Set(some.map(({inBatch}) => inBatch))]})),
    one: ({id, given}) =>
      send(permit, operation, {[parameter]: id} as never).catch(error => {
        throw error instanceof NotFoundError ? noSuch(of.noun, nameOf?.(given) ?? given, error) : error;
      }),
    left: async (some, late) =>
      globals.dryRun ? [] : stillListed(late ? {...context, ...lastLook(context)} : context, removal, some),
    journal: removal.journal,
    about: some =>
      of.key === 'id'
        ? {ids: rangesOfNumbers(some.map(({id}) => Number(id)))}
        : {items: some.map(({id}) => ({kind: of.noun.many, key: String(id)}))},
    sending(done) {
      if (targets.length > 1) progress.show({label: `Deleting ${of.noun.many}`, done, total: targets.length});
    },
  });
  progress.clear();
  return {failed: [...kept, ...unknown, ...[...failed].map(([{given}, error]) => ({id: given, error}))], stopped};
}

/** The error for a record that stays, because it is not what somebody agreed to delete or unsubscribe. */
export const keptAsChanged = ({noun}: Collection, name: Id): PartialError =>
  new PartialError(`${capital(noun.one)} ${name} was changed in the meantime, so emk left it alone.`);

/** Ends after as long as a person waits for the last look after Ctrl-C. */
const lastLook = ({until}: Context) => until(AbortSignal.timeout(10_000));

/** Deletes, looks, and deletes again what is left, until all is gone or `EMK_MAX_WAIT` has passed. */
export async function removeUntilGone(context: Context, removal: Removal, ids: readonly Id[]): Promise<Done> {
  const settled: Failure[] = [];
  let owed: readonly Failure[] | undefined;
  let stopped: EmkError | undefined;
  const round = async (): Promise<void> => {
    const isFirst = owed === undefined;
    const {listed, ...looking} = removal;
    const removed = await removeRecords(context, isFirst ? removal : looking, owed?.map(({id}) => id) ?? ids);
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

const notYet = ({of}: Removal, count: number): UnreachableError =>
  new UnreachableError(`${counted(count, of.noun.one, of.noun.many)} ${plural(count, 'is', 'are')} still there.`);

/** A record to delete: its id as given, the id for the service, and what a batch calls it. */
type Target = {readonly given: Id; readonly id: Id; readonly inBatch: string};

type Targets = {readonly targets: readonly Target[]; readonly unknown: readonly Failure[]};

/**
 * The records to delete, and the ids that are not in the list. A batch names each by the kind of id that it accepts. A
 * number that is not in the list is never sent: as another kind of id, it could be a different record's.
 */
async function targetsOf(
  context: Context,
  {of, listInput, listed, nameOf}: Removal,
  by: BulkIds | undefined,
  ids: readonly Id[],
): Promise<Targets> {
  const asGiven = (id: Id): Target => ({given: id, id, inBatch: String(id)});
  const {dryRun} = context.globals;
  // Records under a parent were already checked.
  const isSure = !by || (by === 'given' && (dryRun || !listInput || Object.keys(listInput).length > 0));
  if (isSure) return {targets: ids.map(asGiven), unknown: []};
  const given = ids.map(asGiven);
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
  context: Context,
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
