import type {Db, Row} from '../behaviour.js';
import {type Filling, filled} from './tags.js';

/** One mail that went out: to whom, what it said, and what became of it. */
export type Delivery = {
  readonly id: number;
  readonly kind: string;
  /** Of the single send, or of the automation. */
  readonly utr: string;
  /** Of the automation's schedule; of a single send, its own. */
  readonly part_utr: string;
  readonly name: string;
  readonly to: string;
  readonly contact_id: number | null;
  readonly from: string;
  readonly reply_to: string;
  readonly subject: string;
  readonly preheader: string;
  readonly body: string;
  readonly triggered_at: string;
  readonly delivered_at: string | null;
  readonly bounced_at: string | null;
  readonly opens: number;
  readonly opened_at: string | null;
  readonly unsubscribed_at: string | null;
  readonly unsubscribe_group_id: number | null;
};

/** Who got what, up to the account's clock: for one single send, automation or schedule by its utr, or for all. */
export const deliveriesOf = (db: Db, utr?: string): Delivery[] =>
  db
    .all<Row & {id: number}>(
      `${query} ${utr === undefined ? '' : 'AND ? IN (utr, part_utr)'} ORDER BY triggered_at, delivery.id`,
      utr === undefined ? [] : [utr],
    )
    .map(deliveryFrom);

function deliveryFrom(row: Row & {id: number}): Delivery {
  const text = (name: string) => String(row[name] ?? '');
  const time = (name: string) => (row[name] === null ? null : new Date(Number(row[name])).toISOString());
  const filling: Filling = {
    ...(JSON.parse(text('person') || '{}') as Filling),
    sender_name: text('from_name'),
    sender_address: text('sender_address'),
    unsubscribe_preferences: `https://unsubscribe.example/${text('part_utr')}/${row.id}`,
  };
  const bounced = row['bounces'] === 1;
  return {
    id: row.id,
    kind: text('kind'),
    utr: text('utr'),
    part_utr: text('part_utr'),
    name: text('name'),
    to: text('email'),
    contact_id: row['contact_id'] === null ? null : Number(row['contact_id']),
    from: text('from_name') === '' ? text('from_email') : `${text('from_name')} <${text('from_email')}>`,
    reply_to: text('reply_to'),
    subject: filled(text('subject'), filling),
    preheader: filled(text('preheader'), filling),
    body: filled(text('body'), filling),
    triggered_at: time('triggered_at') ?? '',
    delivered_at: bounced ? null : time('arrived_at'),
    bounced_at: bounced ? time('arrived_at') : null,
    opens: Number(row['opens']),
    opened_at: time('opened_at'),
    unsubscribed_at: time('unsubscribed_at'),
    unsubscribe_group_id: Number(row['group_id']) || null,
  };
}

const query = `
  SELECT delivery.id, kind, utr, part_utr, name, email, contact_id, from_name, from_email, reply_to, sender_address,
      subject, preheader, body, person, triggered_at, bounces, group_id,
      CASE WHEN arrives_at <= clock THEN arrives_at END AS arrived_at,
      CASE WHEN unsubscriber_id IS NOT NULL THEN unsubscribes_at END AS unsubscribed_at,
      (SELECT count(*) FROM opens WHERE delivery_id = delivery.id AND at <= clock) AS opens,
      (SELECT min(at) FROM opens WHERE delivery_id = delivery.id AND at <= clock) AS opened_at
    FROM service_state, deliveries AS delivery JOIN mailings ON mailings.id = mailing_id
    WHERE triggered_at <= clock`;
