import {about, integer, listOf, nullable, number, object, type TypeOf, text} from '../core/json-schema/describe.js';
import {automation} from '../endpoints/automations.js';
import type {MailingRecord} from '../endpoints/mailings.js';
import {fromSent, toSent} from '../records/dates/clock.js';
import {fieldAt} from '../records/fields/field.js';
import {toReadable} from '../records/fields/readable.js';
import {type Counter, counters, countersOfAutomation, countersOfSend, figuresOf, type Rate, rates} from './counters.js';
import {type Month, toMonth} from './months.js';
import {type Automation, countIn, EVERYTHING, type Mailings, type ReadAccount, type Tally} from './read.js';
import {agendaAudience, attention, audienceOfAutomation, makeAgenda, upcoming} from './upcoming.js';

const month = about('As in 2026-03', text);
const count = nullable(integer);
const rate = about('A share: 0.25 is a quarter; null if there is nothing to divide by', nullable(number));

const figures = {
  ...(Object.fromEntries(counters.map(name => [name, count])) as Record<Counter, typeof count>),
  ...(Object.fromEntries(rates.map(name => [name, rate])) as Record<Rate, typeof rate>),
};
const figuresObject = object(figures);

const sent = object({utr: text, name: text, subject: text, sent_at: about("On the account's clock", text), ...figures});

const left = object({
  id: about('Null for people who unsubscribed from everything', nullable(integer)),
  name: nullable(text),
  unsubscribed: integer,
  in_months: integer,
});

/** The account at a glance. Every month of it is a whole one, on the account's clock. */
export const report = object({
  account: text,
  made_at: text,
  now: about("The same moment on the account's clock", text),
  time_zone: nullable(text),
  since: month,
  until: month,
  contacts: object({
    total: integer,
    lists: listOf(object({id: integer, name: text, contacts: integer, joined: integer})),
    months: listOf(object({month, joined: integer, contacts: integer})),
  }),
  unsubscribes: object({
    total: integer,
    groups: listOf(left),
    months: listOf(object({month, unsubscribed: integer})),
  }),
  mailings: object({
    total: figuresObject,
    list: about('The newest first', listOf(sent)),
    months: listOf(object({month, mailings: integer, ...figures})),
  }),
  automations: listOf(
    object({utr: text, name: text, status: text, live_at: nullable(text), for: nullable(agendaAudience), ...figures}),
  ),
  agenda: object(upcoming),
  attention,
});

export type Report = TypeOf<typeof report>;
export type Figures = TypeOf<typeof figuresObject>;

/** Divides what was read into the last twelve months, counting this one. */
export function makeReport({account, clock, mailings, people, left}: ReadAccount): Report {
  const months = lastMonths(clock.shown);
  const {attention, ...agenda} = makeAgenda(mailings, clock, DAYS_AHEAD);
  const sent = mailings.sends.filter(({sent_at}) => months.includes(monthOfSent(sent_at)));
  return {
    account,
    made_at: clock.now.toISOString(),
    now: toSent(clock.shown),
    time_zone: clock.zones.service ?? null,
    since: months[0] ?? '',
    until: toMonth(clock.shown),
    contacts: {
      total: countIn(people, isAny),
      lists: countsBy(people, months).map(({id, name, all, inMonths}) => ({
        ...{id, name: name ?? `list ${id}`, contacts: all, joined: inMonths},
      })),
      months: months.map(month => ({
        month,
        joined: countIn(people, each => each === month),
        contacts: countIn(people, each => each <= month),
      })),
    },
    unsubscribes: {
      total: countIn(left, isAny),
      groups: countsBy(left, months).map(({id, name, all, inMonths}) => ({
        id: id === EVERYTHING ? null : id,
        name: id === EVERYTHING ? null : (name ?? `group ${id}`),
        unsubscribed: all,
        in_months: inMonths,
      })),
      months: months.map(month => ({month, unsubscribed: countIn(left, each => each === month)})),
    },
    mailings: mailingsIn(sent, months),
    automations: mailings.automations.map(each => automationIn(each, mailings)),
    agenda,
    attention,
  };
}

/** The last twelve months, counting this one. */
function lastMonths(shown: number): readonly Month[] {
  const [year = 0, number = 1] = toMonth(shown).split('-').map(Number);
  return Array.from({length: 12}, (_, at) => toMonth(Date.UTC(year, number - 12 + at, 1)));
}

/** How many days ahead the agenda of a report looks. */
const DAYS_AHEAD = 7;

const isAny = (): boolean => true;

/** The people of each list or group, the largest first. */
const countsBy = (tally: Tally, months: readonly Month[]) =>
  [...new Set([...tally.names.keys(), ...tally.counts.keys()])]
    .map(id => ({
      id,
      name: tally.names.get(id),
      all: countIn(tally, isAny, id),
      inMonths: countIn(tally, month => months.includes(month), id),
    }))
    .sort((one, other) => other.all - one.all);

/** Mailings, the newest first, and all of them together: rates are shares of sums, and null if nothing was sent. */
function mailingsIn(sent: readonly MailingRecord[], months: readonly Month[]): Report['mailings'] {
  const newest = sent.toSorted((one, other) => other.sent_at.localeCompare(one.sent_at));
  return {
    total: figuresOf(...sent.map(countersOfSend)),
    list: newest.map(send => ({
      ...{utr: send.utr, name: send.single_send_name, subject: send.subject, sent_at: send.sent_at},
      ...figuresOf(countersOfSend(send)),
    })),
    months: months.map(month => {
      const ofMonth = sent.filter(({sent_at}) => monthOfSent(sent_at) === month);
      return {month, mailings: ofMonth.length, ...figuresOf(...ofMonth.map(countersOfSend))};
    }),
  };
}

/** The month of a moment on the account's clock; no month if it never happened. */
const monthOfSent = (sent: unknown): Month | 'never' =>
  typeof sent !== 'string' || Number.isNaN(fromSent(sent)) ? 'never' : sent.slice(0, 7);

/** An automation with its mail since its creation: the service keeps no dates for it. */
function automationIn(each: Automation, mailings: Mailings): Report['automations'][number] {
  const {utr, automation_name: name, status, live_at} = each;
  return {
    ...{utr, name, status: statusInWords(status), live_at},
    for: audienceOfAutomation(each, mailings),
    ...figuresOf(countersOfAutomation(each)),
  };
}

const statusInWords = toReadable(fieldAt(automation, 'status'), undefined);
