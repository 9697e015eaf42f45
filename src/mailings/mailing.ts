import {createHash} from 'node:crypto';
import {targetOf} from '../accounts/target.js';
import {allRecords, noneIfNotFound} from '../api/answers/record-sources.js';
import type {OperationInput} from '../api/describe/operation.js';
import type {InputOf, Loose, RecordOf} from '../api/describe/schema.js';
import type {Context} from '../change/context.js';
import {type Effect, effectOf} from '../change/effect/effect.js';
import {alike} from '../change/identity/identities.js';
import {readRecord, recordOfList} from '../change/records/read.js';
import {optionName} from '../commands/parameters.js';
import {UsageError} from '../core/errors.js';
import {DAY} from '../core/words/calendar.js';
import {areMissing} from '../core/words/sentence.js';
import {audienceOf} from '../endpoints/audience.js';
import {operations as automationEmails} from '../endpoints/automation-emails.js';
import automations, {type automation, operations as automationOperations} from '../endpoints/automations.js';
import {type group, operations as groups} from '../endpoints/groups.js';
import mailings, {content, type MailingRecord, operations} from '../endpoints/mailings.js';
import {type sender, operations as senders} from '../endpoints/senders.js';
import {type template, operations as templates} from '../endpoints/templates.js';
import {plainText} from '../letters/html/plain-text.js';
import {readTags, withTemplate} from '../letters/markdown/letter-input.js';
import {firstShowing, fromSent, isMoment, type Zones} from '../records/dates/clock.js';
import {type Audience, readAudience, readSizes, type SizedTarget} from './audience.js';
import {type Moment, momentAsSent, readWhen, whenSent} from './moment.js';
import type {checkTakes, RecipientLimits} from './options.js';

/** A mailing in the form in which it is submitted. */
export type SendForm = Omit<OperationInput<typeof operations.create>, keyof Moment>;

/** A mailing as composed: its form, its moment, and what is already known about it. */
export type MailingDraft = {
  readonly form: SendForm;
  readonly moment: Moment | undefined;
  readonly zones: Zones;
  readonly limits: RecipientLimits;
  readonly utr?: string | undefined;
  readonly status?: number | undefined;
  /** Addresses that will have joined the audience by then. */
  readonly more?: readonly string[] | undefined;
};

/** The mailing that a line means, with its template read. */
export async function draftOf(context: Context, input: InputOf<typeof checkTakes>): Promise<MailingDraft> {
  const {utr, now, at, max_recipients, min_recipients} = input;
  const zones = context.zones();
  const rest = {zones, limits: {max_recipients, min_recipients}};
  const moment = readWhen({now, at}, context.host.now(), zones);
  if (utr === undefined) return {form: await newForm(context, input), moment, ...rest};
  const own = await givenForm(context, input);
  const send = await readRecord(context, mailings, operations.details, {utr});
  const {template_html, template_json, ...current} = formOf(send);
  const isNewBody = own.template_html !== undefined || own.template_json !== undefined;
  const form = {...current, ...(isNewBody ? {} : {template_html, template_json}), ...own};
  return {form, moment: moment ?? momentIn(send), ...rest, utr, status: send.status};
}

/** The fields of a mailing that a line gives, with its template read. */
const givenForm = (context: Context, given: Loose): Promise<Partial<SendForm>> =>
  withTemplate(
    context,
    Object.fromEntries(Object.keys(content).flatMap(name => (given[name] === undefined ? [] : [[name, given[name]]]))),
  );

/** The new mailing of a line: its name is its subject, and its preheader the first sentence of its letter, unless it says them. */
export async function newForm(context: Context, input: Loose): Promise<SendForm> {
  const given = await givenForm(context, input);
  const {single_send_name = given.subject, preheader = await beginningOf(context, given)} = given;
  const form: Loose = {...given, single_send_name, preheader};
  const missing = Object.entries(content).filter(([name, param]) => 'required' in param && form[name] === undefined);
  if (missing.length === 0) return form as SendForm;
  throw new UsageError(`${areMissing(missing.map(([name, param]) => `--${optionName(name, param)}`))}.`, {
    hint: 'Name a mailing, or give the options of a new one. For example: emk mailings check "Autumn preview"',
  });
}

/** An existing mailing in the form for creating it. An empty list of excluded people would empty the field. */
export const formOf = (send: MailingRecord): SendForm => {
  const except = audienceOf(send.exclude_specific_recipient_id);
  return {
    single_send_name: send.single_send_name,
    subject: send.subject,
    preheader: send.preheader,
    sender_id: send.sender_id,
    unsubscribe_group_id: send.unsubscribe_group_id,
    recipient_id: audienceOf(send.recipient_id),
    ...(except.length > 0 && {exclude_specific_recipient_id: except}),
    template_id: send.template_id,
    template_html: send.template_html ?? undefined,
    template_json: send.template_json ?? undefined,
  };
};

/** The moment of an existing mailing. */
export const momentIn = ({schedule_type, schedule_date, schedule_time}: MailingRecord): Moment =>
  Number(schedule_type) === 0 ? {schedule_type: 0} : {schedule_type: 1, schedule_date, schedule_time};

/** The first sentence of the letter; only the service can draw a template in JSON. */
async function beginningOf(context: Context, given: Partial<SendForm>): Promise<string | undefined> {
  const {template_id: id, template_html: html, template_json: json} = given;
  if (json) return undefined;
  const body = html ?? (id === undefined ? undefined : (await recordOfList(context, templates.list, id))?.html_code);
  const lines = plainText(body ?? '', {addresses: false}).split('\n');
  const line = lines.find(each => SENTENCE.test(each)) ?? lines.find(each => /\p{L}/u.test(each));
  const beginning = (SENTENCE.exec(line ?? '')?.[0] ?? line)?.trim();
  const cut = [...(beginning ?? '')].slice(0, LONGEST).join('');
  // A tag that is cut in two would be an error of the letter.
  return beginning && cut.replace(/\(\(\w*\)?$/, '').trim();
}

/** A full stop after one or two letters or digits ends no sentence: `Dr.`, `on 1. May`. */
const SENTENCE = /^.*?(?:(?<!\b[\p{L}\p{N}]{1,2})\.|[!?\u2026])(?=\s|$)/u;

/** Inboxes show less than this. */
const LONGEST = 150;

/** A record that an id refers to; undefined if the account does not have it. */
export type ReferredRecord<R> = {readonly id: number; readonly record: R | undefined};

/** One email as it would be sent, and everything that a check of it needs from the account. */
export type Email = {
  readonly subject: string;
  /** Undefined for the emails of automations, which have no preheader. */
  readonly preheader: string | undefined;
  readonly sender: ReferredRecord<RecordOf<typeof sender>>;
  readonly template: ReferredRecord<RecordOf<typeof template>>;
  readonly html: string | undefined;
  readonly json: string | undefined;
  readonly tags: readonly string[];
};

/** A mailing before it is sent, and everything that the checks need from the account. It is read once. */
export type Mailing = Email & {
  readonly name: string;
  readonly group: ReferredRecord<RecordOf<typeof group>>;
  readonly audience: Audience;
  /** Undefined if no moment was chosen yet. */
  readonly moment: Moment | undefined;
  readonly clock: Date;
  readonly zones: Zones;
  readonly limits: RecipientLimits;
  /** Mailings with the same name or subject, within days of this one. */
  readonly others: readonly Other[];
  readonly status: number | undefined;
};

/** An automation with its emails, and everything else that the checks need from the account. */
export type Flow = {
  readonly automation: RecordOf<typeof automation>;
  /** Its recipients; undefined if it has none. */
  readonly audience: SizedTarget | undefined;
  readonly group: RecordOf<typeof group> | undefined;
  readonly emails: readonly Email[];
};

/** Reads everything from the account that the checks and the card of a mailing need, each list once. */
export async function readMailing(context: Context, draft: MailingDraft): Promise<Mailing> {
  const {form, moment, zones, limits, status, more} = draft;
  const {recipient_id: to, exclude_specific_recipient_id: except = [], unsubscribe_group_id: group} = form;
  const clock = context.host.now();
  const email = await readEmail(context, form, await readTags(context));
  return {
    ...email,
    ...{name: form.single_send_name, moment, clock, zones, limits, status},
    group: {id: group, record: await recordOfList(context, groups.list, group)},
    others: await readOthers(context, draft, clock),
    audience: await readAudience(context, {to, except, group, more}),
  };
}

/** A mailing that this one may repeat, and when it was or will be sent, in words. */
type Other = {
  readonly utr: string;
  readonly name: string;
  /** Whether both its name and its subject are those of this one. */
  readonly isSame: boolean;
  readonly when: string;
};

/** Reads mailings with the same name or subject that go out within days of this one: a repetition may be a mistake. */
async function readOthers({stream}: Context, {form, moment, utr, zones}: MailingDraft, clock: Date): Promise<Other[]> {
  const goesOut = moment?.schedule_type === 1 ? instantOf(momentAsSent(moment), zones) : clock.getTime();
  const hasName = (send: MailingRecord): boolean => alike(send.single_send_name) === alike(form.single_send_name);
  const hasSubject = (send: MailingRecord): boolean => alike(send.subject) === alike(form.subject);
  const isNear = (send: MailingRecord): boolean => Math.abs(goesOut - instantOfSend(send, zones)) <= DAYS * DAY;
  const others = await allRecords(
    stream(operations.list),
    send => send.utr !== utr && (hasName(send) || hasSubject(send)) && isNear(send),
  );
  const {read} = whenSent({now: () => clock, zones: () => zones});
  return others.map(send => ({
    utr: send.utr,
    name: send.single_send_name,
    isSame: hasName(send) && hasSubject(send),
    when: read(send),
  }));
}

const DAYS = 3;

function instantOfSend(send: MailingRecord, zones: Zones): number {
  const {sent_at, schedule_type, schedule_date, schedule_time, created_at} = send;
  if (isMoment(sent_at)) return instantOf(sent_at, zones);
  if (Number(schedule_type) !== 1 || !isMoment(schedule_date)) return Date.parse(created_at);
  return instantOf(momentAsSent({schedule_type: 1, schedule_date, schedule_time}), zones);
}

const instantOf = (sent: string, {service}: Zones): number => {
  const shown = fromSent(sent);
  return service === undefined ? shown : firstShowing(shown, service);
};

/** The part of a form that describes an email, for mailings and automations. */
export type EmailForm = {
  readonly subject: string;
  readonly preheader?: string | undefined;
  readonly sender_id: number;
  readonly template_id: number;
  readonly template_html?: string | null | undefined;
  readonly template_json?: string | null | undefined;
};

async function readEmail(context: Context, form: EmailForm, tags: readonly string[]): Promise<Email> {
  const {subject, preheader, sender_id, template_id, template_html: html, template_json: json} = form;
  return {
    ...{subject, preheader, tags, html: html || undefined, json: json || undefined},
    sender: {id: sender_id, record: await recordOfList(context, senders.list, sender_id)},
    template: {id: template_id, record: await recordOfList(context, templates.list, template_id)},
  };
}

/** Reads an automation and everything that its checks need, including emails that are about to be added. */
export async function readFlow(context: Context, utr: string, more: readonly EmailForm[] = []): Promise<Flow> {
  const automation = await readRecord(context, automations, automationOperations.details, {utr});
  const {automation_for: target, automation_for_table: table, unsubscribe_group_id: group} = automation;
  const [audience] = target ? await readSizes(context, [`${table}${target}`]) : [];
  const tags = await readTags(context);
  const own = await allRecords(noneIfNotFound(context.stream(automationEmails.list, {utr})));
  const emails: Email[] = [];
  for (const email of [...own, ...more]) emails.push(await readEmail(context, email, tags));
  return {automation, audience, group: await recordOfList(context, groups.list, Number(group)), emails};
}

/** What sending a mailing does: whom it mails, and when. The question, a limit and a digest read the same. */
export const effectOfMailing = ({audience, moment}: Pick<Mailing, 'audience' | 'moment'>): Effect<'sends'> =>
  effectOf('sends', mailings, 1, {
    people: {mailed: {count: audience.people, who: audience.who}},
    at: moment === undefined ? 'unknown' : moment.schedule_type === 0 ? 'now' : momentAsSent(moment),
  });

/**
 * A code for exactly this mailing, to exactly these people, from this account. If any of them changes, so does the code, so
 * a yes for one mailing cannot send another. Nor can it send the same one twice: the first is then among the mailings
 * of these days with this name.
 */
export async function digestOf({account}: Pick<Context, 'account'>, form: SendForm, mailing: Mailing): Promise<string> {
  const {sender, template, group, others} = mailing;
  const {people, at} = effectOfMailing(mailing);
  const from = await account();
  const parts = [
    targetOf(from),
    [mailing.name, mailing.subject, mailing.preheader ?? '', mailing.html ?? '', mailing.json ?? ''],
    [template.id, template.record?.html_code ?? '', template.record?.json_code ?? ''],
    [sender.id, sender.record?.from_name, sender.record?.from_email, sender.record?.reply_to_email],
    [group.id, group.record?.group_name],
    [[...form.recipient_id].sort(), [...(form.exclude_specific_recipient_id ?? [])].sort()],
    await people.mailed?.who?.(from),
    others.map(({utr}) => utr).sort(),
    at,
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}
