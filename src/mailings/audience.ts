import {forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordSource} from '../api/answers/records.js';
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
import {operations as unsubscribes} from '../endpoints/unsubscribes.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {customValue, isNotDeleted} from '../records/fields/path.js';

/** The people of a mailing, counted by address. */
export type Audience = {
  readonly to: readonly SizedTarget[];
  readonly except: readonly SizedTarget[];
  /** Entries with an address in the lists; a person in two lists counts twice. */
  readonly entries: number;
  readonly withoutAddress: number;
  readonly addresses: number;
  readonly leftOut: number;
  /** People who are not excluded and have unsubscribed from everything, or from the mailing's group. */
  readonly unsubscribed: {readonly everything: number; readonly group: number};
  readonly people: number;
  /** Who gets it, as a print that only the account's keys can make. */
  readonly who: (account: Pick<Account, 'secretKey'>) => Promise<string>;
  /** For each tag, how many people who get the mail have no value for it. */
  readonly without: ReadonlyMap<string, number>;
};

/** The recipients that a mailing names. */
export type ChosenAudience = {
  readonly to: readonly string[];
  readonly except: readonly string[];
  readonly group: number;
  /** The tags whose values matter. */
  readonly tags: readonly string[];
  /** People who are not in the account yet, in addition to the lists. */
  readonly more?: readonly Loose[];
};

/** Counts an audience in one reading of each list, with a few bytes and marks in memory for each address. */
export async function readAudience(
  context: Pick<Context, 'stream' | 'progress'>,
  aim: ChosenAudience,
): Promise<Audience> {
  const sizes = await readSizes(context, [...aim.to, ...aim.except]);
  const to = sizes.slice(0, aim.to.length);
  const count = startCount(aim.tags.filter(tag => !filledForAll.has(tag)).slice(0, MOST_TAGS));
  await meetPeople(context, aim, count);
  for (const person of aim.more ?? []) count.meet(person, RECEIVES);
  await meetUnsubscribed(context, aim.group, count);
  context.progress.clear();
  return {to, except: sizes.slice(aim.to.length), ...count.result()};
}

/**
 * The size of an audience, and how it follows from the lists: `11 people: 14 in the lists, 2 twice, 1 unsubscribed`.
 */
export function peopleInWords(audience: Audience): string {
  const {to, entries, addresses, leftOut, unsubscribed, people, withoutAddress} = audience;
  const parts = [
    [entries + withoutAddress, plural(Math.max(to.length, 1), 'in the list', 'in the lists')],
    [entries - addresses, 'twice'],
    [withoutAddress, 'without an address'],
    [leftOut, 'excluded'],
    [unsubscribed.everything + unsubscribed.group, 'unsubscribed'],
  ] as const;
  const [all, ...less] = parts.filter(([count]) => count > 0).map(([count, word]) => `${number(count)} ${word}`);
  return less.length === 0 ? inPeople(people) : `${inPeople(people)}: ${[all, ...less].join(', ')}`;
}

type Count = {meet(person: Loose, mark: number): void; result(): Omit<Audience, 'to' | 'except'>};

function startCount(tags: readonly string[]): Count {
  const marksOf = makeAddressTable();
  const met = keepTexts();
  let entries = 0;
  let withoutAddress = 0;

  const meet = (person: Loose, mark: number): void => {
    const address = foldAddress(String(person['email'] ?? person['email_address'] ?? ''));
    if (mark === RECEIVES && address === '') withoutAddress++;
    if (address === '') return;
    const marks = mark === RECEIVES ? mark + gapsOf(person, tags) * FIRST_TAG : mark;
    const before = marksOf.add(address, marks);
    if (before === 0) met.add(address);
    if (mark === RECEIVES) entries++;
    // The first entry of an address is the one whose values fill the tags.
    if (before !== 0 && (before & mark) === 0) marksOf.add(address, (before | marks) >>> 0, true);
  };

  const result = (): Omit<Audience, 'to' | 'except'> => {
    const lacking = tags.map(() => 0);
    const unsubscribed = {everything: 0, group: 0};
    let [addresses, leftOut, people] = [0, 0, 0];
    for (const marks of marksOf.numbers()) {
      if ((marks & RECEIVES) === 0) continue;
      addresses++;
      if (marks & LEFT_OUT) leftOut++;
      else if (marks & LEFT_EVERYTHING) unsubscribed.everything++;
      else if (marks & LEFT_GROUP) unsubscribed.group++;
      else {
        people++;
        countGaps(lacking, Math.floor(marks / FIRST_TAG));
      }
    }
    const without = new Map(tags.map((tag, index) => [tag, lacking[index] ?? 0]));
    return {entries, withoutAddress, addresses, leftOut, unsubscribed, people, who, without};
  };

  const who = (account: Pick<Account, 'secretKey'>): Promise<string> => {
    const crowd = countPeople(account);
    for (const address of met.all()) if (isMailed(marksOf.of(address))) crowd.add(address);
    return crowd.who();
  };
  return {meet, result};
}

/** The marks of an address; higher bits are the tags without a value. */
const [RECEIVES, LEFT_OUT, LEFT_EVERYTHING, LEFT_GROUP, FIRST_TAG] = [1, 2, 4, 8, 16];

const isMailed = (marks: number): boolean =>
  (marks & (RECEIVES | LEFT_OUT | LEFT_EVERYTHING | LEFT_GROUP)) === RECEIVES;

/** Marks the people of lists, which come in one list of all contacts, and of segments. */
async function meetPeople({stream, progress}: Reading, {to, except}: ChosenAudience, {meet}: Count): Promise<void> {
  let done = 0;
  const meetAll = async (people: RecordSource<Loose>, targetOf: (person: Loose) => string): Promise<void> => {
    for await (const batch of noneIfNotFound(people)) {
      for (const person of batch) {
        const target = targetOf(person);
        if (to.includes(target)) meet(person, RECEIVES);
        if (except.includes(target)) meet(person, LEFT_OUT);
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
async function meetUnsubscribed({stream}: Reading, group: number, {meet}: Count): Promise<void> {
  await forEachRecord(noneIfNotFound(stream(unsubscribes.list)), unsubscribe => {
    const left = unsubscribe.unsubscribe_groups_id;
    if (left === null) meet(unsubscribe, LEFT_EVERYTHING);
    else if (Number(left) === group) meet(unsubscribe, LEFT_GROUP);
  });
  if (!Number.isSafeInteger(group) || group <= 0) return;
  await forEachRecord(noneIfNotFound(stream(groupRecipients.list, {groupId: group})), recipient => {
    meet(recipient, LEFT_GROUP);
  });
}

type Reading = Pick<Context, 'stream' | 'progress'>;

/** One target of a mailing: its name, the number of its people if known, and whether it no longer exists. */
export type SizedTarget = {readonly name: string; readonly people: number | undefined; readonly isMissing?: true};

/** Reads names and sizes of targets such as `contacts_3` and `segments_1`, in order. */
export async function readSizes(
  {stream}: Pick<Context, 'stream'>,
  targets: readonly string[],
): Promise<readonly SizedTarget[]> {
  const known = new Map<string, SizedTarget>();
  const names = (kind: string): boolean => targets.some(target => target.startsWith(kind));
  if (names('contacts_'))
    await forEachRecord(stream(lists.list), one => {
      if (isNotDeleted(one)) known.set(`contacts_${one.id}`, {name: one.name, people: one.contacts_count});
    });
  if (names('segments_'))
    await forEachRecord(stream(segments.list), one => {
      const sized = {name: `segment ${one.segment_name}`, people: one.segment_emails_count};
      if (isNotDeleted(one)) known.set(`segments_${one.id}`, sized);
    });
  return targets.map(
    target => known.get(target) ?? {name: `${target}, which is not in the account`, people: undefined, isMissing: true},
  );
}

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

/** The tags that a person has no value for, as one bit for each. Values that emk cannot see do not count as missing. */
const gapsOf = (person: Loose, tags: readonly string[]): number =>
  tags.reduce((bits, tag, index) => (isBlank(fieldOf(person, tag)) ? bits | (1 << index) : bits), 0);

function countGaps(counts: number[], gaps: number): void {
  for (const index of counts.keys()) if (gaps & (1 << index)) counts[index] = (counts[index] ?? 0) + 1;
}

/** Tags whose value is the same for everybody. */
const filledForAll: ReadonlySet<string> = new Set(['sender_name', 'sender_address', 'unsubscribe_preferences']);

/** The number of tags that fit into the marks of an address. */
const MOST_TAGS = 27;

function fieldOf(person: Loose, tag: string): unknown {
  if (tag === 'full_name') return `${person['first_name'] ?? ''}${person['last_name'] ?? ''}`;
  if (Object.hasOwn(person, tag)) return person[tag];
  if (!Object.hasOwn(person, 'custom_field')) return UNSEEN;
  return customValue(person['custom_field'], tag);
}

const UNSEEN = 'cannot be seen';

const isBlank = (value: unknown): boolean => String(value ?? '').trim() === '';
