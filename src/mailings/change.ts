import type {OperationInput, OperationOutput} from '../api/describe/operation.js';
import type {InputOf, Loose} from '../api/describe/schema.js';
import type {CardLine} from '../change/agree.js';
import type {Context} from '../change/context.js';
import {readRecord} from '../change/records/read.js';
import type {Ended} from '../change/work/ending.js';
import {createOne} from '../commands/verbs/create.js';
import {type Replaced, updateOne} from '../commands/verbs/update.js';
import {clockIn} from '../commands/view.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {shellWord} from '../core/words/shell-word.js';
import {audienceOf} from '../endpoints/audience.js';
import mailings, {operations, RUNNING} from '../endpoints/mailings.js';
import {isMoment, type Zones} from '../records/dates/clock.js';
import {countedFrom} from '../records/dates/when.js';
import {dateInWords} from '../records/dates/words.js';
import {settleZone} from './ask-when.js';
import {readSizes, sizesInWords} from './audience.js';
import {formOf, type MailingDraft, momentIn} from './mailing.js';
import {type Moment, mayBePast, momentAsSent, momentOf, type When, whenItGoesOut, whenSent} from './moment.js';
import type {CheckRules, copyTakes, duplicateTakes, RecipientLimits, rescheduleTakes} from './options.js';
import {createSend, creationOfMailing, mailingSheet, momentOfLine, passSendGate, sendConsequence} from './send.js';

type MailingDetails = OperationOutput<typeof operations.details>;
type MailingForm = OperationInput<typeof operations.update>;
type MailingChanges = {readonly [name in Exclude<keyof MailingForm, 'utr'>]?: MailingForm[name] | undefined} & {
  readonly utr: string;
  readonly expect_digest?: string | undefined;
} & When &
  RecipientLimits &
  CheckRules;

/**
 * Changes a mailing, with a new template read. It is checked in its future form, because nobody looks at a scheduled
 * mailing again: errors must not stay. If it would or may be sent at once, or if the audience or moment changes, it needs
 * the same yes as making it.
 */
export async function updateSend(
  context: Context,
  {now, at, strict, force, max_recipients, min_recipients, expect_digest: digest, ...changes}: MailingChanges,
  columns: unknown,
): Promise<Ended> {
  const {moment, clock, zones} = await momentOfLine(context, {now, at});
  const isAimed = at !== undefined || aims.some(name => changes[name] !== undefined);
  return updateOne(
    context,
    {
      operation: operations.update,
      of: mailings,
      read: operations.details,
      key: 'utr',
      adapt: adapted,
      ...mailingSheet,
      columns,
      says: send => changeInWords(send as MailingDetails, {clock, zones}),
      replaced: replacedBy,
      agreed(current, changed) {
        const form = changed as unknown as MailingForm;
        const {utr, status} = current as MailingDetails;
        const moment = {...form, schedule_type: Number(form.schedule_type) === 0 ? 0 : 1} as Moment;
        const draft = {form, moment, zones, limits: {max_recipients, min_recipients}, utr, status};
        const says = riskOf(draft, clock);
        return passSendGate(context, {draft, rules: {strict, force}, says, digest, asks: Boolean(says) || isAimed});
      },
    },
    {...changes, ...moment},
  );
}

/** The fields that say who gets a mailing: a change of these needs the same yes as making it. */
const aims = ['recipient_id', 'exclude_specific_recipient_id', 'unsubscribe_group_id'] as const;

/** The report on a change of an unsent mailing. */
function changeInWords(
  send: MailingDetails,
  {clock, zones}: {readonly clock: Date; readonly zones: Zones},
): string | undefined {
  if (send.status >= RUNNING) return undefined;
  return `Mailing "${send.single_send_name}" was changed; ${whenItGoesOut(momentIn(send), zones, clock)}.`;
}

/** The mail that submitting a mailing with this moment may send at once, in words. */
function riskOf(
  draft: MailingDraft & {readonly moment: Moment},
  clock: Date,
): ((audience: string) => string) | undefined {
  const {form, moment, zones} = draft;
  if (moment.schedule_type === 0) return sendConsequence(draft);
  if (!moment.schedule_date)
    throw new UsageError('This mailing is scheduled, but the service shows no time for it.', {
      hint: 'Say when it goes out: --at "2030-05-01 09:00"',
    });
  if (!mayBePast(moment, clock, zones)) return undefined;
  return audience => `Change "${form.single_send_name}", which may then go out to ${audience} at once`;
}

/** Fields that are read and written in different forms: an immediate mailing reads as 0000-00-00. */
const adapted = (current: MailingDetails): Loose => ({
  recipient_id: audienceOf(current.recipient_id),
  exclude_specific_recipient_id: audienceOf(current.exclude_specific_recipient_id),
  ...(String(current.schedule_date).startsWith('0000') ? {schedule_date: null, schedule_time: null} : {}),
});

/**
 * The fields that the changes replace: the other form of the template, which the service might keep, and the moment of
 * a mailing that is now sent at once.
 */
function replacedBy(current: Loose, given: Loose): Replaced {
  const emptied = (name: string) => ({[name]: current[name] ? '' : null});
  return {
    fields: {
      ...(given['template_html'] ? emptied('template_json') : {}),
      ...(given['template_json'] ? emptied('template_html') : {}),
      ...(Number(given['schedule_type'] ?? current['schedule_type']) === 0
        ? {schedule_date: null, schedule_time: null}
        : {}),
    },
  };
}

/** Gives an unsent mailing another moment. */
export async function rescheduleSend(
  context: Context,
  {utr, at, columns, ...rules}: InputOf<typeof rescheduleTakes>,
): Promise<Ended> {
  const send = await readWaiting(context, utr, 'rescheduled');
  return updateSend(context, {utr, at: newMoment(context, send, at), ...rules}, columns);
}

/** The wanted moment, which may count from the old one: `+7 days`. */
function newMoment({host, zones}: Context, send: MailingDetails, at: string): string {
  const planned = Number(send.schedule_type) === 1 ? momentAsSent(momentIn(send)) : send.sent_at;
  const counted = countedFrom(isMoment(planned) ? planned : undefined, at);
  if (counted !== at) momentOf({at: counted}, host.now(), zones(), at);
  return counted;
}

/** Reads a mailing that must be unsent. */
async function readWaiting(context: Context, utr: string, done: 'rescheduled' | 'cancelled'): Promise<MailingDetails> {
  const send = await readRecord(context, mailings, operations.details, {utr});
  const {single_send_name: name, status} = send;
  if (status < RUNNING) return send;
  const state = status === RUNNING ? 'is going out right now' : 'has gone out';
  throw new PreflightError(`Mailing "${name}" ${state}, so it cannot be ${done}.`, {
    hint: `Nothing was changed. To send it again at another time: emk mailings copy ${shellWord(name)} --at "tomorrow 9am"`,
  });
}

/** What a person should know before a mailing is cancelled, which must not have begun to go out. */
export async function linesOfCancel(context: Context, utr: string): Promise<readonly CardLine[]> {
  const send = await readWaiting(context, utr, 'cancelled');
  if (!context.ask.possible) return [];
  return [
    ['Subject', send.subject],
    ['To', sizesInWords(await readSizes(context, audienceOf(send.recipient_id)))],
    ['When', whenSent(clockIn(context)).read(send)],
  ];
}

/** Creates a copy of a mailing at another moment: the service's own duplicate may be sent at once. */
export async function copySend(
  context: Context,
  {utr, at, name, subject, ...rules}: InputOf<typeof copyTakes>,
): Promise<Ended> {
  const send = await readRecord(context, mailings, operations.details, {utr});
  await settleZone(context);
  const moment = momentOf({at: newMoment(context, send, at)}, context.host.now(), context.zones());
  const sent = momentAsSent(moment ?? {schedule_type: 1});
  const day = dateInWords(Date.parse(`${sent.slice(0, 10)}T00:00:00Z`));
  const form = {
    ...formOf(send),
    // Two mailings with one name cannot be told apart.
    single_send_name: name ?? `${send.single_send_name} (${day})`,
    subject: subject ?? send.subject,
  };
  return createSend(context, {...form, at: sent, ...rules});
}

/**
 * Copies a mailing by the service, which may send the copy like the original, so it is checked and asked about. A copy may
 * repeat the original, but a past moment is an error, because the copy has it too and may be sent at once.
 */
export async function duplicateSend(
  context: Context,
  {utr, columns, strict, force, ...limits}: InputOf<typeof duplicateTakes>,
): Promise<Ended> {
  const original = await readRecord(context, mailings, operations.details, {utr});
  const {single_send_name: name, subject} = original;
  const draft = {form: formOf(original), moment: momentIn(original), zones: context.zones(), limits, utr};
  const permit = await passSendGate(context, {
    draft,
    rules: {strict, force},
    says: audience => `Copy mailing "${name}", which may mail ${audience} at once`,
    without: ['same-name', 'running'],
  });
  return createOne(
    context,
    {operation: operations.duplicate, agreed: async () => permit},
    {utr, columns},
    {
      ...creationOfMailing,
      by: [],
      // A copy has the subject of its original, and its name, perhaps with a word that the service added.
      mayBe: (copy: Loose) => String(copy['single_send_name']).includes(name) && copy['subject'] === subject,
      says: () => `Mailing "${name}" was copied.`,
    },
  );
}
