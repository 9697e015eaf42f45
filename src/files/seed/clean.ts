import {targetOf} from '../../accounts/target.js';
import {deletionsOf} from '../../api/describe/collection.js';
import type {Permit} from '../../api/describe/permit.js';
import type {Operation} from '../../api/describe/schema.js';
import {effectOf, join} from '../../change/effect/effect.js';
import {isNamedByAddress} from '../../change/identity/identities.js';
import {type Ended, type EndWords, ended, errorOf, noWork, sumOf} from '../../change/work/ending.js';
import type {Context} from '../../commands/command.js';
import {afterChange} from '../../commands/verbs/after-change.js';
import {deleteContacts} from '../../contacts/sync/remove.js';
import {EmkError, NotFoundError, PartialError, UnknownOutcomeError} from '../../core/errors.js';
import {about, integer, listOf, object, optional, text} from '../../core/json-schema/describe.js';
import {counted, plural, withMore} from '../../core/words/sentence.js';
import contacts from '../../endpoints/contacts.js';
import groupRecipients from '../../endpoints/group-recipients.js';
import {operations as segmentRecipients} from '../../endpoints/segment-recipients.js';
import {somePeople as peopleShape, type SomePeople, sum} from '../../output/results/documents.js';
import {clean as cleaned} from '../../output/text/sanitise.js';
import {mailAgainInWords, somePeople} from '../../people/mail-again.js';
import {endingInWords} from '../../resources/automations-work.js';
import {removeAll} from '../account/changes.js';
import type {Id} from '../account/entries.js';
import {kinds} from '../account/kinds.js';
import {id, kind} from '../account/shapes.js';
import {isShared, seedKinds} from './keys.js';
import {findRuns, forgetRun, type MarkedRecord, type RunFound, refuseGuarded, runsHere, withRuns} from './runs.js';

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
  const runs = await clean(context, options);
  const kept = runs.flatMap(one => one.kept).length;
  const data = {
    runs: runs.map(one => ({
      run: one.run,
      records: one.records.map(shown),
      contacts: one.people.length,
      kept: one.kept.map(each => ({...shown(each), why: each.why})),
    })),
    mail_again: mailAgainIn(runs),
  };
  const lines = inWords(runs, context.globals.dryRun);
  const nothing = 'run' in which ? `emk found nothing of the run ${which.run}.` : 'No run is that old.';
  const words = runs.length === 0 ? nothing : lines.join('\n');
  const result = {kind: 'data', data, text: words, prose: true, report: true} as const;
  if (context.globals.dryRun) return ended(noWork, result);
  const done = countGoing(runs);
  const error = new PartialError(`${counted(kept, 'record was', 'records were')} kept.`, {
    hint: 'The reasons are above.',
  });
  return ended(sumOf({wanted: done + kept, done, impossible: kept}), result, kept > 0 ? error : undefined);
}

async function clean(context: Context, options: CleanOptions): Promise<readonly RunDeletions[]> {
  const {which, force, maxDelete} = options;
  const {host} = context;
  const target = targetOf(await context.account());
  const work = async (isWanted: IsWanted): Promise<readonly RunDeletions[]> => {
    const going = (await findRuns(context, isWanted)).map(run => chooseDeletions(run, force));
    const wanted = new Set('run' in which ? [which.run] : going.map(({run}) => run));
    const permit = await agree(context, going, maxDelete);
    if (context.globals.dryRun) return going;
    await removeRuns(context, going, permit);
    const change = {
      happened: `What ${[...wanted].join(', ')} left was deleted`,
      lostAnswer: undefined,
      hint: 'Run the same line again. emk looks first, and deletes only what is left.',
    };
    const left = going.length === 0 ? [] : await afterChange(context, change, () => findRuns(context, isWanted));
    for (const one of going) requireGone(one, left);
    const open = new Set(left.map(({run}) => run));
    for (const run of runsHere(host, target)) if (wanted.has(run) && !open.has(run)) forgetRun(host, target, run);
    return going;
  };
  if ('run' in which) return withRuns(host, target, [which.run], () => work(run => run === which.run));
  const isOld: IsWanted = (_, youngest) => youngest < which.before;
  const old = new Set((await findRuns(context, isOld)).map(({run}) => run));
  if (old.size === 0) return [];
  // Searched again under their locks: a job may have continued one of them meanwhile.
  return withRuns(host, target, [...old].sort(), () => work((run, youngest) => old.has(run) && isOld(run, youngest)));
}

type IsWanted = (run: string, youngest: number) => boolean;

type RunDeletions = {
  readonly run: string;
  readonly records: readonly MarkedRecord[];
  readonly people: readonly number[];
  /** The records that stay although they have the run's mark, and why. */
  readonly kept: ReadonlyArray<MarkedRecord & {readonly why: string}>;
};

/** Decides what of a run is deleted. A list with other people stays, and any doubtful namesake. */
function chooseDeletions({run, records, people, others}: RunFound, force: boolean): RunDeletions {
  const inList = (of: RunFound['people'], {kind: of_, id: list}: MarkedRecord): readonly number[] =>
    of_ === 'lists' ? (of.get(String(list)) ?? []) : [];
  const names = new Map<string, number>();
  const nameOf = (one: MarkedRecord): string => `${one.kind}\n${one.as}`;
  for (const one of records) names.set(nameOf(one), (names.get(nameOf(one)) ?? 0) + 1);
  const whyKept = (one: MarkedRecord): string | undefined => {
    // Records named by an address are one person, however often they are listed.
    if (!isNamedByAddress(one.kind) && one.group === undefined && (names.get(nameOf(one)) ?? 0) > 1) return DOUBLED;
    const strangers = inList(others, one).length;
    if (one.kind === 'lists' && (one.contacts ?? 0) > inList(people, one).length + strangers) return UNSEEN;
    if (strangers === 0 || force) return undefined;
    return strangers === 1
      ? '1 contact in it was not made by a seed: add --force to delete it too'
      : `${strangers} contacts in it were not made by a seed: add --force to delete them too`;
  };
  const judged = records.map(one => ({one, why: whyKept(one)}));
  const going = judged.filter(({why}) => why === undefined).map(({one}) => one);
  return {
    run,
    records: going,
    people: [
      ...judged.filter(({why}) => why !== DOUBLED).flatMap(({one}) => inList(people, one)),
      ...going.flatMap(one => inList(others, one)),
    ],
    kept: judged.flatMap(({one, why}) => (why === undefined ? [] : [{...one, why}])),
  };
}

const DOUBLED = 'a seed made only one record of this name, and this may be another';
const UNSEEN = 'the service counts more contacts in it than it lists, so emk cannot tell whose they are';

/** The people of runs who get mail again because what unsubscribed them is deleted. */
const mailAgainIn = (runs: ReadonlyArray<Pick<RunDeletions, 'records'>>): SomePeople =>
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
  const count = countGoing(going);
  const runs = going.map(({run}) => run);
  const people = going.flatMap(one => one.people).length;
  const again = mailAgainIn(going);
  const records = going.flatMap(one => one.records);
  const effect = join(
    ...records.map(one => effectOf('deletes', kinds[one.kind].collection, 1, {wayBack: 'files'})),
    effectOf('deletes', contacts, people, {wayBack: 'files'}),
  );
  if (count === 0) return context.agree(effect, {settled: 'nothing is deleted'});
  const automations = records.filter(one => one.kind === 'automations').map(one => String(one.id));
  for (const says of await endingInWords(context, new Set(automations))) context.notice(says);
  return context.agree(effect, {
    what: `Delete ${counted(count - people, 'record')} and ${counted(people, 'contact')} of ${plural(runs.length, 'the run', `${runs.length} runs`)} ${withMore(runs.slice(0, MOST_NAMED), runs.length)}${again.count === 0 ? '' : ` (${mailAgainInWords(again)})`}`,
    maxDelete,
  });
}

const MOST_NAMED = 5;

/** Deletes from all runs what should be deleted. An error says if a part of it is gone. No copy: the seed is one. */
async function removeRuns(context: Context, going: readonly RunDeletions[], permit: Permit<'deletes'>): Promise<void> {
  let deleted = 0;
  const gone = (): void => {
    deleted++;
  };
  const removing = {context: {...context, keepDeleted: async () => undefined}, permit, gone};
  for (const one of going) {
    await removeRun(removing, one).catch((error: unknown) => {
      if (!(error instanceof EmkError)) throw error;
      const doubtful = error instanceof UnknownOutcomeError ? 1 : 0;
      throw errorOf(sumOf({wanted: countGoing(going), done: deleted, doubtful}), error, endWords(one.run)) ?? error;
    });
  }
}

type Removing = {readonly context: Context; readonly permit: Permit<'deletes'>; readonly gone: () => void};

/** The kinds of record that a clean deletes, in an order where nothing loses what it refers to. */
const cleanedKinds = seedKinds.filter(each => !isShared(each)).reverse();

/** Deletes from a run: mailings before what they refer to, and people right before their lists. */
async function removeRun({context, permit, gone}: Removing, {records, people}: RunDeletions): Promise<void> {
  for (const each of cleanedKinds) {
    if (each === 'lists') await removePeople({context, permit, gone}, people);
    const ids = records.filter(one => one.kind === each).map(one => one.id);
    // Who has joined meanwhile must not go with a list.
    await removeAll(context, {of: kinds[each].collection, listInput: {}, permit, mostPeople: 0}, ids, gone);
  }
  const members = new Map<Id, Id[]>();
  for (const {group, id: member} of records)
    if (group !== undefined) members.set(group, [...(members.get(group) ?? []), member]);
  for (const [groupId, ids] of members)
    await removeAll(context, {of: groupRecipients, listInput: {groupId}, permit}, ids, gone);
  context.progress.clear();
}

async function removePeople({context, permit, gone}: Removing, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const {failed, stopped} = await deleteContacts(context, permit, ids);
  const failures = failed.filter(({error}) => !(error instanceof NotFoundError));
  for (let left = ids.length - failures.length; left > 0; left--) gone();
  const failure = stopped ?? failures[0]?.error;
  if (failure) throw failure;
}

/** Throws if something still exists: a service may answer success and do nothing. */
function requireGone({run, records, people}: RunDeletions, left: readonly RunFound[]): void {
  const there = left.filter(one => one.run === run);
  const nameOf = (one: MarkedRecord): string => `${one.kind} ${one.group ?? ''} ${one.id}`;
  const listed = new Set(there.flatMap(one => one.records.map(nameOf)));
  const ids = new Set(there.flatMap(one => [...one.people.values(), ...one.others.values()].flat()));
  if (!records.some(one => listed.has(nameOf(one))) && !people.some(one => ids.has(one))) return;
  throw new PartialError(`The service still lists something of the run ${run}.`, {hint: endWords(run).again});
}

/** How the end of a clean that broke off is told. */
const endWords = (run: string): EndWords => ({
  ...{counts: ['record', 'records'], did: 'deleted'},
  again: `Run again: emk seed clean --run ${run} (emk looks first, and deletes only what is left).`,
});

const shown = (one: MarkedRecord) => ({kind: one.kind, name: one.name, as: one.as, id: one.id});

/** What was deleted of each run and what stays, for people. */
function inWords(runs: readonly RunDeletions[], dryRun: boolean): readonly string[] {
  const again = mailAgainIn(runs);
  const lines = runs.flatMap(going => [
    `${going.run}: ${goingInWords(going, dryRun)}`,
    ...going.kept.map(
      one => `  kept: ${kinds[one.kind].collection.noun.one} ${one.id} "${cleaned(one.as)}": ${one.why}.`,
    ),
  ]);
  return again.count === 0 ? lines : [...lines, `${mailAgainInWords(again)}.`];
}

/** The number of deletions for each noun. A person who left a group that stays is an address. */
function goingInWords({records, people}: RunDeletions, dryRun: boolean): string {
  const nouns = seedKinds.map(each =>
    isShared(each)
      ? {each, one: 'recipient of groups', many: 'recipients of groups'}
      : {each, ...kinds[each].collection.noun},
  );
  const counts = nouns
    .map(({each, one, many}) => ({count: records.filter(({kind: of}) => of === each).length, one, many}))
    .concat({count: people.length, one: 'contact', many: 'contacts'})
    .filter(({count}) => count > 0)
    .map(({count, one, many}) => counted(count, one, many));
  if (counts.length === 0) return 'nothing to delete.';
  return `${dryRun ? 'would delete' : 'deleted'} ${counts.join(', ')}.`;
}

export const cleanOperations: readonly Operation[] = [
  ...seedKinds.map(each => kinds[each].collection.list),
  ...[groupRecipients.list, contacts.list, segmentRecipients.list],
  ...deletionsOf(...cleanedKinds.map(each => kinds[each].collection), groupRecipients, contacts),
];
