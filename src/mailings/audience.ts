import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordSource} from '../api/answers/records.js';
import {startingOver} from '../api/answers/start-over.js';
import type {Loose} from '../api/describe/schema.js';
import type {Account} from '../api/wire/answer.js';
import type {Context} from '../change/context.js';
import {countPeople} from '../change/effect/crowd.js';
import {andList, counted, number, plural} from '../core/words/sentence.js';
import {keepTexts, makeAddressTable} from '../csv/columns/address-table.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {operations as groupRecipients} from '../endpoints/group-recipients.js';
import {operations as lists} from '../endpoints/lists.js';
import {operations as segmentRecipients} from '../endpoints/segment-recipients.js';
import {operations as segments} from '../endpoints/segments.js';
import {leftEverything, operations as unsubscribes} from '../endpoints/unsubscribes.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {isNotDeleted} from '../records/fields/path.js';

/** The people of a mailing, counted by address: a person in two lists is one. */
export type Audience = {
  readonly to: readonly SizedTarget[];
  readonly except: readonly SizedTarget[];
  readonly addresses: number;
  readonly leftOut: number;
  /** People who are not excluded and have unsubscribed from everything, or from the mailing's group. */
  readonly unsubscribed: number;
  readonly people: number;
  /** Who gets it, as a print that only the account's keys can make. */
  readonly who: (account: Pick<Account, 'secretKey'>) => Promise<string>;
};

/** The recipients that a mailing names. */
type ChosenAudience = {
  readonly to: readonly string[];
  readonly except: readonly string[];
  readonly group: number;
  /** Addresses that are not in the account yet, in addition to the lists. */
  readonly more?: readonly string[] | undefined;
};

/** Counts an audience in one reading of each list, with a few bytes and marks in memory for each address. */
export async function readAudience(
  context: Pick<Context, 'stream' | 'progress'>,
  aim: ChosenAudience,
): Promise<Audience> {
  const sizes = await readSizes(context, [...aim.to, ...aim.except]);
  const count = startCount();
  await startingOver(() => meetPeople(context, aim, count));
  for (const address of aim.more ?? []) count.meet(address, RECEIVES);
  await startingOver(() => meetUnsubscribed(context, aim.group, count));
  context.progress.clear();
  return {to: sizes.slice(0, aim.to.length), except: sizes.slice(aim.to.length), ...count.result()};
}

/** The size of an audience, and how it follows from the lists: `11 people: 14 in the lists, 1 excluded, 2 unsubscribed`. */
export function peopleInWords({to, addresses, leftOut, unsubscribed, people}: Audience): string {
  if (people === addresses) return inPeople(people);
  const less = [[leftOut, 'excluded'] as const, [unsubscribed, 'unsubscribed'] as const].filter(([count]) => count > 0);
  const parts = [[addresses, plural(Math.max(to.length, 1), 'in the list', 'in the lists')] as const, ...less];
  return `${inPeople(people)}: ${parts.map(([count, word]) => `${number(count)} ${word}`).join(', ')}`;
}

type Count = {meet(address: unknown, mark: number): void; result(): Omit<Audience, 'to' | 'except'>};

function startCount(): Count {
  const marksOf = makeAddressTable();
  const met = keepTexts();

  const meet = (text: unknown, mark: number): void => {
    const address = foldAddress(String(text ?? ''));
    if (address === '') return;
    const before = marksOf.add(address, mark);
    if (before === 0) met.add(address);
    else if ((before & mark) === 0) marksOf.add(address, before | mark, true);
  };

  const result = (): Omit<Audience, 'to' | 'except'> => {
    let [addresses, leftOut, unsubscribed] = [0, 0, 0];
    for (const marks of marksOf.numbers()) {
      if ((marks & RECEIVES) === 0) continue;
      addresses++;
      if (marks & LEFT_OUT) leftOut++;
      else if (marks & LEFT) unsubscribed++;
    }
    return {addresses, leftOut, unsubscribed, people: addresses - leftOut - unsubscribed, who};
  };

  const who = (account: Pick<Account, 'secretKey'>): Promise<string> => {
    const crowd = countPeople(account);
    for (const address of met.all()) if (marksOf.of(address) === RECEIVES) crowd.add(address);
    return crowd.who();
  };
  return {meet, result};
}

/** The marks of an address. */
const [RECEIVES, LEFT_OUT, LEFT] = [1, 2, 4];

/** Marks the people of lists, which come in one list of all contacts, and of segments. */
async function meetPeople(
  {stream, progress}: ReadingAudience,
  {to, except}: ChosenAudience,
  {meet}: Count,
): Promise<void> {
  let done = 0;
  const meetAll = async (people: RecordSource<Loose>, targetOf: (person: Loose) => string): Promise<void> => {
    for await (const batch of noneIfNotFound(people)) {
      for (const person of batch) {
        const target = targetOf(person);
        if (to.includes(target)) meet(person['email'], RECEIVES);
        if (except.includes(target)) meet(person['email'], LEFT_OUT);
      }
      done += batch.length;
      progress.show({label: 'Counting the audience', done});
    }
  };
  const targets = [...new Set([...to, ...except])];
  if (targets.some(target => target.startsWith('contacts_')))
    await meetAll(stream(contacts.list), one => (isNotDeleted(one) ? `contacts_${one['contact_type_id']}` : ''));
  for (const target of targets) {
    const [, id] = /^segments_(\d+)$/.exec(target) ?? [];
    if (id) await meetAll(stream(segmentRecipients.list, {segment_id: Number(id)}), () => target);
  }
}

/** Marks the unsubscribed. The list of all names the group of people who left only one, or omits them. */
async function meetUnsubscribed({stream}: ReadingAudience, group: number, {meet}: Count): Promise<void> {
  await forEachRecord(noneIfNotFound(stream(unsubscribes.list)), left => {
    if (leftEverything(left) || Number(left.unsubscribe_groups_id) === group) meet(left.email_address, LEFT);
  });
  if (!Number.isSafeInteger(group) || group <= 0) return;
  await forEachRecord(noneIfNotFound(stream(groupRecipients.list, {groupId: group})), ({email_address}) =>
    meet(email_address, LEFT),
  );
}

type ReadingAudience = Pick<Context, 'stream' | 'progress'>;

/** One target of a mailing: its name, the number of its people if known, and whether it no longer exists. */
export type SizedTarget = {readonly name: string; readonly people: number | undefined; readonly isMissing?: true};

/** Reads names and sizes of targets such as `contacts_3` and `segments_1`, in order. */
export async function readSizes(
  {stream}: Pick<Context, 'stream'>,
  targets: readonly string[],
): Promise<readonly SizedTarget[]> {
  const known = await readTargets({stream}, kind => targets.some(target => target.startsWith(kind)));
  return targets.map(target => targetIn(known, target));
}

/** The lists and segments of an account, by their form in mailings. */
export type Targets = ReadonlyMap<string, SizedTarget>;

/** Reads the lists and segments of an account, or those of the kinds that are asked for. */
export async function readTargets(
  {stream}: Pick<Context, 'stream'>,
  isAsked: (kind: 'contacts_' | 'segments_') => boolean = () => true,
): Promise<Targets> {
  const [ofLists, ofSegments] = await Promise.all([
    isAsked('contacts_') ? allRecords(noneIfNotFound(stream(lists.list)), isNotDeleted) : [],
    isAsked('segments_') ? allRecords(noneIfNotFound(stream(segments.list)), isNotDeleted) : [],
  ]);
  const targets = new Map<string, SizedTarget>();
  for (const {id, name, contacts_count: people} of ofLists) targets.set(`contacts_${id}`, {name, people});
  for (const {id, segment_name: name, segment_emails_count: people} of ofSegments)
    targets.set(`segments_${id}`, {name: `segment ${name}`, people});
  return targets;
}

export const targetIn = (targets: Targets, target: string): SizedTarget =>
  targets.get(target) ?? {name: `${target}, which is not in the account`, people: undefined, isMissing: true};

/** How many people a mailing can reach at most: a person in two lists gets it once, and some have unsubscribed. */
export const mostPeople = (sizes: readonly SizedTarget[]): number | undefined =>
  sizes.reduce<number | undefined>(
    (sum, {people}) => (sum === undefined || people === undefined ? undefined : sum + people),
    0,
  );

/** Audiences in a sentence: `Newsletter (13 people) and segment VIP (4 people)`. */
export function sizesInWords(sizes: readonly SizedTarget[]): string {
  const names = sizes.map(({name, people}) => (people === undefined ? name : `${name} (${inPeople(people)})`));
  return names.length === 0 ? 'nobody' : andList(names);
}

export const inPeople = (count: number): string => counted(count, 'person', 'people');
