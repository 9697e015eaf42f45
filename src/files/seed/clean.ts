import {type Target, targetOf} from '../../accounts/target.js';
import {allRecords} from '../../api/answers/record-sources.js';
import {type Collection, deletionsOf} from '../../api/describe/operation.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Loose, Operation} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {effectOf, join} from '../../change/effect/effect.js';
import {isNamedByAddress} from '../../change/identity/identities.js';
import {afterChange} from '../../change/records/after-change.js';
import {mailAgainInWords, somePeople} from '../../change/records/mail-again.js';
import {listedRecords} from '../../change/records/read.js';
import type {Id} from '../../change/records/remove-records.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../change/work/ending.js';
import {EmkError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {about, integer, listOf, object, optional, text} from '../../core/json-schema/describe.js';
import {counted, withMore} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import groupRecipients from '../../endpoints/group-recipients.js';
import {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {somePeople as peopleShape, type SomePeople, sum} from '../../output/results/documents.js';
import {clean as cleaned} from '../../output/text/sanitise.js';
import {endingInWords} from '../../resources/automations-work.js';
import {removeAll} from '../account/changes.js';
import {kinds} from '../account/kinds.js';
import {id, kind} from '../account/shapes.js';
import {isShared, seedKinds} from './keys.js';
import {findRuns, forgetRun, type IsWanted, type MarkedRecord, type RunFound, refuseGuarded, withRun} from './runs.js';

const record = {kind, name: text, as: about('Its name in the account', text), id};

/** What a clean has deleted, run by run, and what stays. */
export const cleanedShape = object({
  runs: listOf(
    object({
      run: text,
      records: listOf(object(record)),
      contacts: integer,
      kept: listOf(object({...record, why: text})),
    }),
  ),
  mail_again: about('The people whose unsubscribe was deleted', peopleShape),
  sum: optional(sum),
});

type CleanOptions = {
  /** One run, or all whose records were all created before this moment. */
  readonly which: {readonly run: string} | {readonly before: number};
  /** Whether to delete also people whom others have added to a run's lists. */
  readonly force: boolean;
  readonly maxDelete: number | undefined;
};

/** Finds what runs have left in the account, by the marks in names and addresses, and deletes it. */
export async function runClean(context: Context, options: CleanOptions): Promise<Ended> {
  const account = await context.account();
  refuseGuarded(account);
  const {which} = options;
  const target = targetOf(account);
  const clean = (runs: readonly string[], isWanted: IsWanted): Promise<Ended> =>
    runs.reduce(
      (inner, run) => () => withRun(context.host, target, run, inner),
      () => cleanRuns(context, options, target, runs, isWanted),
    )();
  if ('run' in which) return clean([which.run], run => run === which.run);
  const isOld: IsWanted = (_, youngest) => youngest < which.before;
  const old = (await findRuns(context, isOld)).map(({run}) => run).sort();
  // Searched again under their locks: a job may have continued one of them meanwhile.
  return clean(old, (run, youngest) => old.includes(run) && isOld(run, youngest));
}

async function cleanRuns(
  context: Context,
  {force, maxDelete}: CleanOptions,
  target: Target,
  runs: readonly string[],
  isWanted: IsWanted,
): Promise<Ended> {
  const going = (await findRuns(context, isWanted)).map(run => chooseDeletions(run, force));
  const permit = await agree(context, going, maxDelete);
  if (context.globals.dryRun) return ended(noWork, reported(going, 'would delete'));
  await removeRuns(context, going, permit);
  const change = {happened: 'Test data was deleted', lostAnswer: undefined, hint: AGAIN};
  const look = () => findRuns(context, run => runs.includes(run));
  const left = going.length === 0 ? [] : await afterChange(context, change, look);
  for (const run of runs) if (!left.some(one => one.run === run)) forgetRun(context.host, target, run);
  const gone = going.map(one => withoutStaying(one, left));
  const kept = gone.flatMap(one => one.kept).length;
  const done = countGoing(gone);
  const error = new PartialError(`${counted(kept, 'record was', 'records were')} kept.`, {
    hint: 'The reasons are above.',
  });
  const total = sumOf({wanted: done + kept, done, impossible: kept});
  return ended(total, reported(gone, 'deleted'), kept > 0 ? error : undefined);
}

/** What of a run is deleted, and what stays although it has the run's mark. */
type RunDeletions = ReturnType<typeof chooseDeletions>;

/** Decides what of a run is deleted. A list with other people stays, and any doubtful namesake. */
function chooseDeletions({run, records}: RunFound, force: boolean) {
  const whyKept = (one: MarkedRecord): string | undefined => {
    const namesakes = records.filter(each => each.kind === one.kind && each.as === one.as);
    // Records named by an address are one person, however often they are listed.
    if (!isNamedByAddress(one.kind) && one.group === undefined && namesakes.length > 1) return DOUBLED;
    const strangers = one.others.length;
    if (one.contacts > one.own.length + strangers) return UNSEEN;
    if (strangers === 0 || force) return undefined;
    return `it has ${counted(strangers, 'contact')} that no seed made; --force deletes them too`;
  };
  const judged = records.map(one => ({one, why: whyKept(one)}));
  return {
    run,
    records: judged.flatMap(({one, why}) => (why === undefined ? [one] : [])),
    people: judged.flatMap(({one, why}) => [
      ...(why === DOUBLED ? [] : one.own),
      ...(why === undefined ? one.others : []),
    ]),
    kept: judged.flatMap(({one, why}) => (why === undefined ? [] : [{...one, why}])),
  };
}

const DOUBLED = 'a seed made only one record of this name, and this may be another';
const UNSEEN = 'the service counts more contacts in it than it lists, so emk cannot tell whose they are';
const STAYS = 'the service still lists it, perhaps because somebody joined it meanwhile';

/** Keeps what still exists: a service may answer success and do nothing. */
function withoutStaying(going: RunDeletions, left: readonly RunFound[]): RunDeletions {
  const there = left.find(({run}) => run === going.run);
  if (there === undefined) return going;
  const listed = new Set(there.records.map(nameOf));
  const people = new Set(there.records.flatMap(({own, others}) => [...own, ...others]));
  const staying = going.records.filter(one => listed.has(nameOf(one)));
  return {
    run: going.run,
    records: going.records.filter(one => !staying.includes(one)),
    people: going.people.filter(one => !people.has(one)),
    kept: [...going.kept, ...staying.map(one => ({...one, why: STAYS}))],
  };
}

const nameOf = ({kind: of, group = '', id: number}: MarkedRecord): string => `${of} ${group} ${number}`;

/** The people of runs who get mail again because what unsubscribed them is deleted. */
const mailAgainIn = (runs: readonly RunDeletions[]): SomePeople =>
  somePeople(
    runs
      .flatMap(({records}) => records)
      .filter(({kind: of, group}) => of === 'unsubscribes' || group !== undefined)
      .map(({as}) => as),
  );

const countGoing = (going: readonly RunDeletions[]): number =>
  going.reduce((count, {records, people}) => count + records.length + people.length, 0);

async function agree(
  context: Context,
  going: readonly RunDeletions[],
  maxDelete: number | undefined,
): Promise<Permit<'deletes'>> {
  const people = going.flatMap(one => one.people).length;
  const records = going.flatMap(one => one.records);
  const effect = join(
    ...records.map(one => effectOf('deletes', kinds[one.kind].collection, 1, {wayBack: 'files'})),
    effectOf('deletes', contacts, people, {wayBack: 'files'}),
  );
  if (records.length + people === 0) return context.agree(effect, {settled: 'nothing is deleted'});
  const automations = records.filter(one => one.kind === 'automations').map(one => String(one.id));
  for (const says of await endingInWords(context, new Set(automations))) context.notice(says);
  const again = mailAgainIn(going);
  const runs = withMore(
    going.map(({run}) => run),
    going.length,
  );
  return context.agree(effect, {
    what: `Delete ${counted(records.length, 'record')} and ${counted(people, 'contact')} of ${runs}${again.count === 0 ? '' : ` (${mailAgainInWords(again)})`}`,
    maxDelete,
  });
}

/** The kinds of record that a clean deletes, in an order where nothing loses what it refers to. */
const cleanedKinds = seedKinds.filter(each => !isShared(each)).reverse();

/** Deletes from all runs what should be deleted, and keeps no copy: the seed is one. An error says how much is gone. */
async function removeRuns(context: Context, going: readonly RunDeletions[], permit: Permit<'deletes'>): Promise<void> {
  let deleted = 0;
  const remove: Remove = (of, listInput, ids) =>
    removeAll(context, {of, listInput, permit, kept: 'none'}, ids, () => void deleted++);
  try {
    for (const one of going) await removeRun(context, one, remove);
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    const doubtful = error instanceof UnknownOutcomeError ? 1 : 0;
    throw errorOf(sumOf({wanted: countGoing(going), done: deleted, doubtful}), error, endWords) ?? error;
  } finally {
    context.progress.clear();
  }
}

type Remove = (of: Collection, listInput: Loose, ids: readonly Id[]) => Promise<void>;

/** Deletes a run: mailings before what they refer to, and people right before their lists. */
async function removeRun(context: Context, {records, people}: RunDeletions, remove: Remove): Promise<void> {
  for (const each of cleanedKinds) {
    let ids = records.filter(one => one.kind === each).map(one => one.id);
    if (each === 'lists') {
      await remove(contacts, {}, people);
      // Who has joined meanwhile must not go with a list.
      const filled = ids.length > 0 ? await filledLists(context) : new Set();
      ids = ids.filter(one => !filled.has(one));
    }
    await remove(kinds[each].collection, {}, ids);
  }
  for (const {group: groupId, id: member} of records)
    if (groupId !== undefined) await remove(groupRecipients, {groupId}, [member]);
}

/** The lists with people on them. */
async function filledLists(context: Context): Promise<ReadonlySet<unknown>> {
  const lists = await allRecords(listedRecords(context, kinds.lists.collection));
  return new Set(lists.filter(({contacts_count: count}) => Number(count) > 0).map(({id: list}) => list));
}

const AGAIN = 'Run the same line again. emk looks first, and deletes only what is left.';

/** How the end of a clean that broke off is told. */
const endWords: EndWords = {counts: ['record', 'records'], did: 'deleted', again: AGAIN};

const shown = (one: MarkedRecord) => ({kind: one.kind, name: one.name, as: one.as, id: one.id});

/** What was deleted of each run and what stays, for programs and for people. */
function reported(runs: readonly RunDeletions[], did: 'deleted' | 'would delete') {
  const again = mailAgainIn(runs);
  const data = {
    runs: runs.map(({run, records, people, kept}) => ({
      ...{run, records: records.map(shown), contacts: people.length},
      kept: kept.map(one => ({...shown(one), why: one.why})),
    })),
    mail_again: again,
  };
  const lines = runs.flatMap(({run, records, people, kept}) => [
    `${run}: ${did} ${counted(records.length, 'record')} and ${counted(people.length, 'contact')}.`,
    ...kept.map(one => `  kept: ${kinds[one.kind].collection.noun.one} ${one.id} "${cleaned(one.as)}": ${one.why}.`),
  ]);
  const sentences = [...lines, ...(again.count === 0 ? [] : [`${mailAgainInWords(again)}.`])];
  const words = runs.length === 0 ? 'emk found nothing to delete.' : sentences.join('\n');
  return {kind: 'data', data, text: words, prose: true, report: true} as const;
}

export const cleanOperations: readonly Operation[] = [
  ...seedKinds.map(each => kinds[each].collection.list),
  ...[groupRecipients.list, contacts.list, segmentRecipients.list],
  ...deletionsOf(...cleanedKinds.map(each => kinds[each].collection), groupRecipients, contacts),
];
