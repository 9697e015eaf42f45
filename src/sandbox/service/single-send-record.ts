import type {Asked} from './behaviour.js';
import {type Counters, openTokens} from './life/counters.js';
import {type Stored, withStamps} from './table.js';
import {moment} from './time.js';

/** A single send as lists and details show it, its numbers counted from the mail that went out. */
export const singleSendRecord = ({db, settings}: Asked, row: Stored, counters: Counters): object => ({
  ...withStamps(row, settings),
  triggered: counters.triggered,
  delivered: counters.delivered,
  unique_opens: counters.uniqueOpens,
  total_opens: counters.opens,
  bounces: counters.bounces,
  unsubscribes: counters.unsubscribes,
  unique_open_token: openTokens(db, 'single-send', row.id),
  sent_at: row['sent_at'] === null ? settings.unsentMoment : moment(Number(row['sent_at']), settings),
});
