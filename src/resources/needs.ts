import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {Card} from '../change/agree.js';
import type {Context} from '../change/context.js';
import {turnFor} from '../change/records/create-all.js';
import {noSuch} from '../change/records/read.js';
import {counted, plural, quoted} from '../core/words/sentence.js';
import {audienceOf} from '../endpoints/audience.js';
import {operations as automationEmails} from '../endpoints/automation-emails.js';
import {operations as automations, isLive} from '../endpoints/automations.js';
import contacts from '../endpoints/contacts.js';
import listsOf, {operations as lists} from '../endpoints/lists.js';
import {operations as mailings, RUNNING} from '../endpoints/mailings.js';
import {operations as segments} from '../endpoints/segments.js';
import {inPeople} from '../mailings/audience.js';
import {isNotDeleted} from '../records/fields/path.js';

type Id = string | number;
type Ids = ReadonlySet<string>;

const textsOf = (ids: readonly Id[]): Ids => new Set(ids.map(String));

/** What is about to be deleted, as mailings and automations refer to it: audiences in the service's form, `contacts_3`. */
type Gone = {readonly senders?: Ids; readonly audiences?: Ids};

export const needSenders = (context: Context, ids: readonly Id[]) => needsOf(context, {senders: textsOf(ids)});

export const needSegments = (context: Context, ids: readonly Id[]) =>
  needsOf(context, {audiences: new Set(ids.map(id => `segments_${id}`))});

/** What needs these lists, or their segments. */
export async function needLists(context: Context, ids: readonly Id[]): Promise<readonly string[]> {
  const theirs = await segmentsOf(context, ids);
  return needsOf(context, {
    audiences: new Set([...ids.map(id => `contacts_${id}`), ...theirs.map(({id}) => `segments_${id}`)]),
  });
}

/** What mail to come needs of the things that are about to go, one sentence for each mailing or automation. */
async function needsOf({stream}: Context, {senders, audiences}: Gone): Promise<readonly string[]> {
  const found: string[] = [];
  const holds = (targets: unknown): boolean => audienceOf(targets).some(target => audiences?.has(target));
  await forEachRecord(noneIfNotFound(stream(mailings.list)), one => {
    if (Number(one.status) >= RUNNING) return;
    const says = (way: string) => found.push(`Mailing "${one.single_send_name}" is scheduled${way}.`);
    if (senders?.has(String(one.sender_id))) says(' to go out from it');
    if (holds(one.recipient_id)) says(' to go to it');
    if (holds(one.exclude_specific_recipient_id)) says(', and skips the people in it');
  });
  const live = await allRecords(noneIfNotFound(stream(automations.list)), one => isLive(one) && isNotDeleted(one));
  for (const {utr, automation_name: name, automation_for, automation_for_table} of live) {
    if (audiences?.has(`${automation_for_table}${automation_for}`))
      found.push(`The automation "${name}" is live, and mails people who join it.`);
    if (!senders) continue;
    for (const {sender_id, subject} of await allRecords(noneIfNotFound(stream(automationEmails.list, {utr}))))
      if (senders.has(String(sender_id)))
        found.push(`The live automation "${name}" sends its email "${subject}" from it.`);
  }
  return found;
}

async function segmentsOf({stream}: Context, ids: readonly Id[]) {
  const gone = textsOf(ids);
  return allRecords(
    noneIfNotFound(stream(segments.list)),
    one => isNotDeleted(one) && gone.has(String(one.contact_type_id)),
  );
}

/** What a person should know before lists are deleted: who is on them, and their segments. */
export async function listCard(context: Context, ids: readonly Id[]): Promise<Card> {
  const {labels, people} = await readLists(context, ids);
  if (labels.size === 0) throw noSuch(listsOf.noun, ids[0]);
  const ofThem = (await segmentsOf(context, ids)).map(({segment_name}) => segment_name);
  return {
    what: `Delete ${counted(labels.size, 'list')} with ${people === 0 ? 'nobody' : inPeople(people)} on ${plural(labels.size, 'it', 'them')}`,
    lines: [
      ['Lists', [...labels.values()].join(', ')],
      ...(ofThem.length > 0 ? [['Segments', quoted(ofThem)] as const] : []),
    ],
  };
}

/** What runs take turns for that fill these lists. */
export const turnsOfLists = (ids: readonly Id[]): ReadonlyArray<readonly string[]> =>
  ids.map(id => turnFor(contacts, String(id)));

/** How many people are on some lists: deleting the lists deletes them. */
export const peopleOnLists = async (context: Context, ids: readonly Id[]): Promise<number> =>
  (await readLists(context, ids)).people;

/** The names of lists, and how many people are on them. */
async function readLists({call}: Context, ids: readonly Id[]) {
  const wanted = textsOf(ids);
  const all = await call(lists.list);
  const found = all.filter(({id}) => wanted.has(String(id)));
  return {
    labels: new Map(found.map(({id, name}) => [String(id), `"${name}" (${id})`])),
    people: found.reduce((sum, {contacts_count: count = 0}) => sum + count, 0),
  };
}
