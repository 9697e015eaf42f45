import {automation} from '../endpoints/automations.js';
import {fromSent, toSent} from '../records/dates/clock.js';
import {fieldAt} from '../records/fields/field.js';
import {warning} from '../records/fields/finding.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {inPercent, toReadable} from '../records/fields/readable.js';
import {areOdd, type Counters, countersOfAutomation, countersOfSend, inJson, ratesOf, sumOf} from './counters.js';
import {type Month, monthsFrom, toMonth} from './months.js';
import {countIn, EVERYTHING, type Mailings, type Read, UNDATED} from './read.js';
import {type AutomationFigures, type Figures, limitations, type Report, type SentMailings} from './shapes.js';
import {makeAgenda} from './upcoming.js';

/** Divides what was read into months. Leading months without any data are omitted. */
export function makeReport(read: Read, since: Month): Report {
  const {account, clock, mailings} = read;
  const until = toMonth(clock.shown);
  const months = withoutEmptyStart(monthsFrom(since, until), read);
  const {attention, ...agenda} = makeAgenda(mailings, clock, DAYS_AHEAD);
  return {
    account,
    made_at: clock.now.toISOString(),
    now: toSent(clock.shown),
    time_zone: clock.zones.service ?? null,
    since: months[0] ?? until,
    until,
    contacts: contactsIn(read, months),
    unsubscribes: unsubscribesIn(read, months),
    mailings: sentIn(mailings, months),
    automations: automationFigures(mailings),
    agenda,
    attention: [...attention, ...figureConcerns(mailings, months)],
    cannot_tell: limitations,
  };
}

function withoutEmptyStart(months: readonly Month[], {people, left, mailings}: Read): readonly Month[] {
  const used = months.findIndex(
    month =>
      countIn(people, each => each <= month) > 0 ||
      countIn(left, each => each === month) > 0 ||
      mailings.sends.some(({sent_at}) => monthOfSent(sent_at) === month),
  );
  return months.slice(Math.max(0, Math.min(used < 0 ? months.length : used, months.length - LEAST_MONTHS)));
}

/** A chart of fewer months shows no trend. */
const LEAST_MONTHS = 6;

/** How many days ahead the agenda of a report looks. */
const DAYS_AHEAD = 7;

const isAny = (): boolean => true;
const isIn = (month: Month) => (other: Month) => other === month;

/** People by list and by month of joining. */
const contactsIn = ({people, lists}: Read, months: readonly Month[]): Report['contacts'] => ({
  total: countIn(people, isAny),
  undated: countIn(people, isIn(UNDATED)),
  lists: [...lists]
    .map(([id, name]) => ({
      id,
      name,
      contacts: countIn(people, isAny, id),
      joined: months.map(month => countIn(people, isIn(month), id)),
    }))
    .sort((one, other) => other.contacts - one.contacts),
  months: months.map(month => ({
    month,
    joined: countIn(people, isIn(month)),
    contacts: countIn(people, each => each <= month),
  })),
});

/** Who unsubscribed, by group and by month. */
const unsubscribesIn = ({left, groups}: Read, months: readonly Month[]): Report['unsubscribes'] => ({
  total: countIn(left, isAny),
  groups: [...new Set([...groups.keys(), ...left.keys()])]
    .map(id => ({
      id: id === EVERYTHING ? null : id,
      name: id === EVERYTHING ? null : (groups.get(id) ?? `group ${id}`),
      unsubscribed: countIn(left, isAny, id),
      by_month: months.map(month => countIn(left, isIn(month), id)),
    }))
    .sort((one, other) => other.unsubscribed - one.unsubscribed),
  months: months.map(month => ({month, unsubscribed: countIn(left, isIn(month))})),
});

/** Statistics of sent mail, the newest first. Rates are null if nothing was sent. */
function sentIn({sends}: Pick<Mailings, 'sends'>, months: readonly Month[]): SentMailings {
  const list = sentWithin(sends, months).sort((one, other) => other.sent_at.localeCompare(one.sent_at));
  return {
    total: figuresOf(list.map(countersOfSend)),
    list: list.map(send => ({
      utr: send.utr,
      name: send.single_send_name,
      subject: send.subject,
      sent_at: send.sent_at,
      ...figuresOf([countersOfSend(send)]),
    })),
    months: months.map(month => {
      const ofMonth = sentWithin(list, [month]);
      return {month, mailings: ofMonth.length, ...figuresOf(ofMonth.map(countersOfSend))};
    }),
  };
}

const sentWithin = (sends: Mailings['sends'], months: readonly Month[]): Array<Mailings['sends'][number]> =>
  sends.filter(({sent_at}) => months.includes(monthOfSent(sent_at)));

/** The month of a moment on the account's clock; no month if it never happened. */
const monthOfSent = (sent: unknown): Month | 'never' =>
  typeof sent !== 'string' || Number.isNaN(fromSent(sent)) ? 'never' : sent.slice(0, 7);

/** All automations with their mail since their creation: the service keeps no dates for it. */
const automationFigures = ({automations, audiences}: Mailings): readonly AutomationFigures[] =>
  automations.map(each => {
    const {utr, automation_name: name, status, live_at, automation_for: id, automation_for_table: table} = each;
    const target = audiences.get(`${table}${id}`);
    return {
      utr,
      name,
      status: statusInWords(status),
      live_at,
      for: target ? {name: target.name, people: target.people ?? null} : null,
      ...figuresOf([countersOfAutomation(each)]),
    };
  });

const statusInWords = toReadable(fieldAt(automation, 'status'), undefined);

/** The counters and rates of some mail together: rates are shares of sums. */
const figuresOf = (mailings: readonly Counters[]): Figures => ({...inJson(sumOf(mailings)), ...ratesOf(...mailings)});

/** Concerns about mailings that lost too many people, and about impossible numbers from the service. */
const figureConcerns = ({sends}: Mailings, months: readonly Month[]): readonly Finding[] =>
  sentWithin(sends, months).flatMap(send => {
    const counters = countersOfSend(send);
    const rates = ratesOf(counters);
    const name = `"${send.single_send_name}"`;
    const isAbove = (rate: number | null, most: number): rate is number =>
      rate !== null && rate > most && (counters.triggered ?? 0) >= ENOUGH;
    return [
      ...(isAbove(rates.bounce_rate, MOST_BOUNCES)
        ? [warning('bounces-high', `${inPercent(rates.bounce_rate)} of ${name} bounced.`, aboutBounces)]
        : []),
      ...(isAbove(rates.unsubscribe_rate, MOST_UNSUBSCRIBES)
        ? [
            warning(
              'unsubscribes-high',
              `${inPercent(rates.unsubscribe_rate)} unsubscribed after ${name}.`,
              aboutLeaving,
            ),
          ]
        : []),
      ...(areOdd(counters)
        ? [warning('odd-counters', `The numbers of ${name} cannot all be true.`, aboutNumbers)]
        : []),
    ];
  });

const aboutBounces = 'Mailbox providers start to refuse mail above 2 to 5%. Check where the addresses came from.';
const aboutLeaving = 'More than 1% is a lot. Check that the right people got it.';
const aboutNumbers = 'emk shows them as the service sent them.';

/** With fewer mails, a rate says little. */
const ENOUGH = 100;
const MOST_BOUNCES = 0.05;
const MOST_UNSUBSCRIBES = 0.01;
