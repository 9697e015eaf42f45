import type {Collection} from '../api/describe/operation.js';
import {record} from '../api/describe/operation.js';
import type {Loose, Many, One, Params, Read, Shape} from '../api/describe/schema.js';
import automations, {automation, operations as automationOperations} from '../endpoints/automations.js';
import mailings, {mailing, operations as sendOperations} from '../endpoints/mailings.js';

/** The counters of one mailing under common names; undefined if the service gave no usable number. */
type Counters = {readonly [name in Counter]: number | undefined};

export type Counter = (typeof counters)[number];

export const counters = ['triggered', 'delivered', 'unique_opens', 'total_opens', 'bounces', 'unsubscribes'] as const;

export const countersOfSend = (record: Loose): Counters => read(counter => record[counter]);

/** The counters of an automation, which are sums over all its emails since its creation. */
export const countersOfAutomation = (record: Loose): Counters => read(counter => record[inAutomation[counter]]);

const inAutomation: Readonly<Record<Counter, string>> = {
  triggered: 'total_triggered',
  delivered: 'total_delivered',
  unique_opens: 'total_unique_opens',
  total_opens: 'total_opens',
  bounces: 'total_bounces',
  unsubscribes: 'total_unsubscribe',
};

const read = (given: (counter: Counter) => unknown): Counters =>
  Object.fromEntries(counters.map(counter => [counter, countOf(given(counter))])) as Counters;

/** A value as a count: some services send integers as text. A negative count means nothing. */
function countOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(number) && Number(number) >= 0 ? Number(number) : undefined;
}

export type Rate = (typeof rates)[number];

export const rates = ['delivered_rate', 'open_rate', 'bounce_rate', 'unsubscribe_rate'] as const;

/** The part and the whole of each rate. Opens count once per person: somebody who opens twice is still one reader. */
export const partsOfRate: Readonly<Record<Rate, {readonly part: Counter; readonly whole: Counter}>> = {
  delivered_rate: {part: 'delivered', whole: 'triggered'},
  open_rate: {part: 'unique_opens', whole: 'delivered'},
  bounce_rate: {part: 'bounces', whole: 'triggered'},
  unsubscribe_rate: {part: 'unsubscribes', whole: 'delivered'},
};

/**
 * The rates of one or several mailings together: parts and wholes are summed first, because an average of rates would
 * count a mailing to ten people as much as one to a million. A mailing that lacks one of the two counts for neither. 0.25
 * is a quarter, and null is a share of nothing.
 */
const ratesOf = (...mailings: readonly Counters[]): {readonly [name in Rate]: number | null} =>
  Object.fromEntries(rates.map(rate => [rate, shareOf(rate, mailings)])) as {[name in Rate]: number | null};

/** The sums of the counters; undefined if no mailing has the counter. */
const sumOf = (mailings: readonly Counters[]): Counters =>
  Object.fromEntries(counters.map(counter => [counter, sum(mailings.map(each => each[counter]))])) as Counters;

function shareOf(rate: Rate, mailings: readonly Counters[]): number | null {
  const {part, whole} = partsOfRate[rate];
  const known = mailings.filter(each => each[part] !== undefined && each[whole] !== undefined);
  const all = sum(known.map(each => each[whole]));
  return all ? (sum(known.map(each => each[part])) ?? 0) / all : null;
}

const sum = (numbers: ReadonlyArray<number | undefined>): number | undefined =>
  numbers.reduce((total, number) => (number === undefined ? total : (total ?? 0) + number), undefined);

/** Counters and rates of one or several mailings together, for JSON: an unknown one is null. */
export const figuresOf = (...mailings: readonly Counters[]): {readonly [name in Counter | Rate]: number | null} => {
  const sums = sumOf(mailings);
  const known = Object.fromEntries(counters.map(counter => [counter, sums[counter] ?? null]));
  return {...(known as Record<Counter, number | null>), ...ratesOf(...mailings)};
};

/** A kind of record that mails people: where its counters are, and what else its statistics show. */
export type MailingKind = {
  readonly of: Pick<Collection, 'noun' | 'key' | 'label'>;
  readonly list: Read<Params, Many>;
  readonly details: Read<Params, One>;
  readonly countersOf: (record: Loose) => Counters;
  readonly moment: string;
  /** Its statistics as a record: what identifies it, then its counters, then its rates. */
  readonly shape: Shape;
};

const numbers = {
  ...Object.fromEntries(counters.map(counter => [counter, 'integer|null'] as const)),
  ...Object.fromEntries(rates.map(rate => [rate, 'rate|null'] as const)),
};

const {utr, single_send_name, status} = mailing;

export const mailingMailings: MailingKind = {
  of: mailings,
  list: sendOperations.list,
  details: sendOperations.details,
  countersOf: countersOfSend,
  moment: 'sent_at',
  shape: record({utr, single_send_name, subject: 'text|null', status, sent_at: 'moment|null', ...numbers}),
};

/** Automations, whose counters are sums over all their emails: the service does not count single emails. */
export const automationMailings: MailingKind = {
  of: automations,
  list: automationOperations.list,
  details: automationOperations.details,
  countersOf: countersOfAutomation,
  moment: 'live_at',
  shape: record({
    utr: automation.utr,
    automation_name: automation.automation_name,
    status: automation.status,
    live_at: automation.live_at,
    ...numbers,
  }),
};

/** Its statistics with what chance has to do with each rate against that of the first mailing. */
export const comparedShape = ({shape}: MailingKind): Shape => ({...shape, against_first: 'json'});

/** The values of a line of `results`, including those of every list. */
export type StatsInput = Loose & {
  readonly utr?: readonly string[];
  readonly compare?: boolean;
  readonly fail_if?: readonly string[];
};
