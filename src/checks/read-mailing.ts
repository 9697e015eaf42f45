import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {operations as groups} from '../endpoints/groups.js';
import {operations as senders} from '../endpoints/senders.js';
import {operations as templates} from '../endpoints/templates.js';
import {tagsIn} from '../html/tags.js';
import type {Zones} from '../records/dates/clock.js';
import {readAudience} from './audience.js';
import {bodyOf, type Email} from './email.js';
import type {Mailing, SendForm} from './mailing.js';
import type {Moment} from './moment.js';
import type {RecipientLimits} from './options.js';
import {readOtherSends} from './other-sends.js';
import {recordOfList} from './record-of-list.js';
import {readTags} from './tags.js';

/** A mailing as composed: its form, its moment, and what is already known about it. */
export type Draft = {
  readonly form: SendForm;
  readonly moment: Moment | undefined;
  readonly zones: Zones;
  readonly limits: RecipientLimits;
  readonly utr?: string | undefined;
  readonly status?: number | undefined;
  /** People who will have joined the audience by then. */
  readonly more?: readonly Loose[] | undefined;
};

/** Reads everything from the account that the checks and the card of a mailing need, each list once. */
export async function readMailing(context: Context, draft: Draft): Promise<Mailing> {
  const {form, moment, zones, limits, utr, status, more} = draft;
  const {recipient_id: to, exclude_specific_recipient_id: except = [], unsubscribe_group_id: group} = form;
  const clock = context.host.now();
  const email = await readEmail(context, form, await readTags(context));
  const tags = tagsUsed(email);
  return {
    ...email,
    ...{name: form.single_send_name, moment, clock, zones, limits, status},
    group: {id: group, record: await recordOfList(context, groups.list, group)},
    others: await readOtherSends(
      context,
      {name: form.single_send_name, subject: form.subject, utr, moment},
      clock,
      zones,
    ),
    audience: await readAudience(context, {to, except, group, tags, ...(more && {more})}),
  };
}

/** The part of a form that describes an email, for mailings and automations. */
export type EmailForm = {
  readonly subject: string;
  readonly preheader?: string | undefined;
  readonly sender_id: number;
  readonly template_id: number;
  readonly template_html?: string | null | undefined;
  readonly template_json?: string | null | undefined;
};

export async function readEmail(context: Context, form: EmailForm, tags: readonly string[]): Promise<Email> {
  const {subject, preheader, sender_id, template_id, template_html: html, template_json: json} = form;
  return {
    ...{subject, preheader, tags, html: html || undefined, json: json || undefined},
    sender: {id: sender_id, record: await recordOfList(context, senders.list, sender_id)},
    template: {id: template_id, record: await recordOfList(context, templates.list, template_id)},
  };
}

const tagsUsed = (email: Email): readonly string[] => {
  const texts = [email.subject, email.preheader ?? '', bodyOf(email)];
  const used = new Set(texts.flatMap(text => tagsIn(text).map(({name}) => name)));
  return email.tags.filter(tag => used.has(tag));
};
