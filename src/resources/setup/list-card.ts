import {forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import {inPeople} from '../../checks/audience.js';
import type {Card} from '../../commands/card.js';
import type {Context} from '../../commands/command.js';
import {turnFor} from '../../commands/verbs/create.js';
import {audienceOf} from '../../endpoints/audience.js';
import {operations as automations} from '../../endpoints/automations.js';
import contacts from '../../endpoints/contacts.js';
import {operations as lists} from '../../endpoints/lists.js';
import {RUNNING, operations as sentMailings} from '../../endpoints/mailings.js';
import {operations as segments} from '../../endpoints/segments.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {andList, counted, plural, quoted} from '../../words/sentence.js';

/** What a person should know before lists are deleted: who is in them, and which mailings use them. Undefined if there are none. */
export async function listCard(context: Context, ids: ReadonlyArray<string | number>): Promise<Card | undefined> {
  const {labels, people} = await readTypes(context, new Set(ids.map(Number)));
  if (labels.size === 0) return undefined;
  const aims = new Set(ids.map(id => `contacts_${id}`));
  const ofThem: string[] = [];
  await forEachRecord(context.stream(segments.list), ({id, segment_name, contact_type_id, deleted_at}) => {
    if (!isNotDeleted({deleted_at}) || !aims.has(`contacts_${contact_type_id}`)) return;
    aims.add(`segments_${id}`);
    ofThem.push(segment_name);
  });
  const sends = await sendsTo(context, aims);
  const started = await automationsFor(context, aims);
  const mailings = andList([countedNames(sends, 'mailing'), countedNames(started, 'automation')].filter(Boolean));
  const names = ids.flatMap(id => labels.get(Number(id)) ?? []);
  const absent = ids.filter(id => !labels.has(Number(id)));
  const which = names.length === 1 ? `list ${names[0]}` : counted(names.length, 'list');
  const question = `Delete ${which} with ${people === 0 ? 'nobody' : inPeople(people)} on ${plural(names.length, 'it', 'them')}`;
  return {
    what: mailings ? `${question}, the audience of ${mailings}` : question,
    question,
    lines: [
      ...(names.length > 1 ? [['Lists', names.join(', ')] as const] : []),
      ...(absent.length > 0 ? [['Not there', absent.join(', ')] as const] : []),
      ...(ofThem.length > 0 ? [['Segments', quoted(ofThem)] as const] : []),
      ...(sends.length > 0 ? [['Upcoming mailings', quoted(sends)] as const] : []),
      ...(started.length > 0 ? [['Automations', quoted(started)] as const] : []),
    ],
  };
}

/** What runs take turns for that fill these lists. */
export const turnsOfLists = (ids: ReadonlyArray<string | number>): ReadonlyArray<readonly string[]> =>
  ids.map(id => turnFor(contacts, String(id)));

/** How many people are on some lists: deleting the lists deletes them. */
export const peopleOnLists = async (context: Context, ids: ReadonlyArray<string | number>): Promise<number> =>
  (await readTypes(context, new Set(ids.map(Number)))).people;

/** The names of lists, with the id where two have the same name. */
type Types = {readonly labels: ReadonlyMap<number, string>; readonly people: number};

async function readTypes({stream}: Context, ids: ReadonlySet<number>): Promise<Types> {
  const names = new Map<number, string>();
  const all: string[] = [];
  let people = 0;
  await forEachRecord(stream(lists.list), ({id, name, contacts_count: count = 0}) => {
    all.push(name);
    if (!ids.has(id)) return;
    names.set(id, name);
    people += count;
  });
  const isUnique = (name: string): boolean => all.indexOf(name) === all.lastIndexOf(name);
  const labels = new Map([...names].map(([id, name]) => [id, isUnique(name) ? `"${name}"` : `"${name}" (${id})`]));
  return {labels, people};
}

/** The names of the scheduled mailings to one of these audiences. */
async function sendsTo({stream}: Context, aims: ReadonlySet<string>): Promise<string[]> {
  const names: string[] = [];
  await forEachRecord(stream(sentMailings.list), ({status, recipient_id, single_send_name}) => {
    if (status < RUNNING && audienceOf(recipient_id).some(aim => aims.has(aim))) names.push(single_send_name);
  });
  return names;
}

async function automationsFor({stream}: Context, aims: ReadonlySet<string>): Promise<string[]> {
  const names: string[] = [];
  await forEachRecord(
    noneIfNotFound(stream(automations.list)),
    ({deleted_at, automation_for, automation_for_table: table, automation_name}) => {
      if (isNotDeleted({deleted_at}) && aims.has(`${table}${automation_for}`)) names.push(automation_name);
    },
  );
  return names;
}

/** `1 mailing` or `2 mailings`; empty if there are none. */
const countedNames = ({length}: readonly string[], noun: string): string => (length === 0 ? '' : counted(length, noun));
