import type {Asked, Row} from '../behaviour.js';
import {type Counters, openTokens} from './life/counters.js';
import {moment, stamp} from './time.js';

/** A single send as lists and details show it, its numbers counted from the mail that went out. */
export function singleSendRecord({db, settings}: Asked, row: Row & {id: number}, counters: Counters): object {
  return {
    id: row.id,
    user_id: row['user_id'],
    template_id: row['template_id'],
    recipient_id: JSON.parse(String(row['recipients'])),
    exclude_specific_recipient_id: JSON.parse(String(row['exclusions'])),
    sender_id: row['sender_id'],
    unsubscribe_group_id: row['unsubscribe_group_id'],
    single_send_name: row['single_send_name'],
    from_sender: row['from_sender'],
    reply_to: row['reply_to'],
    sender_name: row['sender_name'],
    sender_address: row['sender_address'],
    subject: row['subject'],
    preheader: row['preheader'],
    schedule_type: row['schedule_type'],
    schedule_date: row['schedule_date'],
    schedule_time: row['schedule_time'],
    status: row['status'],
    utr: row['utr'],
    template_json: row['template_json'],
    template_html: row['template_html'],
    triggered: counters.triggered,
    delivered: counters.delivered,
    unique_opens: counters.uniqueOpens,
    total_opens: counters.opens,
    bounces: counters.bounces,
    unsubscribes: counters.unsubscribes,
    unique_open_token: openTokens(db, 'single-send', row.id),
    sent_at: row['sent_at'] === null ? settings.unsentMoment : moment(Number(row['sent_at']), settings),
    created_at: stamp(Number(row['created_at']), settings),
    updated_at: stamp(Number(row['updated_at']), settings),
  };
}
