import type {Asked} from './behaviour.js';
import type {Counters} from './life/counters.js';
import {type Stored, withStamps} from './table.js';
import {moment} from './time.js';

/** An automation as lists and details show it, its numbers counted from the mail that went out. */
export const automationRecord = ({settings}: Asked, row: Stored, counters: Counters): object => ({
  ...withStamps(row, settings),
  live_at: row['live_at'] === null ? null : moment(Number(row['live_at']), settings),
  total_triggered: counters.triggered,
  total_delivered: counters.delivered,
  total_unique_opens: counters.uniqueOpens,
  total_opens: counters.opens,
  total_bounces: counters.bounces,
  total_unsubscribe: counters.unsubscribes,
});
