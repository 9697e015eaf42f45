import type {Asked, Row} from '../behaviour.js';
import type {Counters} from './life/counters.js';
import {moment, stamp, stampOrNull} from './time.js';

/** An automation as lists and details show it, its numbers counted from the mail that went out. */
export function automationRecord({settings}: Asked, row: Row, counters: Counters): object {
  const scheduleCount = row['automation_schedule_count'];
  return {
    id: row['id'],
    user_id: row['user_id'],
    automation_for: row['automation_for'],
    automation_for_table: row['automation_for_table'],
    automation_name: row['automation_name'],
    exit_criteria: row['exit_criteria'],
    unsubscribe_group_id: row['unsubscribe_group_id'],
    automation_type: row['automation_type'],
    utr: row['utr'],
    status: row['status'],
    live_at: row['live_at'] === null ? null : moment(Number(row['live_at']), settings),
    total_triggered: counters.triggered,
    total_delivered: counters.delivered,
    total_unique_opens: counters.uniqueOpens,
    total_opens: counters.opens,
    total_bounces: counters.bounces,
    total_unsubscribe: counters.unsubscribes,
    deleted_at: stampOrNull(row['deleted_at'] === null ? null : Number(row['deleted_at']), settings),
    created_at: stamp(Number(row['created_at']), settings),
    updated_at: stamp(Number(row['updated_at']), settings),
    ...(scheduleCount === undefined ? {} : {automation_schedule_count: scheduleCount}),
  };
}
