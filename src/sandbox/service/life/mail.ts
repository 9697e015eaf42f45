import {reservedFields} from '../../../endpoints/fields.js';
import {documentedTags} from '../../../endpoints/templates.js';
import {about, integer, listOf, nullable, object, oneOf, type TypeOf, text} from '../../../json-schema/describe.js';
import {textsOf} from '../../../records/fields/path.js';
import {lookUp} from '../../../words/look-up.js';
import type {Db} from '../behaviour.js';
import {countryName} from '../places/locations.js';
import {eachById} from '../tables/table.js';
import {customFields} from '../tables/tables.js';
import type {Person} from './people.js';

/** The values of tags for one person. */
type Filling = {readonly [tag: string]: string};

const tag = /\(\(([A-Za-z0-9_]+)\)\)/g;

/** The known tags that texts use, each once. */
export function tagsIn(db: Db, ...texts: readonly string[]): string[] {
  const used = new Set(texts.flatMap(text => [...text.matchAll(tag)].map(([, name = '']) => name)));
  const known = new Set([...documentedTags, ...(used.size > 0 ? customFields(db) : [])]);
  return [...used].filter(name => known.has(name));
}

/** Replaces the tags in a text; unknown tags stay as they are. */
export const filled = (text: string, filling: Filling): string =>
  text.replaceAll(tag, (whole, name: string) => lookUp(filling, name) ?? whole);

/** The values of the given tags for a person; empty if the person has no such field. */
export function fillingOf(person: Person, tags: readonly string[]): Filling {
  const text = textsOf(person);
  const known: Filling = {
    ...valuesOf(person['custom_field'] as Custom),
    ...Object.fromEntries(reservedFields.map(name => [name, text(name)])),
    full_name: `${text('first_name')} ${text('last_name')}`.trim(),
    country: countryName(text('country')),
  };
  return Object.fromEntries(tags.map(name => [name, lookUp(known, name) ?? '']));
}

type Custom = {readonly [name: string]: {readonly field_value: string | null}} | null | undefined;

const valuesOf = (fields: Custom): Filling =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, {field_value}]) => [name, field_value ?? '']));

const delivery = object({
  id: integer,
  kind: oneOf('mailing', 'automation'),
  utr: about('Of the mailing, or of the automation', text),
  part_utr: about('Of the email of the automation; of a mailing, its own', text),
  name: text,
  to: text,
  contact_id: nullable(integer),
  from: text,
  reply_to: text,
  subject: text,
  preheader: text,
  body: text,
  triggered_at: text,
  delivered_at: nullable(text),
  bounced_at: nullable(text),
  opens: integer,
  opened_at: nullable(text),
  unsubscribed_at: nullable(text),
  group_id: nullable(integer),
});

/** Who got what. */
export default listOf(delivery);

/** One mail that went out, with its recipient, its text and its outcome. */
export type Delivery = TypeOf<typeof delivery>;

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

/** The moments of a mail, in milliseconds until they are shown. */
const moments = ['triggered_at', 'delivered_at', 'bounced_at', 'opened_at', 'unsubscribed_at'] as const;

type Moments = Pick<Delivery, (typeof moments)[number]>;

/** A mail with its tags unfilled, and what they are filled with. */
type Mail = Omit<Delivery, keyof Moments> & {readonly [K in keyof Moments]: number | null} & {
  readonly from_name: string;
  readonly sender_address: string;
  readonly person: Filling | null;
};

function deliveryFrom({from_name, sender_address, person, ...mail}: Mail): Delivery {
  const filling: Filling = {
    ...person,
    sender_name: from_name,
    sender_address,
    unsubscribe_preferences: `https://unsubscribe.example/${mail.part_utr}/${mail.id}`,
  };
  return {
    ...mail,
    ...(Object.fromEntries(moments.map(name => [name, textOrNull(mail[name])])) as Moments),
    from: from_name === '' ? mail.from : `${from_name} <${mail.from}>`,
    subject: filled(mail.subject, filling),
    preheader: filled(mail.preheader, filling),
    body: filled(mail.body, filling),
  };
}

const textOrNull = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString());

const columns = `delivery.id, json_object(
      'id', delivery.id, 'kind', kind, 'utr', utr, 'part_utr', part_utr, 'name', name, 'to', email,
      'contact_id', contact_id, 'from', from_email, 'reply_to', reply_to,
      'subject', subject, 'preheader', preheader, 'body', body, 'triggered_at', triggered_at,
      'delivered_at', CASE WHEN bounces = 0 AND arrives_at <= clock THEN arrives_at END,
      'bounced_at', CASE WHEN bounces = 1 AND arrives_at <= clock THEN arrives_at END,
      'opens', (SELECT count(*) FROM opens WHERE delivery_id = delivery.id AND at <= clock),
      'opened_at', (SELECT min(at) FROM opens WHERE delivery_id = delivery.id AND at <= clock),
      'unsubscribed_at', CASE WHEN unsubscriber_id IS NOT NULL THEN unsubscribes_at END,
      'group_id', nullif(group_id, 0),
      'from_name', from_name, 'sender_address', sender_address, 'person', json(person)) AS mail`;

const source = `
    FROM service_state CROSS JOIN deliveries AS delivery CROSS JOIN mailings ON mailings.id = mailing_id
    WHERE service_state.id = 1 AND triggered_at <= clock`;
