import type {Collection} from '../api/describe/collection.js';
import {record} from '../api/describe/notation.js';
import type {Loose, Many, One, Params, Read, Shape} from '../api/describe/schema.js';
import automations, {automation, operations as automationOperations} from '../endpoints/automations.js';
import mailings, {mailing, operations as sendOperations} from '../endpoints/mailings.js';
import {type Counters, counters, countersOfAutomation, countersOfSend, rates, ratesOf} from './counters.js';

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

/** A counter or rate of several mailings: its values, and each later mailing against the first, by utr. */
export const compared = record({measure: 'text', values: 'json', against_first: 'json'});

/** The statistics of one record as the service sent it. */
export function toStatistics({shape, countersOf}: MailingKind, sent: Loose): Loose {
  const counted = countersOf(sent);
  const made: Loose = {...inJson(counted), ...ratesOf(counted)};
  return Object.fromEntries(Object.keys(shape).map(name => [name, (name in made ? made : sent)[name] ?? null]));
}

/** Counters for JSON: an unknown one is null instead of missing. */
export const inJson = (of: Counters): Loose =>
  Object.fromEntries(counters.map(counter => [counter, of[counter] ?? null]));
