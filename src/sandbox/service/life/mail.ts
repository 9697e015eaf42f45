import type {Db} from '../behaviour.js';
import {eachById} from '../tables/pages.js';
import type {MailingKind} from './counters.js';
import type {Delivery} from './mail.schema.js';
import {type Filling, filled} from './tags.js';

/** Which mail is requested: of one mailing, to one address, or all; or only the newest. */
export type MailAsked = {
  readonly utr?: string | undefined;
  readonly to?: string | undefined;
  readonly newest?: number | undefined;
};

/** Who got what, up to the account's clock, in order of storing; read while it is taken. */
export function* deliveriesOf(db: Db, {utr, to, newest}: MailAsked = {}): Generator<Delivery> {
  if (newest === 0) return;
  const asked = [
    source,
    ...(utr === undefined ? [] : ['AND ? IN (utr, part_utr)']),
    ...(to === undefined ? [] : ['AND email = ?']),
  ].join(' ');
  const values = [utr, to].filter(value => value !== undefined);
  const from = newest === undefined ? 0 : oldestOf(db, asked, [...values, newest]);
  const query = `SELECT ${columns} ${asked} AND delivery.id >= ? AND delivery.id > ? ORDER BY delivery.id LIMIT ?`;
  for (const {mail} of eachById<{id: number; mail: string}>(db, query, [...values, from], mailsAtOnce))
    yield deliveryFrom(JSON.parse(mail) as Mail);
}

/** The id of the oldest among the newest requested mails. */
const oldestOf = (db: Db, asked: string, values: ReadonlyArray<string | number>): number =>
  db.all<{id: number | null}>(
    `SELECT min(id) AS id FROM (SELECT delivery.id AS id ${asked} ORDER BY delivery.id DESC LIMIT ?)`,
    values,
  )[0]?.id ?? 0;

/** Few, because each mail contains its whole text, which may be long. */
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

const columns = `delivery.id, json_object(
      'id', delivery.id, 'kind', kind, 'utr', utr, 'part_utr', part_utr, 'name', name, 'email', email,
      'contact_id', contact_id, 'from_name', from_name, 'from_email', from_email, 'reply_to', reply_to,
      'sender_address', sender_address, 'subject', subject, 'preheader', preheader, 'body', body,
      'person', json(person), 'triggered_at', triggered_at, 'bounces', bounces, 'group_id', group_id,
      'arrived_at', CASE WHEN arrives_at <= clock THEN arrives_at END,
      'unsubscribed_at', CASE WHEN unsubscriber_id IS NOT NULL THEN unsubscribes_at END,
      'opens', (SELECT count(*) FROM opens WHERE delivery_id = delivery.id AND at <= clock),
      'opened_at', (SELECT min(at) FROM opens WHERE delivery_id = delivery.id AND at <= clock)) AS mail`;

const source = `
    FROM service_state CROSS JOIN deliveries AS delivery CROSS JOIN mailings ON mailings.id = mailing_id
    WHERE service_state.id = 1 AND triggered_at <= clock`;
