import {DAY, dayOf} from '../core/words/calendar.js';
import {audienceOf} from '../endpoints/audience.js';
import {inOrder, waitInWords} from '../endpoints/automation-emails.js';
import {isLive} from '../endpoints/automations.js';
import {mailing} from '../endpoints/mailings.js';
import {isVerified} from '../endpoints/senders.js';
import {mostPeople, type SizedTarget} from '../mailings/audience.js';
import {fromSent, momentsShowing, toSent} from '../records/dates/clock.js';
import {fieldAt, sentWordsOf} from '../records/fields/field.js';
import {concernsOf, sendState} from './concerns.js';
import type {Clock} from './months.js';
import type {Automation, Mailings, Send} from './read.js';
import type {Agenda, Audience, From, Live, Planned} from './shapes.js';

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
      name: send.single_send_name,
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

const statusWords = sentWordsOf(fieldAt(mailing, 'status'));

const toLive =
  (mailings: Mailings) =>
  ({utr, automation_name: name, automation_for, automation_for_table, live_at}: Automation): Live => ({
    utr,
    name,
    for: automation_for ? toAudience(toSized(mailings)(`${automation_for_table}${automation_for}`)) : null,
    live_at,
    emails: inOrder(mailings.emails.get(utr) ?? []).map(email => ({
      subject: email.subject,
      wait: waitInWords(email),
      waiting_period: Number(email.waiting_period),
      waiting_type: email.waiting_type,
      from: toFrom(mailings, Number(email.sender_id)),
    })),
  });

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
    verified: sender ? isVerified(sender) : null,
  };
}
