import {automation} from '../endpoints/automations.js';
import {fromSent} from '../records/dates/clock.js';
import {fieldAt} from '../records/fields/field.js';
import {warning} from '../records/fields/finding.js';
import type {Finding} from '../records/fields/finding.schema.js';
import {inPercent, toReadable} from '../records/fields/readable.js';
import {areOdd, type Counters, countersOfAutomation, countersOfSend, ratesOf, sumOf} from '../statistics/counters.js';
import type {Month} from './months.js';
import type {Mailings} from './read-mailings.js';
import type {AutomationFigures, Figures, SentMailings} from './report.schema.js';

/** Statistics of sent mail. Rates are null if nothing was sent. */
export function sentIn({sends}: Pick<Mailings, 'sends'>, months: readonly Month[]): SentMailings {
  const list = sends
    .filter(({sent_at}) => months.includes(monthOfSent(sent_at)))
    .sort((one, other) => other.sent_at.localeCompare(one.sent_at));
  const figures = list.map(send => ({send, counters: countersOfSend(send)}));
  return {
    total: figuresOf(figures.map(({counters}) => counters)),
    list: figures.map(({send: {utr, single_send_name, subject, sent_at}, counters}) => ({
      utr,
      name: single_send_name,
      subject,
      sent_at,
      ...figuresOf([counters]),
    })),
    months: months.map(month => {
      const ofMonth = figures.filter(({send}) => monthOfSent(send.sent_at) === month);
      return {month, mailings: ofMonth.length, ...figuresOf(ofMonth.map(({counters}) => counters))};
    }),
  };
}

/** The month of a moment on the account's clock; empty if it never happened. */
export const monthOfSent = (sent: unknown): Month =>
  typeof sent !== 'string' || Number.isNaN(fromSent(sent)) ? '' : sent.slice(0, 7);

/** All automations with their mail since their creation: the service keeps no dates for it. */
export const automationFigures = ({automations, audiences}: Mailings): readonly AutomationFigures[] =>
  automations.map(each => {
    const {utr, automation_name, status, live_at, automation_for: id, automation_for_table: table} = each;
    const target = audiences.get(`${table}${id}`);
    return {
      utr,
      name: automation_name,
      status: statusInWords(status),
      live_at,
      for: target ? {name: target.name, people: target.people ?? null} : null,
      ...figuresOf([countersOfAutomation(each)]),
    };
  });

const statusInWords = toReadable(fieldAt(automation, 'status'), undefined);

/** Concerns about mailings that lost too many people, and about impossible numbers from the service. */
export function figureConcerns({sends}: Pick<Mailings, 'sends'>, months: readonly Month[]): readonly Finding[] {
  return sends
    .filter(({sent_at}) => months.includes(monthOfSent(sent_at)))
    .flatMap((send): Finding[] => {
      const counters = countersOfSend(send);
      const {bounce_rate, unsubscribe_rate} = ratesOf(counters);
      const name = `"${send.single_send_name}"`;
      const many = (counters.triggered ?? 0) >= ENOUGH;
      return [
        ...(many && bounce_rate !== null && bounce_rate > MOST_BOUNCES
          ? [warning('bounces-high', `${inPercent(bounce_rate)} of ${name} bounced.`, aboutBounces)]
          : []),
        ...(many && unsubscribe_rate !== null && unsubscribe_rate > MOST_UNSUBSCRIBES
          ? [warning('unsubscribes-high', `${inPercent(unsubscribe_rate)} unsubscribed after ${name}.`, aboutLeaving)]
          : []),
        ...(areOdd(counters)
          ? [warning('odd-counters', `The numbers of ${name} cannot all be true.`, aboutNumbers)]
          : []),
      ];
    });
}

const aboutBounces = 'Mailbox providers start to refuse mail above 2 to 5%. Check where the addresses came from.';
const aboutLeaving = 'More than 1% is a lot. Check that the right people got it.';
const aboutNumbers = 'emk shows them as the service sent them.';

/** With fewer mails, a rate says little. */
const ENOUGH = 100;
const MOST_BOUNCES = 0.05;
const MOST_UNSUBSCRIBES = 0.01;

function figuresOf(mailings: readonly Counters[]): Figures {
  const {triggered, delivered, unique_opens, total_opens, bounces, unsubscribes} = sumOf(mailings);
  const counters = {triggered, delivered, unique_opens, total_opens, bounces, unsubscribes};
  const known = Object.fromEntries(Object.entries(counters).map(([name, count]) => [name, count ?? null]));
  return {...(known as {readonly [counter in keyof Counters]: number | null}), ...ratesOf(...mailings)};
}
