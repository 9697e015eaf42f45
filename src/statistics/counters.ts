import type {Loose} from '../api/describe/schema.js';

/** The counters of one mailing under common names; undefined if the service gave no usable number. */
export type Counters = {readonly [name in Counter]: number | undefined};

export type Counter = (typeof counters)[number];

/** The counters by their names in a single send. */
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
