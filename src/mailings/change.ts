import type {OperationInput, OperationOutput} from '../api/describe/operation.js';
import type {InputOf, Loose} from '../api/describe/schema.js';
import {effectOf} from '../change/effect/effect.js';
import type {Ended} from '../change/work/ending.js';
import {endedEach} from '../change/work/ending-each.js';
import type {Card, CardLine} from '../commands/card.js';
import type {Context} from '../commands/command.js';
import {readRecord} from '../commands/not-found.js';
import {createOne} from '../commands/verbs/create.js';
import {noCopy, reportOf, sendAgain} from '../commands/verbs/removal-report.js';
import {removeRecords} from '../commands/verbs/remove-records.js';
import {type Replaced, updateOne} from '../commands/verbs/update-one.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {DAY} from '../core/words/calendar.js';
import {counted} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {audienceOf} from '../endpoints/audience.js';
import mailings, {operations, RUNNING} from '../endpoints/mailings.js';
import {isMoment, toSent, type Zones} from '../records/dates/clock.js';
import {countedFrom} from '../records/dates/when.js';
import {dateInWords, momentAsSpoken} from '../records/dates/words.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {settleZone} from './ask-when.js';
import {readSizes, sizesInWords} from './audience.js';
import {formOf, momentIn} from './draft.js';
import {settleFindings} from './findings.js';
import {passSendGate} from './gate.js';
import {
  announceMoment,
  isPast,
  type Moment,
  mayBePast,
  momentAsSent,
  momentInWords,
  momentOf,
  readWhen,
  type When,
  whenItGoesOut,
} from './moment.js';
import type {CheckRules, copyTakes, duplicateTakes, RecipientLimits, rescheduleTakes} from './options.js';
import {createSend, creating, sendConsequence, sheet, toNames} from './send.js';

type Send = OperationOutput<typeof operations.details>;
type Form = OperationInput<typeof operations.update>;
type Changes = {readonly [name in Exclude<keyof Form, 'utr'>]?: Form[name] | undefined} & {
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
  {now, at, strict, force, max_recipients, min_recipients, expect_digest: digest, ...changes}: Changes,
  columns: unknown,
): Promise<Ended> {
  const {details, update} = operations;
  const {globals, ask} = context;
  const clock = context.host.now();
  if (at !== undefined) await settleZone(context);
  const zones = context.zones();
  const moment = momentOf({now, at}, clock, zones);
  const given = {...changes, ...moment};
  if (globals.yes || globals.dryRun || !ask.possible) announceMoment(context, moment, zones);
  return updateOne(
    context,
    {
      operation: update,
      of: mailings,
      read: details,
      key: 'utr',
      adapt: adapted,
      ...sheet,
      columns,
      says: send => changed(send as Send, {clock, zones}),
      replaced: replacedBy,
      async agreed(current, form) {
        const underWay = settleFindings(underWayOf(current as Send), {
          rules: {strict, force},
          what: 'mailing',
        });
        const send = form as unknown as Form;
        const risk = riskOf(send, {clock, zones});
        const isAimed = at !== undefined || aims.some(name => changes[name] !== undefined);
        const {utr, status} = current as Send;
        const moment = momentOfForm(send);
        return passSendGate(context, {
          draft: {form: send, moment, zones, limits: {max_recipients, min_recipients}, utr, status},
          rules: {strict, force: [...(force ?? []), ...underWay.map(({check}) => check)]},
          says: risk ?? sendConsequence(send.single_send_name, {moment, zones}),
          audience: toNames(context, send.recipient_id),
          // A mailing that is being sent was refused or agreed to above.
          without: ['running'],
          digest,
          asks: risk !== undefined || isAimed,
        });
      },
    },
    given,
  );
}

/** The fields that say who gets a mailing: a change of these needs the same yes as making it. */
const aims = ['recipient_id', 'exclude_specific_recipient_id', 'unsubscribe_group_id'] as const;

/** The report on a change of an unsent mailing. */
function changed(send: Send, {clock, zones}: {readonly clock: Date; readonly zones: Zones}): string | undefined {
  const {single_send_name, status, schedule_type, schedule_date, schedule_time} = send;
  if (status >= RUNNING) return undefined;
  const moment: Moment = {schedule_type: schedule_type === 0 ? 0 : 1, schedule_date, schedule_time};
  return `Mailing "${single_send_name}" was changed; ${whenItGoesOut({moment, zones}, clock)}.`;
}

/** The mail that submitting this form may send at once, in words. A scheduled mailing needs a moment. */
function riskOf(
  form: Form,
  {clock, zones}: {readonly clock: Date; readonly zones: Zones},
): ((audience: string) => string) | undefined {
  const {single_send_name: name, schedule_date, schedule_time} = form;
  const moment = momentOfForm(form);
  if (moment.schedule_type === 0) return sendConsequence(name, {moment, zones});
  if (!schedule_date || !schedule_time) {
    throw new UsageError('This mailing is scheduled, but the service shows no time for it.', {
      hint: 'Say when it goes out: --at "2030-05-01 09:00"',
    });
  }
  if (!mayBePast(moment, clock, zones)) return undefined;
  const isOver = isPast(moment, clock, zones) ? 'is past' : 'may be past';
  return audience =>
    `Change "${name}", which may then go out to ${audience} at once: ${momentInWords(moment, zones)} ${isOver}`;
}

const momentOfForm = (form: Form): Moment =>
  ({...form, schedule_type: Number(form.schedule_type) === 0 ? 0 : 1}) as Moment;

/** Fields that are read and written in different forms: an immediate mailing reads as 0000-00-00. */
export const adapted = (current: Send): Loose => ({
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

/** What is wrong with changing a mailing that is going out or has gone out. */
function underWayOf({status}: Send): readonly Finding[] {
  if (status < RUNNING) return [];
  const state = operations.details.returns.shape.status.words[status] ?? `in state ${status}`;
  const says = `This mailing is ${state}, so changing it may have no effect, or mail people again.`;
  return [{check: 'running', level: 'error', says}];
}

/** Gives an unsent mailing another moment. */
export async function rescheduleSend(
  context: Context,
  {utr, at, columns, ...rules}: InputOf<typeof rescheduleTakes>,
): Promise<Ended> {
  const send = await readRecord(context, mailings, operations.details, {utr});
  mustBeWaiting(send, 'rescheduled');
  return updateSend(context, {utr, at: newMoment(context, momentOfSend(send), at), ...rules}, columns);
}

/** The wanted moment. If it counts from the old one it must be in the future, because nobody typed its date. */
function newMoment({host, zones}: Context, old: string | undefined, at: string): string {
  const counted = countedFrom(old, at);
  const clock = host.now();
  const moment = counted === at ? undefined : readWhen({at: counted}, clock, zones());
  if (old === undefined || !moment || !isPast(moment, clock, zones())) return counted;
  const [was, now] = [old, counted].map(sent => momentAsSpoken(sent, zones()).words);
  const tomorrow = toSent(clock.getTime() + DAY).slice(0, 10);
  throw new UsageError(`The mailing is from ${was}, so "${at.trim()}" is ${now}, which is past.`, {
    hint: `Give the new time itself: --at "${tomorrow} ${old.slice(11, 16)}"`,
  });
}

/** When a mailing is or was sent, on the account's clock; undefined if the service shows no moment. */
function momentOfSend({schedule_type, schedule_date, schedule_time, sent_at}: Send): string | undefined {
  const planned =
    Number(schedule_type) === 1 ? momentAsSent({schedule_type: 1, schedule_date, schedule_time}) : sent_at;
  return isMoment(planned) ? planned : undefined;
}

/** Refuses what can only be done to an unsent mailing. */
function mustBeWaiting({single_send_name: name, status}: Send, done: 'rescheduled' | 'cancelled'): void {
  if (status < RUNNING) return;
  const state = status === RUNNING ? 'is going out right now' : 'has gone out';
  throw new PreflightError(`Mailing "${name}" ${state}, so it cannot be ${done}.`, {
    hint: `Nothing was changed. To send it again at another time: emk mailings copy ${shellWord(name)} --at "tomorrow 9am"`,
  });
}

/** Deletes an unsent mailing after saving a copy on this machine, so that a kill in between loses nothing. */
export async function cancelSend(context: Context, utr: string): Promise<Ended> {
  const send = await readRecord(context, mailings, operations.details, {utr});
  mustBeWaiting(send, 'cancelled');
  const when = whenInWords(context, send);
  const what = `Cancel mailing "${send.single_send_name}", which goes out ${when}`;
  const card = () => cardOf(context, send, what, when);
  const permit = await context.agree(effectOf('deletes', mailings, 1, {wayBack: 'copy'}), {what, card});
  const removed = await removeRecords(context, {of: mailings, listInput: {}, permit, kept: 'copy'}, [utr]);
  const {kept} = removed;
  const nameInQuotes = () => `"${send.single_send_name}"`;
  if (context.globals.dryRun) return endedEach(reportOf(mailings.noun, [utr], 'Would delete', removed, nameInQuotes));
  const report = reportOf(mailings.noun, [utr], 'Deleted', removed, nameInQuotes);
  if (report.done.length === 0) return endedEach(report);
  const days = counted(context.globals.keepDeleted, 'day');
  const copied = kept ? `emk keeps a copy for ${days}. ${sendAgain(kept)}` : noCopy();
  const cancelled = `Mailing "${send.single_send_name}" is cancelled: it will not go out ${when}.`;
  return endedEach({...report, sentence: `${cancelled} ${copied}`});
}

function whenInWords(context: Context, send: Send): string {
  const moment = momentIn(send);
  return moment.schedule_type === 0 ? 'at once' : `on ${momentInWords(moment, context.zones())}`;
}

async function cardOf(context: Context, send: Send, what: string, when: string): Promise<Card> {
  const audience = sizesInWords(await readSizes(context, audienceOf(send.recipient_id)));
  const {keepDeleted} = context.globals;
  const copy: CardLine = ['Copy', `stays on this machine for ${counted(keepDeleted, 'day')}`];
  return {
    what,
    question: `Cancel "${send.single_send_name}"`,
    lines: [['Subject', send.subject], ['To', audience], ['When', when], ...(keepDeleted === 0 ? [] : [copy])],
  };
}

/** Creates a copy of a mailing at another moment: the service's own duplicate may be sent at once. */
export async function copySend(
  context: Context,
  {utr, at, name, subject, ...rules}: InputOf<typeof copyTakes>,
): Promise<Ended> {
  const send = await readRecord(context, mailings, operations.details, {utr});
  const old = momentOfSend(send);
  await settleZone(context);
  const moment = momentOf({at: newMoment(context, old, at)}, context.host.now(), context.zones());
  const sent = momentAsSent(moment ?? {schedule_type: 1});
  const form = {
    ...formOf(send),
    // Two mailings with one name cannot be told apart.
    single_send_name: name ?? `${send.single_send_name} (${dateInWords(dayOf(sent))})`,
    subject: subject ?? send.subject,
  };
  tellChange(context, 'Name', send.single_send_name, form.single_send_name);
  tellChange(context, 'Subject', send.subject, form.subject);
  return createSend(context, {...form, at: sent, ...rules});
}

const dayOf = (moment: string): number => Date.parse(`${moment.slice(0, 10)}T00:00:00Z`);

function tellChange({notice}: Context, what: string, old: string, now: string): void {
  notice(old === now ? `${what}: "${now}", as before.` : `${what}: "${old}" becomes "${now}".`);
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
  const zones = context.zones();
  const moment: Moment = momentIn(original);
  const isAtOnce = moment.schedule_type === 0 || isPast(moment, context.host.now(), zones);
  const when = isAtOnce ? 'at once' : `on ${momentInWords(moment, zones)}`;
  const permit = await passSendGate(context, {
    draft: {form: formOf(original), moment, zones, limits, utr},
    rules: {strict, force},
    says: audience => `Copy mailing "${original.single_send_name}", which may mail ${audience} ${when}`,
    audience: 'its audience',
    without: ['odd-hour', 'same-name', 'same-subject', 'running'],
    asks: true,
  });
  // A copy has the subject of its original, and its name, perhaps with a word that the service added.
  const isCopy = ({single_send_name: name, subject}: Loose): boolean =>
    String(name).includes(original.single_send_name) && subject === original.subject;
  return createOne(
    context,
    {operation: operations.duplicate, agreed: async () => permit},
    {utr},
    {
      ...creating,
      by: [],
      mayBe: context.globals.dryRun ? undefined : isCopy,
      says: () => `Mailing "${original.single_send_name}" was copied.`,
      columns,
    },
  );
}
