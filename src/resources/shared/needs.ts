import {allRecords, forEachRecord, noneIfNotFound} from '../../api/answers/record-sources.js';
import type {RecordOf} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {audienceOf} from '../../endpoints/audience.js';
import {type automationEmail, operations as automationEmails} from '../../endpoints/automation-emails.js';
import {type automation, operations as automations, isLive} from '../../endpoints/automations.js';
import {operations as fields} from '../../endpoints/fields.js';
import {type mailing, operations as mailings, RUNNING} from '../../endpoints/mailings.js';
import {operations as segments} from '../../endpoints/segments.js';
import {operations as templates} from '../../endpoints/templates.js';
import {tagsIn} from '../../html/tags.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';

export type Id = string | number;

/** What needs a record, one sentence per mailing. */
export type Needs = readonly string[];

/** The operations of these checks. */
export const needReads = [
  mailings.list,
  automations.list,
  automationEmails.list,
  segments.list,
  fields.custom,
  templates.list,
];

export async function needSenders(context: Context, ids: readonly Id[]): Promise<Needs> {
  const gone = new Set(ids.map(Number));
  const found: string[] = [];
  for await (const {single_send_name: name, sender_id} of sendsToCome(context)) {
    if (gone.has(Number(sender_id))) found.push(`Mailing "${name}" is scheduled to go out from it.`);
  }
  for await (const {automation_name: name, emails} of liveAutomations(context)) {
    for (const {subject, sender_id} of emails) {
      if (gone.has(Number(sender_id)))
        found.push(`The live automation "${name}" sends its email "${subject}" from it.`);
    }
  }
  return found;
}

/** The mailings that go to these segments, or exclude them. */
export const needSegments = (context: Context, ids: readonly Id[]): Promise<Needs> =>
  needAudiences(context, new Set(ids.map(id => `segments_${id}`)));

/** The same for lists, including their segments. */
export async function needLists(context: Context, ids: readonly Id[]): Promise<Needs> {
  const types = new Set(ids.map(Number));
  const gone = new Set(ids.map(id => `contacts_${id}`));
  await forEachRecord(noneIfNotFound(context.stream(segments.list)), ({id, contact_type_id}) => {
    if (types.has(Number(contact_type_id))) gone.add(`segments_${id}`);
  });
  return needAudiences(context, gone);
}

async function needAudiences(context: Context, gone: ReadonlySet<string>): Promise<Needs> {
  const isGone = (target: string): boolean => gone.has(target);
  const found: string[] = [];
  for await (const send of sendsToCome(context)) {
    const {single_send_name: name, recipient_id, exclude_specific_recipient_id} = send;
    if (audienceOf(recipient_id).some(isGone)) found.push(`Mailing "${name}" is scheduled to go to it.`);
    if (audienceOf(exclude_specific_recipient_id).some(isGone)) {
      found.push(`Mailing "${name}" is scheduled, and skips the people in it.`);
    }
  }
  for await (const {automation_name: name, automation_for, automation_for_table} of liveAutomations(context)) {
    if (isGone(`${automation_for_table}${automation_for}`)) {
      found.push(`The automation "${name}" is live, and mails people who join it.`);
    }
  }
  return found;
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
  const tagOf = (email: Texts): string | undefined => {
    const {subject, preheader, template_html: html, template_json: json, template_id: id} = email;
    const texts = [subject, preheader, html || json || bodies.get(Number(id))];
    return texts.flatMap(text => tagsIn(text ?? '')).find(({name}) => tags.has(name))?.name;
  };
  const found: string[] = [];
  for await (const send of sendsToCome(context)) {
    const tag = tagOf(send);
    if (tag !== undefined) found.push(`Mailing "${send.single_send_name}" is scheduled, and uses ((${tag})).`);
  }
  for await (const {automation_name: name, emails} of liveAutomations(context)) {
    for (const email of emails) {
      const tag = tagOf(email);
      if (tag !== undefined)
        found.push(`The email "${email.subject}" of the live automation "${name}" uses ((${tag})).`);
    }
  }
  return found;
}

type Texts = {
  readonly subject: string;
  readonly preheader?: string | null;
  readonly template_html: string | null;
  readonly template_json: string | null;
  readonly template_id: unknown;
};

/** The live automations that have no other emails than these. */
export async function needEmails(context: Context, ids: readonly Id[]): Promise<Needs> {
  const gone = new Set(ids.map(String));
  const found: string[] = [];
  for await (const {automation_name: name, emails} of liveAutomations(context)) {
    if (emails.length === 0 || !emails.every(({utr}) => gone.has(utr))) continue;
    found.push(`The automation "${name}" is live, and has no other email.`);
  }
  return found;
}

async function* sendsToCome({stream}: Context): AsyncGenerator<RecordOf<typeof mailing>> {
  for await (const batch of noneIfNotFound(stream(mailings.list)))
    yield* batch.filter(({status}) => Number(status) < RUNNING);
}

async function* liveAutomations({stream}: Context): AsyncGenerator<LiveAutomation> {
  const live = await allRecords(noneIfNotFound(stream(automations.list)), one => isLive(one) && isNotDeleted(one));
  for (const each of live) {
    yield {...each, emails: await allRecords(noneIfNotFound(stream(automationEmails.list, {utr: each.utr})))};
  }
}

type LiveAutomation = RecordOf<typeof automation> & {readonly emails: ReadonlyArray<RecordOf<typeof automationEmail>>};
