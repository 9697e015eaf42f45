import {DAY} from '../core/words/calendar.js';
import {andList, plural} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {audienceOf} from '../endpoints/audience.js';
import {isLive} from '../endpoints/automations.js';
import {RUNNING} from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import {isOverdue, momentAsSent, START_DELAY} from '../mailings/moment.js';
import {fromSent, inZone} from '../records/dates/clock.js';
import {dayInWords, sentMomentInWords} from '../records/dates/words.js';
import {error, type Finding, warning} from '../records/fields/finding.js';
import {inPercent} from '../records/fields/readable.js';
import {countersOfSend, ratesOf} from './counters.js';
import type {Clock} from './months.js';
import type {Automation, Mailings, Send} from './read.js';

/**
 * The state of a mailing: `coming` in the future; `due` should start now; `late` should have been sent and was not;
 * `forgotten` should have been sent at once long ago; `unset` is scheduled without a moment.
 */
type SendState = 'coming' | 'due' | 'running' | 'late' | 'forgotten' | 'unset' | 'done';

/** The state of a mailing. Without the account's zone, it is late only if its moment is past in every zone. */
export function sendState(send: Send, {zones, shown, now}: Clock): SendState {
  const status = Number(send.status);
  if (status === RUNNING) return 'running';
  if (status > RUNNING) return 'done';
  if (Number(send.schedule_type) !== 1) {
    return now.getTime() - Date.parse(send.updated_at) > START_DELAY ? 'forgotten' : 'due';
  }
  const {schedule_date, schedule_time} = send;
  const moment = {schedule_type: 1, schedule_date, schedule_time} as const;
  const at = fromSent(momentAsSent(moment));
  if (Number.isNaN(at) || schedule_date?.startsWith('0000')) return 'unset';
  if (isOverdue({...moment, status}, now, zones)) return 'late';
  return at > shown || zones.service === undefined ? 'coming' : 'due';
}

/** What a person should look at: each keeps mail from being sent as planned. */
export function findingsIn(mailings: Mailings, clock: Clock): readonly Finding[] {
  const leaving = leavingOf(mailings, clock);
  return byUrgency([
    ...mailings.sends.flatMap(send => aboutSend[sendState(send, clock)]?.(send, clock) ?? []),
    ...[...new Set(leaving.map(({sender}) => sender))].flatMap(id => aboutSender(id, leaving, mailings)),
    ...leaving.flatMap(each => aboutAudience(each, mailings)),
    ...mailings.automations.flatMap(each => aboutAutomation(each, mailings, clock)),
  ]);
}

/** Errors first, and at the end the drafts that nobody touches, of which an account may have many. */
export const byUrgency = (findings: readonly Finding[]): readonly Finding[] => {
  const rank = ({level, check}: Finding): number => (level === 'error' ? 0 : check.endsWith('-forgotten') ? 2 : 1);
  return findings.toSorted((one, other) => rank(one) - rank(other));
};

const aboutSend: {readonly [state in SendState]?: (send: Send, clock: Clock) => Finding} = {
  late: ({single_send_name: name, schedule_date, schedule_time}) => {
    const moment = sentMomentInWords(`${schedule_date} ${schedule_time}`);
    const says = `"${name}" should have gone out on ${moment}, but the service has not sent it.`;
    return error('send-late', says, `Check it, and give it a new time: ${lineForTime(name)}`);
  },
  unset: ({single_send_name: name}) =>
    warning('send-without-moment', `"${name}" is scheduled, but has no time.`, `Give it one: ${lineForTime(name)}`),
  forgotten: ({single_send_name: name, updated_at}, clock) => {
    const says = `"${name}" has not gone out, and nobody has touched it since ${since(updated_at, clock)}.`;
    return warning('send-forgotten', says, `Send it, or delete it: emk mailings delete ${shellWord(name)}`);
  },
};

const lineForTime = (name: string): string => `emk mailings update ${shellWord(name)} --at "2030-05-01 09:00"`;

/** Something that will be sent, with its sender; a mailing also with its audience. */
type Leaving = {readonly what: string; readonly sender: number; readonly to?: readonly string[]};

function leavingOf({sends, automations, emails}: Mailings, clock: Clock): readonly Leaving[] {
  const toLeave: readonly SendState[] = ['coming', 'due', 'running', 'late'];
  return [
    ...sends
      .filter(send => toLeave.includes(sendState(send, clock)))
      .map(({single_send_name, sender_id, recipient_id}) => ({
        what: `"${single_send_name}"`,
        sender: Number(sender_id),
        to: audienceOf(recipient_id),
      })),
    ...automations.filter(isLive).flatMap(({automation_name, utr}) =>
      (emails.get(utr) ?? []).map(({sender_id}) => ({
        what: `the automation "${automation_name}"`,
        sender: Number(sender_id),
      })),
    ),
  ];
}

/** A sender is named once, with everything that it will send. */
function aboutSender(id: number, leaving: readonly Leaving[], {senders}: Mailings): readonly Finding[] {
  const sender = senders.get(id);
  if (sender && isVerified(sender)) return [];
  const what = [...new Set(leaving.filter(each => each.sender === id).map(each => each.what))];
  const leaves = `${andList(what)} ${plural(what.length, 'leaves', 'leave')}`;
  if (!sender) {
    const hint = 'Choose another sender. To see the senders: emk senders list';
    return [error('sender-exists', `${leaves} from sender ${id}, which is not in the account.`, hint)];
  }
  const hint = `To send the verification mail again: emk senders verify ${id}`;
  return [error('sender-verified', `${leaves} from ${sender.from_email}, which is not verified.`, hint)];
}

function aboutAudience({what, to}: Leaving, {audiences}: Mailings): readonly Finding[] {
  if (to === undefined) return [];
  const found = to.map(target => audiences.get(target));
  const hint = 'Choose who gets it with "emk mailings update".';
  if (to.length > 0 && found.every(audience => audience === undefined)) {
    return [error('audience-exists', `${what} goes to ${andList(to)}, which the account does not have.`, hint)];
  }
  if (!found.every(audience => audience?.people === 0)) return [];
  const names = found.map(audience => audience?.name ?? '');
  const where = names.length === 0 ? 'nobody' : `${andList(names)}, where there is nobody`;
  return [error('audience-empty', `${what} goes to ${where}.`, hint)];
}

/** Of a live automation without emails, and of one that was never live and that nobody touches. */
function aboutAutomation(automation: Automation, {emails}: Mailings, clock: Clock): readonly Finding[] {
  const {automation_name: name, utr, updated_at, live_at} = automation;
  if (isLive(automation)) {
    if ((emails.get(utr) ?? []).length > 0) return [];
    const hint = `Add one: emk automations emails add --automation ${shellWord(name)}`;
    return [warning('automation-without-emails', `The automation "${name}" is live and has no emails.`, hint)];
  }
  const wasLive = typeof live_at === 'string' && !Number.isNaN(fromSent(live_at));
  if (wasLive || clock.now.getTime() - Date.parse(updated_at) < FORGOTTEN) return [];
  const says = `The automation "${name}" is a draft that nobody has touched since ${since(updated_at, clock)}.`;
  const hint = `To see whether it can start: emk automations check ${shellWord(name)}. Or delete it.`;
  return [warning('automation-forgotten', says, hint)];
}

/** From this age on, a draft looks forgotten. */
const FORGOTTEN = 14 * DAY;

const since = (timestamp: string, {zone}: Clock): string => {
  const at = Date.parse(timestamp);
  return Number.isNaN(at) ? 'a time that the service does not say' : dayInWords(inZone(at, zone).getTime());
};

/** Mailings that lost too many people. */
export const lossesIn = (sends: readonly Send[]): readonly Finding[] =>
  sends.flatMap(send => {
    const counters = countersOfSend(send);
    if ((counters.triggered ?? 0) < ENOUGH) return [];
    const {bounce_rate, unsubscribe_rate} = ratesOf(counters);
    const [bounced, left, name] = [bounce_rate ?? 0, unsubscribe_rate ?? 0, `"${send.single_send_name}"`];
    const found = [
      bounced > 0.05 && warning('bounces-high', `${inPercent(bounced)} of ${name} bounced.`, aboutBounces),
      left > 0.01 && warning('unsubscribes-high', `${inPercent(left)} unsubscribed after ${name}.`, aboutLeaving),
    ];
    return found.filter(each => each !== false);
  });

const aboutBounces = 'Mailbox providers start to refuse mail above 2 to 5%. Check where the addresses came from.';
const aboutLeaving = 'More than 1% is a lot. Check that the right people got it.';

/** With fewer mails, a rate says little. */
const ENOUGH = 100;
