import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Card} from '../commands/card.js';
import type {Context} from '../commands/command.js';
import {turnFor} from '../commands/verbs/create.js';
import {counted, plural, quoted} from '../core/words/sentence.js';
import {audienceOf} from '../endpoints/audience.js';
import {type automationEmail, operations as automationEmails} from '../endpoints/automation-emails.js';
import {type automation, operations as automations, isLive} from '../endpoints/automations.js';
import contacts from '../endpoints/contacts.js';
import {operations as fields} from '../endpoints/fields.js';
import {operations as lists} from '../endpoints/lists.js';
import {type mailing, operations as mailings, RUNNING} from '../endpoints/mailings.js';
import {operations as segments} from '../endpoints/segments.js';
import {operations as templates} from '../endpoints/templates.js';
import {tagsIn} from '../letters/html/tags.js';
import {inPeople} from '../mailings/audience.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';

export type Id = string | number;

/** What needs a record, one sentence per mailing. */
export type Needs = readonly string[];

export function needSenders(context: Context, ids: readonly Id[]): Promise<Needs> {
  const gone = new Set(ids.map(Number));
  const isGone = ({sender_id}: {readonly sender_id: unknown}): boolean => gone.has(Number(sender_id));
  return needsOf(context, {
    send: send => (isGone(send) ? [' to go out from it'] : []),
    automation: ({automation_name: name, emails}) =>
      emails.filter(isGone).map(({subject}) => `The live automation "${name}" sends its email "${subject}" from it.`),
  });
}

/** The mailings that go to these segments, or exclude them. */
export const needSegments = (context: Context, ids: readonly Id[]): Promise<Needs> =>
  needAudiences(context, new Set(ids.map(id => `segments_${id}`)));

/** The same for lists, including their segments. */
export async function needLists(context: Context, ids: readonly Id[]): Promise<Needs> {
  const gone = new Set(ids.map(id => `contacts_${id}`));
  await forEachRecord(noneIfNotFound(context.stream(segments.list)), ({id, contact_type_id}) => {
    if (gone.has(`contacts_${contact_type_id}`)) gone.add(`segments_${id}`);
  });
  return needAudiences(context, gone);
}

function needAudiences(context: Context, gone: ReadonlySet<string>): Promise<Needs> {
  const holds = (targets: unknown): boolean => audienceOf(targets).some(target => gone.has(target));
  return needsOf(context, {
    send: ({recipient_id, exclude_specific_recipient_id}) => [
      ...(holds(recipient_id) ? [' to go to it'] : []),
      ...(holds(exclude_specific_recipient_id) ? [', and skips the people in it'] : []),
    ],
    automation: ({automation_name: name, automation_for, automation_for_table}) =>
      gone.has(`${automation_for_table}${automation_for}`)
        ? [`The automation "${name}" is live, and mails people who join it.`]
        : [],
  });
}

/** The mailings whose texts use the tags of these custom fields. */
export async function needFields(context: Context, ids: readonly Id[]): Promise<Needs> {
  const gone = new Set(ids.map(String));
  const own = await context.call(fields.custom);
  const tags = new Set(own.filter(({id}) => gone.has(String(id))).map(({field_name}) => field_name));
  if (tags.size === 0) return [];
  const bodies = new Map<number, string>();
  await forEachRecord(noneIfNotFound(context.stream(templates.list)), ({id, html_code}) => {
    bodies.set(Number(id), html_code ?? '');
  });
  const tagIn = (email: Texts): readonly string[] => {
    const {subject, preheader, template_html: html, template_json: json, template_id: id} = email;
    const texts = [subject, preheader, html || json || bodies.get(Number(id))];
    const used = texts.flatMap(text => tagsIn(text ?? '')).find(({name}) => tags.has(name));
    return used ? [`((${used.name}))`] : [];
  };
  return needsOf(context, {
    send: send => tagIn(send).map(tag => `, and uses ${tag}`),
    automation: ({automation_name: name, emails}) =>
      emails.flatMap(email =>
        tagIn(email).map(tag => `The email "${email.subject}" of the live automation "${name}" uses ${tag}.`),
      ),
  });
}

type Texts = {
  readonly subject: string;
  readonly preheader?: string | null;
  readonly template_html: string | null;
  readonly template_json: string | null;
  readonly template_id: unknown;
};

/** The live automations that have no other emails than these. */
export function needEmails(context: Context, ids: readonly Id[]): Promise<Needs> {
  const gone = new Set(ids.map(String));
  return needsOf(context, {
    automation: ({automation_name: name, emails}) =>
      emails.length > 0 && emails.every(({utr}) => gone.has(utr))
        ? [`The automation "${name}" is live, and has no other email.`]
        : [],
  });
}

type Live = RecordOf<typeof automation> & {readonly emails: ReadonlyArray<RecordOf<typeof automationEmail>>};

/** How mail to come needs something: what follows "is scheduled" of a mailing, and sentences about an automation. */
type Needing = {
  readonly send?: (send: RecordOf<typeof mailing>) => readonly string[];
  readonly automation: (live: Live) => readonly string[];
};

async function needsOf({stream}: Context, {send, automation}: Needing): Promise<Needs> {
  const found: string[] = [];
  if (send)
    await forEachRecord(noneIfNotFound(stream(mailings.list)), one => {
      if (Number(one.status) >= RUNNING) return;
      found.push(...send(one).map(says => `Mailing "${one.single_send_name}" is scheduled${says}.`));
    });
  const live = await allRecords(noneIfNotFound(stream(automations.list)), one => isLive(one) && isNotDeleted(one));
  for (const one of live) {
    const emails = await allRecords(noneIfNotFound(stream(automationEmails.list, {utr: one.utr})));
    found.push(...automation({...one, emails}));
  }
  return found;
}

/** What a person should know before lists are deleted: who is on them, and their segments. Undefined if there are none. */
export async function listCard(context: Context, ids: ReadonlyArray<string | number>): Promise<Card | undefined> {
  const {labels, people} = await readTypes(context, new Set(ids.map(Number)));
  if (labels.size === 0) return undefined;
  const aims = new Set(ids.map(id => `contacts_${id}`));
  const ofThem: string[] = [];
  await forEachRecord(context.stream(segments.list), ({segment_name, contact_type_id, deleted_at}) => {
    if (isNotDeleted({deleted_at}) && aims.has(`contacts_${contact_type_id}`)) ofThem.push(segment_name);
  });
  const names = ids.flatMap(id => labels.get(Number(id)) ?? []);
  const absent = ids.filter(id => !labels.has(Number(id)));
  const which = names.length === 1 ? `list ${names[0]}` : counted(names.length, 'list');
  return {
    what: `Delete ${which} with ${people === 0 ? 'nobody' : inPeople(people)} on ${plural(names.length, 'it', 'them')}`,
    lines: [
      ...(names.length > 1 ? [['Lists', names.join(', ')] as const] : []),
      ...(absent.length > 0 ? [['Not there', absent.join(', ')] as const] : []),
      ...(ofThem.length > 0 ? [['Segments', quoted(ofThem)] as const] : []),
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
