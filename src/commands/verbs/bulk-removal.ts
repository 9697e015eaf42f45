import {forEachRecord} from '../../api/answers/record-sources.js';
import {bulkDeletionOf} from '../../api/describe/collection.js';
import type {BulkDeletion} from '../../api/describe/operation.js';
import type {Loose} from '../../api/describe/schema.js';
import {type EmkError, InterruptedError, NotFoundError, PartialError} from '../../errors.js';
import type {Done, Failure} from '../../output/results/result.js';
import {notTried, stopsEverything, toEmkError} from '../../work/stop-errors.js';
import type {Context} from '../command.js';
import {noSuch} from '../not-found.js';
import {listedRecords} from './listed.js';
import {type Id, type Removal, type Removed, removeEach, stillListed, type Target} from './removal.js';
import {reportOf} from './removal-report.js';

/** How to delete records in batches. */
export type BulkRemoval = Removal & {
  readonly by: BulkIds;
  /** Which of the given ids are in the list, if it was just read. */
  readonly listed?: Pick<ReadonlySet<string>, 'has'> | undefined;
};

/** The ids in a batch: as given, or from this field of the listed records. */
export type BulkIds = 'given' | 'id' | 'utr';

/** Deletes in batches. The list is read before and afterwards, since a batch says nothing of single records. */
export async function removeInBulk(context: Context, removal: BulkRemoval, ids: readonly Id[]): Promise<Done> {
  const {of, listInput, by, nameOf = () => undefined} = removal;
  const {dryRun} = context.globals;
  const {targets, unknown} =
    by !== 'given'
      ? await listedTargets(context, removal, by, ids)
      : dryRun
        ? asGiven(ids)
        : await listedOfGiven(context, removal, ids);
  const sent = await sendBatches(context, removal, targets);
  const {failed, stopped} = dryRun ? {failed: [], stopped: undefined} : await deleteWhatIsLeft(context, removal, sent);
  const certainty = dryRun ? 'Would delete' : listInput && by === 'given' ? 'gone' : 'Deleted';
  return reportOf(of.noun, ids, certainty, {failed: [...unknown, ...failed], stopped}, nameOf);
}

type BatchTarget = Target & {readonly inBatch: string};

type Targets = {readonly targets: readonly BatchTarget[]; readonly unknown: readonly Failure[]};

const asGiven = (ids: readonly Id[]): Targets => ({
  targets: ids.map(id => ({given: id, id, inBatch: String(id)})),
  unknown: [],
});

/** The given ids that are in the list. Records under a parent were already checked. */
async function listedOfGiven(context: Context, removal: BulkRemoval, ids: readonly Id[]): Promise<Targets> {
  const {targets, unknown} = asGiven(ids);
  const {of, listed, listInput = {}} = removal;
  const {left, unreadable} = listed
    ? {left: targets.filter(({id}) => listed.has(String(id)))}
    : Object.keys(listInput).length > 0
      ? {}
      : await stillListed(context, removal, targets);
  if (unreadable) throw unreadable;
  if (!left) return {targets, unknown};
  const there = new Set<Target>(left);
  const absent = targets.filter(target => !there.has(target));
  return {
    targets: targets.filter(target => there.has(target)),
    unknown: absent.map(({given}) => ({id: given, error: noSuch(of.noun, removal.nameOf?.(given) ?? given)})),
  };
}

/**
 * Looks up the records, so that a batch names each by the kind of id that it accepts. A number that is not in the list
 * is never sent: if the service read it as another kind of id, it could delete a different record.
 */
async function listedTargets(
  context: Context,
  {of, listInput, nameOf}: BulkRemoval,
  by: 'id' | 'utr',
  ids: readonly Id[],
): Promise<Targets> {
  const wanted = new Set(ids.map(String));
  const found = new Map<string, Loose>();
  if (listInput) {
    await forEachRecord(listedRecords(context, of, listInput), record => {
      for (const name of [String(record['utr']), String(record['id'])]) {
        if (wanted.has(name) && !record['deleted_at']) found.set(name, record);
      }
    });
  }
  const targets: BatchTarget[] = [];
  const unknown: Failure[] = [];
  for (const given of ids) {
    const record = found.get(String(given));
    if (record) targets.push({given, id: String(record[of.key]), inBatch: String(record[by])});
    else unknown.push({id: given, error: noSuch(of.noun, nameOf?.(given) ?? given)});
  }
  return {targets, unknown};
}

/** The answer for each target whose batch may have been applied, and the targets whose batch certainly was not. */
type Sent = Removed & {readonly answers: ReadonlyMap<Target, EmkError | undefined>};

async function sendBatches(
  {send, progress, host}: Context,
  {of, permit}: BulkRemoval,
  targets: readonly BatchTarget[],
): Promise<Sent> {
  const bulk = bulkDeletionOf(of) as BulkDeletion;
  const answers = new Map<Target, EmkError | undefined>();
  const failed: Failure[] = [];
  let stopped: EmkError | undefined;
  for (let at = 0; at < targets.length; at += BATCH) {
    const batch = targets.slice(at, at + BATCH);
    if (stopped) {
      const error = notTried(stopped);
      failed.push(...batch.map(({given}) => ({id: given, error})));
      continue;
    }
    progress.show({label: `Deleting ${of.noun.many}`, done: at, total: targets.length});
    const strIds = [...new Set(batch.map(({inBatch}) => inBatch))];
    const error = await send(permit, bulk, {strIds}).then(
      () => undefined,
      thrown => toEmkError(thrown, host),
    );
    // A signal may have cut off the answer to a batch that was applied.
    const isUntouched = error && stopsEverything(error) && !(error instanceof InterruptedError);
    if (isUntouched) failed.push(...batch.map(({given}) => ({id: given, error})));
    else for (const target of batch) answers.set(target, error);
    if (error && stopsEverything(error)) stopped = error;
  }
  progress.clear();
  return {answers, failed, stopped};
}

/** The size of a batch, well below 1,000: PHP silently drops further fields and still answers success. */
const BATCH = 200;

/** Deletes remaining records one by one, unless the reason that stopped the batches would stop this too. */
async function deleteWhatIsLeft(
  context: Context,
  removal: BulkRemoval,
  {answers, failed, stopped}: Sent,
): Promise<Removed> {
  if (answers.size === 0) return {failed, stopped};
  const sent = [...answers.keys()];
  const {left, unreadable, interrupted} = await lookOnce(context, removal, sent);
  const failuresOf = (of: readonly Target[], otherwise: EmkError | undefined) =>
    of.flatMap(target => {
      const error = answers.get(target) ?? otherwise;
      return error ? [{id: target.given, error}] : [];
    });
  const ended = stopped ?? interrupted;
  if (unreadable) return {failed: [...failed, ...failuresOf(sent, unchecked(unreadable))], stopped: ended};
  if (!left) return {failed: [...failed, ...failuresOf(sent, undefined)], stopped: ended};
  if (ended) return {failed: [...failed, ...failuresOf(left, stillThere())], stopped: ended};
  const each = await removeEach(context, removal, left);
  // It was in the list a moment ago, so the batch was applied late and has deleted it.
  const failures = each.failed.filter(({error}) => !(error instanceof NotFoundError));
  const known = new Set(failures.map(({id}) => id));
  const again = await stillListed(
    context,
    removal,
    left.filter(({given}) => !known.has(given)),
  );
  const stayed = (again.left ?? []).map(({given}) => ({id: given, error: stillThere()}));
  return {failed: [...failures, ...stayed], stopped: each.stopped ?? again.unreadable};
}

/** Reads the list once, even after a signal: the person must learn what is gone. A second signal ends this too. */
async function lookOnce(context: Context, removal: Removal, targets: readonly Target[]): Promise<LookedOnce> {
  const look = await stillListed(context, removal, targets);
  if (!(look.unreadable instanceof InterruptedError)) return look;
  const late = {...context, ...context.until(AbortSignal.timeout(LAST_LOOK))};
  return {...(await stillListed(late, removal, targets)), interrupted: look.unreadable};
}

type LookedOnce = Awaited<ReturnType<typeof stillListed>> & {readonly interrupted?: EmkError};

/** How long a person waits for that after Ctrl-C, in milliseconds. */
const LAST_LOOK = 10_000;

const unchecked = (cause: EmkError): EmkError =>
  new PartialError(`The service says it is deleted, but emk could not check: ${cause.message}`, {cause});

const stillThere = (): EmkError => new PartialError('The service says it is deleted, but the list still shows it.');
