import type {OperationInput, OperationOutput} from '../../api/describe/operation.js';
import type {Loose} from '../../api/describe/schema.js';
import {settleFindings} from '../../checks/findings.js';
import {isPast, type Moment, mayBePast} from '../../checks/moment.js';
import type {CheckRules, RecipientLimits} from '../../checks/options.js';
import type {Context} from '../../commands/command.js';
import {type Replaced, updateOne} from '../../commands/verbs/update-one.js';
import {audienceOf} from '../../endpoints/audience.js';
import mailings, {operations, RUNNING} from '../../endpoints/mailings.js';
import {UsageError} from '../../errors.js';
import type {Zones} from '../../records/dates/clock.js';
import type {Finding} from '../../records/fields/finding.schema.js';
import type {Ended} from '../../work/ending.js';
import {settleZone} from '../shared/settle-zone.js';
import {sendConsequence, sheet, toNames} from './create.js';
import {announceMoment, momentInWords, momentOf, type When, whenItGoesOut} from './when.js';

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
        const {passSendGate} = await import('./send-gate.js');
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
