import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import type {RecordOf} from '../api/describe/schema.js';
import type {Card} from '../change/agree.js';
import type {Context} from '../change/context.js';
import {turnFor} from '../change/records/create-all.js';
import {noSuch} from '../change/records/read.js';
import type {Id} from '../change/work/journal.js';
import {counted, plural, quoted, sum} from '../core/words/sentence.js';
import {audienceOf} from '../endpoints/audience.js';
import {type automationEmail, operations as automationEmails} from '../endpoints/automation-emails.js';
import {operations as automations, isLive} from '../endpoints/automations.js';
import contacts from '../endpoints/contacts.js';
import {operations as fields} from '../endpoints/fields.js';
import listsOf, {operations as lists} from '../endpoints/lists.js';
import {type mailing, operations as mailings, RUNNING} from '../endpoints/mailings.js';
import {operations as segments} from '../endpoints/segments.js';
import {operations as templates} from '../endpoints/templates.js';
import {tagsIn} from '../letters/html/tags.js';
import {inPeople} from '../mailings/audience.js';
import {isNotDeleted} from '../records/fields/path.js';

type UsedIds = ReadonlySet<string>;

const textsOf = (ids: readonly Id[]): UsedIds => new Set(ids.map(String));

/** What is about to be deleted, as mailings and automations refer to it. */
type Gone = {
  readonly senders?: UsedIds;
  /** In the service's form: `contacts_3`. */
  readonly audiences?: UsedIds;
  /** The names of custom fields, which are tags in a letter, and the HTML of each template. */
  readonly tags?: UsedIds;
  readonly templates?: ReadonlyMap<string, string>;
  readonly emails?: UsedIds;
};

export const needSenders = (context: Context, ids: readonly Id[]) => needsOf(context, {senders: textsOf(ids)});

export const needEmails = (context: Context, ids: readonly Id[]) => needsOf(context, {emails: textsOf(ids)});

export const needSegments = (context: Context, ids: readonly Id[]) =>
  needsOf(context, {audiences: new Set(ids.map(id => `segments_${id}`))});

/** What needs these lists, or their segments. */
export async function needLists(context: Context, ids: readonly Id[]): Promise<readonly string[]> {
  const theirs = await segmentsOf(context, ids);
  return needsOf(context, {
    audiences: new Set([...ids.map(id => `contacts_${id}`), ...theirs.map(({id}) => `segments_${id}`)]),
  });
}

/** The mailings whose texts use the tags of these custom fields. */
export async function needFields(context: Context, ids: readonly Id[]): Promise<readonly string[]> {
  const gone = textsOf(ids);
  const own = await context.call(fields.custom);
  const tags = new Set(own.filter(({id}) => gone.has(String(id))).map(({field_name}) => field_name));
  if (tags.size === 0) return [];
  const bodies = new Map<string, string>();
  await forEachRecord(noneIfNotFound(context.stream(templates.list)), ({id, html_code}) => {
    bodies.set(String(id), html_code ?? '');
  });
  return needsOf(context, {tags, templates: bodies});
}

/** What mail to come needs of the things that are about to go, one sentence for each mailing or automation. */
async function needsOf({stream}: Context, gone: Gone): Promise<readonly string[]> {
  const found: string[] = [];
  if (!gone.emails)
    await forEachRecord(noneIfNotFound(stream(mailings.list)), one => {
      if (Number(one.status) >= RUNNING) return;
      for (const way of waysOf(one, gone)) found.push(`Mailing "${one.single_send_name}" is scheduled${way}.`);
    });
  const live = await allRecords(noneIfNotFound(stream(automations.list)), one => isLive(one) && isNotDeleted(one));
  for (const {utr, automation_name: name, automation_for, automation_for_table} of live) {
    if (gone.audiences?.has(`${automation_for_table}${automation_for}`))
      found.push(`The automation "${name}" is live, and mails people who join it.`);
    if (gone.audiences) continue;
    const emails = await allRecords(noneIfNotFound(stream(automationEmails.list, {utr})));
    for (const email of emails) found.push(...usesOf(email, name, gone));
    if (emails.length > 0 && emails.every(({utr}) => gone.emails?.has(utr)))
      found.push(`The automation "${name}" is live, and has no other email.`);
  }
  return found;
}

function usesOf(email: RecordOf<typeof automationEmail>, name: string, gone: Gone): readonly string[] {
  const tag = tagOf(email, gone);
  return [
    ...(gone.senders?.has(String(email.sender_id))
      ? [`The live automation "${name}" sends its email "${email.subject}" from it.`]
      : []),
    ...(tag === undefined ? [] : [`The email "${email.subject}" of the live automation "${name}" uses ((${tag})).`]),
  ];
}

/** How a mailing needs what is about to go: what follows "is scheduled". */
function waysOf(one: RecordOf<typeof mailing>, gone: Gone): readonly string[] {
  const holds = (targets: unknown): boolean => audienceOf(targets).some(target => gone.audiences?.has(target));
  const tag = tagOf(one, gone);
  return [
    ...(gone.senders?.has(String(one.sender_id)) ? [' to go out from it'] : []),
    ...(holds(one.recipient_id) ? [' to go to it'] : []),
    ...(holds(one.exclude_specific_recipient_id) ? [', and skips the people in it'] : []),
    ...(tag === undefined ? [] : [`, and uses ((${tag}))`]),
  ];
}

type MailingTexts = Pick<RecordOf<typeof mailing>, 'subject' | 'template_html' | 'template_json'> & {
  readonly preheader?: string | null;
  readonly template_id: unknown;
};

/** The first tag of a field that is about to go. */
function tagOf(email: MailingTexts, {tags, templates: bodies}: Gone): string | undefined {
  if (!tags) return undefined;
  const {subject, preheader, template_html: html, template_json: json, template_id: id} = email;
  const texts = [subject, preheader, html || json || bodies?.get(String(id))];
  return [...tagsIn(texts.join('\n'))].find(name => tags.has(name));
}

async function segmentsOf({stream}: Context, ids: readonly Id[]) {
  const gone = textsOf(ids);
  return allRecords(
    noneIfNotFound(stream(segments.list)),
    one => isNotDeleted(one) && gone.has(String(one.contact_type_id)),
  );
}

/** What goes with lists: the people on them, whose number counts, and their segments, which only a person reads. */
export async function lookAtLists(context: Context, ids: readonly Id[]) {
  const wanted = textsOf(ids);
  const found = (await context.call(lists.list)).filter(({id}) => wanted.has(String(id)));
  const withPeople = sum(found.map(({contacts_count: count = 0}) => count));
  const names = found.map(({name}) => `"${name}"`);
  const card = async (): Promise<Card> => {
    if (found.length === 0) throw noSuch(listsOf.noun, ids[0]);
    const ofThem = (await segmentsOf(context, ids)).map(({segment_name}) => segment_name);
    const which = found.length === 1 ? `list ${names[0]}` : counted(found.length, 'list');
    return {
      what: `Delete ${which} with ${withPeople === 0 ? 'nobody' : inPeople(withPeople)} on ${plural(found.length, 'it', 'them')}`,
      lines: [
        ...(found.length > 1 ? [['Lists', names.join(', ')] as const] : []),
        ...(ofThem.length > 0 ? [['Segments', quoted(ofThem)] as const] : []),
      ],
    };
  };
  return {card, withPeople, turns: ids.map(id => turnFor(contacts, String(id)))};
}
