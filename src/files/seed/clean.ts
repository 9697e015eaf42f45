import {rmSync} from 'node:fs';
import {allRecords, forEachRecord} from '../../api/answers/record-sources.js';
import {type Collection, deletionsOf} from '../../api/describe/operation.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose, Operation} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {effectOf, join} from '../../change/effect/effect.js';
import {isNamedByAddress} from '../../change/identity/identities.js';
import {afterChange} from '../../change/records/after-change.js';
import {listedRecords} from '../../change/records/read.js';
import {removeRecords} from '../../change/records/remove-records.js';
import {type Ended, ended, endedEach, errorIn, noWork} from '../../change/work/ending.js';
import type {Id} from '../../change/work/journal.js';
import {notTried} from '../../change/work/stop-errors.js';
import {type EmkError, PartialError} from '../../core/errors.js';
import {counted, withMore} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import groupRecipients from '../../endpoints/group-recipients.js';
import {leftEverything} from '../../endpoints/unsubscribes.js';
import {doneResult} from '../../output/results/result.js';
import {isNotDeleted} from '../../records/fields/path.js';
import {serviceName} from '../account/entries.js';
import type {KindName} from '../account/keys.js';
import {kinds} from '../account/kinds.js';
import {isShared, seedKinds} from './keys.js';
import {markIn, markInAddress} from './marks.js';
import {withRun} from './runs.js';

/** Where marked records are listed, and how they are called there. */
type MarkedKind = {
  readonly of: Collection;
  readonly listInput: Loose;
  readonly nameOf: (record: Loose) => string;
  readonly markOf: typeof markInAddress;
};

/** A record with the mark of a run. People on lists are records too. */
type Marked = {
  readonly run: string;
  readonly place: MarkedKind;
  readonly id: Id;
  readonly name: string;
  /** When it was created, in milliseconds; NaN if the service does not say. */
  readonly created: number;
};

type CleanOptions = {
  /** One run, or all whose records were all created before this moment. */
  readonly which: {readonly run: string} | {readonly before: number};
  readonly maxDelete: number | undefined;
};

/** Finds what runs have left in the account, by the marks in names and addresses, and deletes it. */
export async function runClean(context: Context, {which, maxDelete}: CleanOptions): Promise<Ended> {
  const runs =
    'run' in which
      ? [which.run]
      : byRun(await findMarked(context)).flatMap(({run, youngest}) => (youngest < which.before ? [run] : []));
  const clean = runs.reduce(
    (inner, run) => () =>
      withRun(context, run, async folder => {
        const result = await inner();
        if (!context.globals.dryRun && !errorIn(result)) rmSync(folder, {recursive: true, force: true});
        return result;
      }),
    async () => {
      const marked = await findMarked(context);
      return removeMarked(
        context,
        marked.filter(({run}) => runs.includes(run)),
        maxDelete,
      );
    },
  );
  return clean();
}

/** The runs that left something, each with the time of its newest record; NaN if the service does not say for all. */
export function byRun(marked: readonly Marked[]) {
  const runs = [...new Set(marked.map(({run}) => run))].sort();
  return runs.map(run => {
    const times = marked.filter(one => one.run === run).map(({created}) => created);
    return {run, records: times.length, youngest: times.reduce((latest, time) => Math.max(latest, time))};
  });
}

/** All marked records of the account, in an order in which nothing comes before what it refers to. */
export async function findMarked(context: Context): Promise<readonly Marked[]> {
  const found: Marked[] = [];
  const look = async (place: MarkedKind): Promise<void> => {
    const {of, listInput, nameOf, markOf} = place;
    context.progress.show({label: `Reading ${of.noun.many}`});
    await forEachRecord(listedRecords(context, of, listInput), record => {
      const name = nameOf(record);
      const run = isNotDeleted(record) ? markOf(name)?.run : undefined;
      const created = Date.parse(String(record['created_at']));
      if (run !== undefined) found.push({run, place, id: record[of.key] as Id, name, created});
    });
  };
  for (const kind of seedKinds.filter(each => !isShared(each))) await look(placeOf(kind));
  for (const {id} of await allRecords(listedRecords(context, kinds.groups.collection)))
    await look({
      of: groupRecipients,
      listInput: {groupId: id},
      nameOf: one => String(one['email_address']),
      markOf: markInAddress,
    });
  if (found.some(({place}) => place.of === kinds.lists.collection))
    await look({of: contacts, listInput: {}, nameOf: ({email}) => String(email), markOf: markInAddress});
  context.progress.clear();
  return found;
}

const placeOf = (kind: KindName): MarkedKind => ({
  of: kinds[kind].collection,
  listInput: {},
  // The list of people who get no mail may include those who left only a group.
  nameOf: one => (kind === 'unsubscribes' && !leftEverything(one) ? '' : serviceName(kind)(one)),
  markOf: isNamedByAddress(kind) ? markInAddress : name => markIn(kind, name),
});

async function removeMarked(
  context: Context,
  marked: readonly Marked[],
  maxDelete: number | undefined,
): Promise<Ended> {
  if (marked.length === 0) return ended(noWork, doneResult('emk found nothing to delete.'));
  const places = [...new Set(marked.map(({place}) => place))];
  const at = (place: MarkedKind): readonly Marked[] => marked.filter(one => one.place === place);
  const what = `${counted(marked.length, 'record')} of ${withMore([...new Set(marked.map(({run}) => run))])}`;
  const effect = join(...places.map(place => effectOf('deletes', place.of, at(place).length, {wayBack: 'files'})));
  const permit = await context.agree(effect, {what: `Delete ${what}`, maxDelete});
  if (context.globals.dryRun) return ended(noWork, doneResult(`Would delete ${what}.`));
  const failed = new Map<Marked, EmkError>();
  let stopped: EmkError | undefined;
  // People go before their lists, and everything before what it refers to.
  for (const place of places.reverse()) {
    if (stopped) for (const one of at(place)) failed.set(one, notTried(stopped));
    else stopped = await removeAt(context, permit, at(place), failed);
  }
  const done = marked.flatMap(one => (failed.has(one) ? [] : [one.name]));
  const failures = [...failed].map(([{name}, error]) => ({id: name, error}));
  const sentence = failures.length === 0 ? `Deleted ${what}.` : '';
  return endedEach({kind: 'done', sentence, done, failed: failures, stopped});
}

/** Deletes what is listed at one place, and notes what stays. A list with other people stays with them. */
async function removeAt(
  context: Context,
  permit: Permit<'deletes'>,
  marked: readonly Marked[],
  failed: Map<Marked, EmkError>,
): Promise<EmkError | undefined> {
  const [
    {
      place: {of, listInput},
    },
  ] = marked as [Marked];
  const filled = of === kinds.lists.collection ? await filledLists(context) : undefined;
  const going = new Map<Id, Marked>();
  for (const one of marked)
    if (filled?.has(one.id)) failed.set(one, hasOthers);
    else going.set(one.id, one);
  // The seed is the copy.
  const gone = await removeRecords(context, {of, listInput, permit, kept: 'none'}, [...going.keys()]);
  for (const {id, error} of gone.failed) failed.set(going.get(id) as Marked, error);
  return gone.stopped;
}

const hasOthers = new PartialError('It has contacts that no seed made, so emk kept it with them.');

/** The lists with people on them, once those of a seed are gone. */
async function filledLists(context: Context): Promise<ReadonlySet<unknown>> {
  const change = {happened: 'Test data was deleted', lostAnswer: undefined, hint: 'Run the same line again.'};
  const lists = await afterChange(context, change, () => allRecords(listedRecords(context, kinds.lists.collection)));
  return new Set(lists.filter(one => Number(one['contacts_count']) > 0).map(({id}) => id));
}

export const cleanOperations: readonly Operation[] = [
  ...seedKinds.map(each => kinds[each].collection.list),
  ...[groupRecipients.list, contacts.list],
  ...deletionsOf(
    ...seedKinds.filter(each => !isShared(each)).map(each => kinds[each].collection),
    ...[groupRecipients, contacts],
  ),
];
