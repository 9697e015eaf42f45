import {about, boolean, integer, listOf, nullable, object, type TypeOf, text} from '../core/json-schema/describe.js';
import {DAY, dayOf} from '../core/words/calendar.js';
import {andList, plural} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {audienceOf} from '../endpoints/audience.js';
import {inSendingOrder, waitOfEmailInWords} from '../endpoints/automation-emails.js';
import {isLive} from '../endpoints/automations.js';
import type {MailingRecord} from '../endpoints/mailings.js';
import {mailing, RUNNING} from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import {mostPeople, type SizedTarget, targetIn} from '../mailings/audience.js';
import {isOverdue, momentAsSent, START_DELAY} from '../mailings/moment.js';
import {firstShowing, fromSent, toSent} from '../records/dates/clock.js';
import {sentMomentInWords} from '../records/dates/words.js';
import {fieldAt, sentWordsOf} from '../records/fields/field.js';
import {error, type Finding, findingProperties} from '../records/fields/finding.js';
import type {AccountClock} from './months.js';
import type {Automation, Mailings} from './read.js';

export const agendaAudience = object({name: text, people: nullable(integer)});

const from = object({sender_id: integer, name: nullable(text), address: nullable(text), verified: nullable(boolean)});

const planned = object({
  utr: text,
  name: text,
  subject: text,
  status: text,
  moment: about("On the account's clock; null if it is sent at once", nullable(text)),
  at: about("The same moment in UTC; null if the account's zone is unknown", nullable(text)),
  to: listOf(agendaAudience),
  except: listOf(agendaAudience),
  at_most: about('How many people it can reach at most', nullable(integer)),
  from,
});

const wait = about('How long after joining it is sent, in words', text);
const email = object({subject: text, wait, waiting_period: integer, waiting_type: text, from});

const live = object({
  utr: text,
  name: text,
  for: about('People who join this audience get the emails', nullable(agendaAudience)),
  live_at: nullable(text),
  emails: listOf(email),
});

export const upcoming = {
  now: text,
  until: about('The last day of the agenda', text),
  time_zone: nullable(text),
  scheduled: about('The mailings scheduled from now to the end of that day, in order', listOf(planned)),
  under_way: about('Mailings that are being sent, or are about to be', listOf(planned)),
  later: about('The mailings scheduled after that day', listOf(planned)),
  automations: listOf(live),
};

export const attention = listOf(object(findingProperties));

/** Upcoming mail. Moments are on the account's clock. */
export const agenda = object({...upcoming, attention});

export type Agenda = TypeOf<typeof agenda>;
export type AgendaAudience = TypeOf<typeof agendaAudience>;
export type SentFrom = TypeOf<typeof from>;
export type LiveAutomation = TypeOf<typeof live>;
export type PlannedMailing = TypeOf<typeof planned>;

/** Collects what will be sent in the rest of today and the days after it. */
export function makeAgenda(mailings: Mailings, clock: AccountClock, days: number): Agenda {
  const end = dayOf(clock.shown) + (days + 1) * DAY;
  const shownBy = ({moment}: PlannedMailing): number => fromSent(moment ?? '');
  const inStates = (...states: readonly string[]): PlannedMailing[] =>
    mailings.sends
      .filter(send => states.includes(sendState(send, clock)))
      .map(send => toPlanned(send, mailings, clock));
  const coming = inStates('coming').sort((one, other) => shownBy(one) - shownBy(other));
  const under_way = inStates('running', 'due');
  const automations = mailings.automations.filter(isLive).map(each => toLive(each, mailings));
  const leaving = [...under_way, ...coming, ...inStates('late')];
  return {
    now: toSent(clock.shown),
    until: toSent(end - DAY).slice(0, 10),
    time_zone: clock.zones.service ?? null,
    scheduled: coming.filter(send => shownBy(send) < end),
    under_way,
    later: coming.filter(send => shownBy(send) >= end),
    automations,
    attention: [
      ...inStates('late').map(aboutLate),
      ...aboutSenders(leaving, automations),
      ...leaving.flatMap(aboutAudience),
    ],
  };
}

function toPlanned(send: MailingRecord, mailings: Mailings, {zones}: AccountClock): PlannedMailing {
  const sized = (target: string): SizedTarget => targetIn(mailings.audiences, target);
  const to = audienceOf(send.recipient_id).map(sized);
  const moment = Number(send.schedule_type) === 1 ? `${send.schedule_date} ${send.schedule_time}` : null;
  const at = moment && zones.service ? firstShowing(fromSent(moment), zones.service) : Number.NaN;
  return {
    utr: send.utr,
    name: send.single_send_name,
    subject: send.subject,
    status: statusWords?.[Number(send.status)] ?? String(send.status),
    moment,
    at: Number.isNaN(at) ? null : new Date(at).toISOString(),
    to: to.map(toAudience),
    except: audienceOf(send.exclude_specific_recipient_id).map(sized).map(toAudience),
    at_most: mostPeople(to) ?? null,
    from: fromOf(Number(send.sender_id), mailings),
  };
}

const statusWords = sentWordsOf(fieldAt(mailing, 'status'));

function toLive(automation: Automation, mailings: Mailings): LiveAutomation {
  const {utr, automation_name: name, live_at} = automation;
  return {
    ...{utr, name, for: audienceOfAutomation(automation, mailings), live_at},
    emails: inSendingOrder(mailings.emails.get(utr) ?? []).map(email => ({
      subject: email.subject,
      wait: waitOfEmailInWords(email),
      waiting_period: Number(email.waiting_period),
      waiting_type: email.waiting_type,
      from: fromOf(Number(email.sender_id), mailings),
    })),
  };
}

/** Who gets the mail of an automation; null if nobody was chosen. */
export const audienceOfAutomation = (
  {automation_for: id, automation_for_table: table}: Automation,
  {audiences}: Mailings,
): AgendaAudience | null => (id ? toAudience(targetIn(audiences, `${table}${id}`)) : null);

const toAudience = ({name, people}: SizedTarget): AgendaAudience => ({name, people: people ?? null});

function fromOf(id: number, {senders}: Mailings): SentFrom {
  const sender = senders.get(id);
  return {
    sender_id: id,
    name: sender?.from_name ?? null,
    address: sender?.from_email ?? null,
    verified: sender ? isVerified(sender) : null,
  };
}

/**
 * The state of a mailing: `coming` in the future; `due` should start now; `late` should have been sent and was not; of the
 * `others` nothing is to come.
 */
type SendState = 'coming' | 'due' | 'running' | 'late' | 'others';

/** The state of a mailing. Without the account's zone, it is late only if its moment is past in every zone. */
export function sendState(send: MailingRecord, {zones, shown, now}: AccountClock): SendState {
  const status = Number(send.status);
  if (status >= RUNNING) return status === RUNNING ? 'running' : 'others';
  if (Number(send.schedule_type) !== 1)
    return now.getTime() - Date.parse(send.updated_at) > START_DELAY ? 'others' : 'due';
  const {schedule_date, schedule_time} = send;
  const moment = {schedule_type: 1, schedule_date, schedule_time} as const;
  const at = fromSent(momentAsSent(moment));
  if (Number.isNaN(at) || isOverdue({...moment, status}, now, zones)) return 'late';
  return at > shown || zones.service === undefined ? 'coming' : 'due';
}

const aboutLate = ({name, moment}: PlannedMailing): Finding =>
  error(
    'send-late',
    `"${name}" should have gone out on ${sentMomentInWords(moment ?? '')}, but the service has not sent it.`,
    `Check it, and give it a new time: emk mailings update ${shellWord(name)} --at "2030-05-01 09:00"`,
  );

/** Each sender from which nothing can leave is named once, with everything that it should send. */
function aboutSenders(leaving: readonly PlannedMailing[], automations: readonly LiveAutomation[]): readonly Finding[] {
  const sent = [
    ...leaving.map(({name, from}) => ({what: `"${name}"`, from})),
    ...automations.flatMap(({name, emails}) => emails.map(({from}) => ({what: `the automation "${name}"`, from}))),
  ].filter(({from}) => !from.verified);
  return [...new Map(sent.map(({from}) => [from.sender_id, from])).values()].map(({sender_id: id, address}) => {
    const what = [...new Set(sent.filter(({from}) => from.sender_id === id).map(each => each.what))];
    const leaves = `${andList(what)} ${plural(what.length, 'leaves', 'leave')}`;
    if (address === null) {
      const hint = 'Choose another sender. To see the senders: emk senders list';
      return error('sender-exists', `${leaves} from sender ${id}, which is not in the account.`, hint);
    }
    const hint = `To send the verification mail again: emk senders verify ${id}`;
    return error('sender-verified', `${leaves} from ${address}, which is not verified.`, hint);
  });
}

const aboutAudience = ({name, to}: PlannedMailing): readonly Finding[] => {
  if (!to.every(({people}) => people === 0)) return [];
  const where = to.length === 0 ? 'nobody' : `${andList(to.map(({name}) => name))}, where there is nobody`;
  return [error('audience-empty', `"${name}" goes to ${where}.`, 'Choose who gets it with "emk mailings update".')];
};
