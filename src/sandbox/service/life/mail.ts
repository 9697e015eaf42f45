import type {Db} from '../behaviour.js';
import {eachById} from '../tables/pages.js';
import type {MailingKind} from './counters.js';
import {type Filling, filled} from './tags.js';

/** One mail that went out, with its recipient, its text and its outcome. */
export type Delivery = {
  readonly id: number;
  readonly kind: MailingKind;
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

/** The mail that is asked for: of one single send, automation or schedule, to one address, or all of it. */
export type MailAsked = {readonly utr?: string | undefined; readonly to?: string | undefined};

/** The mail that went out up to the account's clock, in the order it was stored; read from the database page by page. */
export function* deliveriesOf(db: Db, {utr, to}: MailAsked = {}): Generator<Delivery> {
  const conditions = [
    query,
    ...(utr === undefined ? [] : ['AND ? IN (utr, part_utr)']),
    ...(to === undefined ? [] : ['AND email = ?']),
    'AND delivery.id > ? ORDER BY delivery.id LIMIT ?',
  ];
  const values = [utr, to].filter(value => value !== undefined);
  for (const {mail} of eachById<{id: number; mail: string}>(db, conditions.join(' '), values, mailsAtOnce))
    yield deliveryFrom(JSON.parse(mail) as Mail);
}

/** Fewer than of other records, since each mail holds its whole text. */
const mailsAtOnce = 100;

type Mail = {
  readonly id: number;
  readonly kind: MailingKind;
  readonly utr: string;
  readonly part_utr: string;
  readonly name: string;
  readonly email: string;
  readonly contact_id: number | null;
  readonly from_name: string;
  readonly from_email: string;
  readonly reply_to: string;
  readonly sender_address: string;
  readonly subject: string;
  readonly preheader: string;
  readonly body: string;
  readonly person: Filling | null;
  readonly triggered_at: number;
  readonly arrived_at: number | null;
  readonly bounces: 0 | 1;
  readonly opens: number;
  readonly opened_at: number | null;
  readonly unsubscribed_at: number | null;
  readonly group_id: number;
};

function deliveryFrom(mail: Mail): Delivery {
  const filling: Filling = {
    ...mail.person,
    sender_name: mail.from_name,
    sender_address: mail.sender_address,
    unsubscribe_preferences: `https://unsubscribe.example/${mail.part_utr}/${mail.id}`,
  };
  return {
    id: mail.id,
    kind: mail.kind,
    utr: mail.utr,
    part_utr: mail.part_utr,
    name: mail.name,
    to: mail.email,
    contact_id: mail.contact_id,
    from: mail.from_name === '' ? mail.from_email : `${mail.from_name} <${mail.from_email}>`,
    reply_to: mail.reply_to,
    subject: filled(mail.subject, filling),
    preheader: filled(mail.preheader, filling),
    body: filled(mail.body, filling),
    triggered_at: textOf(mail.triggered_at),
    delivered_at: mail.bounces === 1 ? null : textOrNull(mail.arrived_at),
    bounced_at: mail.bounces === 1 ? textOrNull(mail.arrived_at) : null,
    opens: mail.opens,
    opened_at: textOrNull(mail.opened_at),
    unsubscribed_at: textOrNull(mail.unsubscribed_at),
    unsubscribe_group_id: mail.group_id || null,
  };
}

const textOf = (time: number): string => new Date(time).toISOString();

const textOrNull = (time: number | null): string | null => (time === null ? null : textOf(time));

const query = `
  SELECT delivery.id, json_object(
      'id', delivery.id, 'kind', kind, 'utr', utr, 'part_utr', part_utr, 'name', name, 'email', email,
      'contact_id', contact_id, 'from_name', from_name, 'from_email', from_email, 'reply_to', reply_to,
      'sender_address', sender_address, 'subject', subject, 'preheader', preheader, 'body', body,
      'person', json(person), 'triggered_at', triggered_at, 'bounces', bounces, 'group_id', group_id,
      'arrived_at', CASE WHEN arrives_at <= clock THEN arrives_at END,
      'unsubscribed_at', CASE WHEN unsubscriber_id IS NOT NULL THEN unsubscribes_at END,
      'opens', (SELECT count(*) FROM opens WHERE delivery_id = delivery.id AND at <= clock),
      'opened_at', (SELECT min(at) FROM opens WHERE delivery_id = delivery.id AND at <= clock)) AS mail
    FROM service_state CROSS JOIN deliveries AS delivery CROSS JOIN mailings ON mailings.id = mailing_id
    WHERE service_state.id = 1 AND triggered_at <= clock`;
