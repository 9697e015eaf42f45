import {mostPeople, type SizedTarget} from '../checks/audience-sizes.js';
import {audienceOf} from '../endpoints/audience.js';
import {singleSend} from '../endpoints/single-sends.js';
import {fromSent, momentsShowing, toSent} from '../records/dates/service-clock.js';
import {fieldAt, sentWordsOf} from '../records/fields/field.js';
import {hoursOf, waitInWords} from '../resources/automations/card.js';
import {type Clock, DAY, dayOf} from './clock.js';
import {type Concern, concernsOf} from './concerns.js';
import {type Automation, type Email, isLive, type Mailings, type Send} from './read-mailings.js';
import {sendState} from './send-state.js';

/** Upcoming mail for `-o json`. Moments are on the account's clock. */
export type Agenda = {
  readonly now: string;
  /** The last day of the agenda. */
  readonly until: string;
  readonly time_zone: string | null;
  /** The mailings scheduled from now to the end of that day, in order. */
  readonly scheduled: readonly Planned[];
  /** Mailings that are being sent, or are about to be. */
  readonly under_way: readonly Planned[];
  /** The mailings scheduled after that day. */
  readonly later: readonly Planned[];
  readonly automations: readonly Live[];
  readonly attention: readonly Concern[];
};

export type Planned = {
  readonly utr: string;
  readonly single_send_name: string;
  readonly subject: string;
  readonly status: string;
  /** On the account's clock; null if it is sent at once. */
  readonly moment: string | null;
  /** The same in real time; null if the account's zone is unknown. */
  readonly at: string | null;
  readonly to: readonly Audience[];
  readonly except: readonly Audience[];
  /** How many people it can reach at most. */
  readonly at_most: number | null;
  readonly from: From;
};

export type Audience = {readonly name: string; readonly people: number | null};

export type From = {
  readonly sender_id: number;
  readonly name: string | null;
  readonly address: string | null;
  readonly verified: boolean | null;
};

export type Live = {
  readonly utr: string;
  readonly automation_name: string;
  /** People who join this audience get the emails. */
  readonly for: Audience | null;
  readonly live_at: string | null;
  readonly emails: readonly Step[];
};

type Step = {
  readonly subject: string;
  /** How long after joining it is sent, in words. */
  readonly wait: string;
  readonly waiting_period: number;
  readonly waiting_type: string;
  readonly from: From;
};

/** Collects what will be sent in the rest of today and the days after it. */
export function makeAgenda(mailings: Mailings, clock: Clock, days: number): Agenda {
  const today = dayOf(clock.shown);
  const end = today + (days + 1) * DAY;
  const planned = toPlanned(mailings, clock);
  const coming = mailings.sends
    .filter(send => sendState(send, clock) === 'coming')
    .map(planned)
    .sort((one, other) => shownBy(one) - shownBy(other));
  return {
    now: toSent(clock.shown),
    until: toSent(end - DAY).slice(0, 10),
    time_zone: clock.zones.service ?? null,
    scheduled: coming.filter(send => shownBy(send) < end),
    under_way: mailings.sends.filter(send => ['running', 'due'].includes(sendState(send, clock))).map(planned),
    later: coming.filter(send => shownBy(send) >= end),
    automations: mailings.automations.filter(isLive).map(toLive(mailings)),
    attention: concernsOf(mailings, clock),
  };
}

const shownBy = ({moment}: Planned): number => fromSent(moment ?? '');

const toPlanned =
  (mailings: Mailings, {zones}: Clock) =>
  (send: Send): Planned => {
    const to = audienceOf(send.recipient_id).map(toSized(mailings));
    const moment = Number(send.schedule_type) === 1 ? `${send.schedule_date} ${send.schedule_time}` : null;
    const real = moment === null || zones.service === undefined ? [] : momentsShowing(fromSent(moment), zones.service);
    return {
      utr: send.utr,
      single_send_name: send.single_send_name,
      subject: send.subject,
      status: statusWords?.[Number(send.status)] ?? String(send.status),
      moment,
      at: real[0] === undefined ? null : new Date(real[0]).toISOString(),
      to: to.map(toAudience),
      except: audienceOf(send.exclude_specific_recipient_id).map(toSized(mailings)).map(toAudience),
      at_most: mostPeople(to) ?? null,
      from: toFrom(mailings, Number(send.sender_id)),
    };
  };

const statusWords = sentWordsOf(fieldAt(singleSend, 'status'));

const toLive =
  (mailings: Mailings) =>
  ({utr, automation_name, automation_for, automation_for_table, live_at}: Automation): Live => ({
    utr,
    automation_name,
    for: automation_for ? toAudience(toSized(mailings)(`${automation_for_table}${automation_for}`)) : null,
    live_at,
    emails: [...(mailings.emails.get(utr) ?? [])]
      .map(email => ({email, hours: hoursOf(waitOf(email))}))
      .sort((one, other) => one.hours - other.hours)
      .map(({email}) => ({
        subject: email.subject,
        wait: waitInWords(waitOf(email)),
        waiting_period: Number(email.waiting_period),
        waiting_type: email.waiting_type,
        from: toFrom(mailings, Number(email.sender_id)),
      })),
  });

const waitOf = ({waiting_type, waiting_period}: Email) => ({unit: waiting_type, period: Number(waiting_period)});

const toSized =
  ({audiences}: Mailings) =>
  (target: string): SizedTarget =>
    audiences.get(target) ?? {name: `${target}, which is not in the account`, people: undefined};

const toAudience = ({name, people}: SizedTarget): Audience => ({name, people: people ?? null});

function toFrom({senders}: Mailings, id: number): From {
  const sender = senders.get(id);
  return {
    sender_id: id,
    name: sender?.from_name ?? null,
    address: sender?.from_email ?? null,
    verified: sender ? Number(sender.is_verified) === 1 : null,
  };
}
