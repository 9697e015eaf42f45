import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import {startingOver} from '../api/answers/start-over.js';
import type {Loose, RecordOf} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import type {Context} from '../change/context.js';
import {concurrently} from '../change/work/concurrently.js';
import {type automationEmail, operations as automationEmails} from '../endpoints/automation-emails.js';
import {type automation, operations as automations, isLive} from '../endpoints/automations.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as recipients} from '../endpoints/group-recipients.js';
import {operations as groups} from '../endpoints/groups.js';
import {operations as contactLists} from '../endpoints/lists.js';
import {type MailingRecord, operations as mailings} from '../endpoints/mailings.js';
import {operations as segments} from '../endpoints/segments.js';
import {type sender, operations as senders} from '../endpoints/senders.js';
import {operations as unsubscribes} from '../endpoints/unsubscribes.js';
import {readTargets, type Targets} from '../mailings/audience.js';
import {isNotDeleted} from '../records/fields/path.js';
import {type AccountClock, type Month, monthOf} from './months.js';

export type Automation = RecordOf<typeof automation>;

/** Everything that sends mail or may send mail: mailings and automations, and what they refer to. */
export type Mailings = {
  readonly sends: readonly MailingRecord[];
  readonly automations: readonly Automation[];
  /** The emails of each live automation, by the automation's utr. */
  readonly emails: ReadonlyMap<string, readonly RecordOf<typeof automationEmail>[]>;
  readonly senders: ReadonlyMap<number, RecordOf<typeof sender>>;
  readonly audiences: Targets;
};

/** People counted by an id and by month, so that memory does not grow with them, and the names of all ids. */
export type Tally = {readonly counts: Map<number, Map<Month, number>>; readonly names: ReadonlyMap<number, string>};

/** The whole account, each list read once, before it is divided into months. */
export type ReadAccount = {
  readonly account: string;
  readonly clock: AccountClock;
  readonly mailings: Mailings;
  /** Today's people by list and month of joining. */
  readonly people: Tally;
  /** Who unsubscribed, by group and month. */
  readonly left: Tally;
};

export const mailingReads = [mailings, automations, automationEmails, senders, contactLists, segments].map(
  ({list}) => list,
);

export const reportReads = [...mailingReads, groups.list, recipients.list, unsubscribes.list, contacts.list];

/** The key of people who unsubscribed from everything, which is not a group's id. */
export const EVERYTHING = 0;

/** The month of things without a date, which comes before every month. */
const UNDATED: Month = '';

function count({counts}: Tally, key: number, month: Month = UNDATED): void {
  const months = counts.get(key) ?? new Map<Month, number>();
  counts.set(key, months.set(month, (months.get(month) ?? 0) + 1));
}

/** The count of some months, of one key or of all. */
export const countIn = ({counts}: Tally, isMeant: (month: Month) => boolean, key?: number): number =>
  [...counts]
    .flatMap(([of, months]) => (key === undefined || of === key ? [...months] : []))
    .reduce((sum, [month, count]) => (isMeant(month) ? sum + count : sum), 0);

/** Reads what mails people, all lists at the same time, and the emails of live automations. */
export async function readMailings({stream, progress}: Pick<Context, 'stream' | 'progress'>): Promise<Mailings> {
  progress.show({label: 'Reading the account', done: 0});
  const allAutomations = listed(stream(automations.list));
  const emailsOf = async ({utr}: Automation) =>
    [utr, await withoutBodies(stream(automationEmails.list, {utr}))] as const;
  const [sends, found, emails, people, audiences] = await Promise.all([
    withoutBodies(stream(mailings.list)),
    allAutomations,
    allAutomations.then(all => concurrently(AT_ONCE, all.filter(isLive), emailsOf)),
    listed(stream(senders.list)),
    readTargets({stream}),
  ]);
  progress.clear();
  return {
    sends,
    automations: found,
    emails: new Map(emails),
    senders: new Map(people.map(each => [Number(each.id), each])),
    audiences,
  };
}

const OF_LIST = 'contacts_';

/** For how many automations emk reads emails at once. */
const AT_ONCE = 4;

type ReadSource<T> = Parameters<typeof noneIfNotFound<T>>[0];

/** The records of a list that are not deleted. Some lists answer "not found" if they are empty. */
const listed = async <T extends {readonly deleted_at?: string | null}>(source: ReadSource<T>): Promise<readonly T[]> =>
  (await allRecords(noneIfNotFound(source))).filter(isNotDeleted);

/** Mail as it arrives, without its bodies: an account may have many megabytes of them. */
async function withoutBodies<R extends object>(source: ReadSource<R>): Promise<R[]> {
  const mails: R[] = [];
  await forEachRecord(noneIfNotFound(source), mail => {
    mails.push({...mail, template_json: null, template_html: null, unique_open_token: null});
  });
  return mails;
}

/** Reads the whole account; people are counted as they arrive. */
export async function readReport(context: Context, clock: AccountClock): Promise<ReadAccount> {
  const account = nameOf(await context.account());
  const mailings = await readMailings(context);
  const left = await startingOver(() => countUnsubscribes(context, clock.zone));
  const people = await startingOver(() => countPeople(context, mailings, clock.zone));
  context.progress.clear();
  return {account, clock, mailings, people, left};
}

/** The account's name on a page: an account from the environment is named by its address. */
const nameOf = ({name, source, baseUrl}: Account): string =>
  source === 'environment' || name === 'default' ? new URL(baseUrl).host : name;

async function countPeople({stream, progress}: Context, {audiences}: Mailings, zone: string): Promise<Tally> {
  const lists = [...audiences].filter(([target]) => target.startsWith(OF_LIST));
  const names = lists.map(([target, {name}]) => [Number(target.slice(OF_LIST.length)), name] as const);
  const total = lists.reduce((sum, [, {people = 0}]) => sum + people, 0);
  const tally: Tally = {counts: new Map(), names: new Map(names)};
  let done = 0;
  for await (const batch of noneIfNotFound(stream(contacts.list))) {
    for (const {deleted_at = null, contact_type_id, created_at} of batch as readonly Loose[]) {
      if (!isNotDeleted({deleted_at: deleted_at as string | null})) continue;
      count(tally, Number(contact_type_id), monthOf(created_at, zone));
    }
    done += batch.length;
    progress.show({label: 'Reading contacts', done, total: Math.max(total, done)});
  }
  return tally;
}

/**
 * Counts everybody who unsubscribed. The list of global unsubscribes may or may not include people who left only one
 * group. If a group counts more of them than the list shows, emk reads that group's own list instead.
 */
async function countUnsubscribes({stream}: Context, zone: string): Promise<Tally> {
  const found = await allRecords(noneIfNotFound(stream(groups.list)));
  const tally: Tally = {counts: new Map(), names: new Map(found.map(({id, group_name}) => [id, group_name]))};
  await forEachRecord(noneIfNotFound(stream(unsubscribes.list)), ({unsubscribe_groups_id: id, created_at}) => {
    count(tally, Number(id ?? EVERYTHING), monthOf(created_at, zone));
  });
  for (const {id, unsubscribe_clients_count: size} of found) {
    if (size !== undefined && size <= countIn(tally, () => true, id)) continue;
    tally.counts.delete(id);
    await forEachRecord(noneIfNotFound(stream(recipients.list, {groupId: id})), ({created_at}) => {
      count(tally, id, monthOf(created_at, zone));
    });
  }
  return tally;
}
