import {about, integer, listOf, nullable, object, oneOf, type TypeOf, text} from '../../core/json-schema/describe.js';
import {lookUp} from '../../core/words/values.js';
import {documentedTags} from '../../endpoints/templates.js';
import {fillTags, tagsIn, tagValuesOf} from '../../letters/html/tags.js';
import {readerOfTexts} from '../../records/fields/path.js';
import type {Db, SqlRow, SqlValue} from './behaviour.js';
import type {MailRecipient} from './people.js';
import {countryName} from './places.js';
import {eachById} from './rows.js';
import {customFields} from './tables.js';

/** The values of tags for one person. */
type Filling = {readonly [tag: string]: string};

/** The known tags that texts use, each once. */
function knownTagsIn(db: Db, ...texts: readonly string[]): string[] {
  const used = tagsIn(texts.join('\n'));
  const known = new Set([...documentedTags, ...(used.size > 0 ? customFields(db) : [])]);
  return [...used].filter(name => known.has(name));
}

/** The values of the given tags for a person; empty if the person has no such field. */
export function fillingOf(person: MailRecipient, tags: readonly string[]): Filling {
  const known = tagValuesOf(person, countryName(String(person['country'] ?? '')));
  return Object.fromEntries(tags.map(name => [name, lookUp(known, name) ?? '']));
}

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

/** Which mail is requested: of one mailing, to one address, or all. */
type MailAsked = {
  readonly utr?: string | undefined;
  readonly to?: string | undefined;
};

/** Who got what, up to the account's clock, in order of storing; read while it is taken. */
export function* deliveriesOf(db: Db, {utr, to}: MailAsked = {}): Generator<Delivery> {
  const asked = [
    source,
    ...(utr === undefined ? [] : ['AND ? IN (utr, part_utr)']),
    ...(to === undefined ? [] : ['AND email = ?']),
  ].join(' ');
  const values = [utr, to].filter(value => value !== undefined);
  const query = `SELECT ${columns} ${asked} AND delivery.id > ? ORDER BY delivery.id LIMIT ?`;
  for (const {mail} of eachById<{id: number; mail: string}>(db, query, values, mailsAtOnce))
    yield deliveryFrom(JSON.parse(mail) as Mail);
}

/** Few, because each mail contains its whole text, which may be long. */
const mailsAtOnce = 100;

/** A mail with its tags unfilled, and what they are filled with. */
type Mail = Delivery & {
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
  const valueFor = (tag: string): string | undefined => lookUp(filling, tag);
  return {
    ...mail,
    from: from_name === '' ? mail.from : `${from_name} <${mail.from}>`,
    subject: fillTags(mail.subject, valueFor),
    preheader: fillTags(mail.preheader, valueFor),
    body: fillTags(mail.body, valueFor),
  };
}

/** A moment as text, null if it has not come. */
const momentOf = (time: string): string => `strftime('%Y-%m-%dT%H:%M:%fZ', ${time} / 1000.0, 'unixepoch')`;

const columns = `delivery.id, json_object(
      'id', delivery.id, 'kind', kind, 'utr', utr, 'part_utr', part_utr, 'name', name, 'to', email,
      'contact_id', contact_id, 'from', from_email, 'reply_to', reply_to,
      'subject', subject, 'preheader', preheader, 'body', body, 'triggered_at', ${momentOf('triggered_at')},
      'delivered_at', ${momentOf('CASE WHEN bounces = 0 AND arrives_at <= clock THEN arrives_at END')},
      'bounced_at', ${momentOf('CASE WHEN bounces = 1 AND arrives_at <= clock THEN arrives_at END')},
      'opens', (SELECT count(*) FROM opens WHERE delivery_id = delivery.id AND at <= clock),
      'opened_at', ${momentOf('(SELECT min(at) FROM opens WHERE delivery_id = delivery.id AND at <= clock)')},
      'unsubscribed_at', ${momentOf('CASE WHEN unsubscriber_id IS NOT NULL THEN unsubscribes_at END')},
      'group_id', nullif(group_id, 0),
      'from_name', from_name, 'sender_address', sender_address, 'person', json(person)) AS mail`;

const source = `
    FROM service_state CROSS JOIN deliveries AS delivery CROSS JOIN mailings ON mailings.id = mailing_id
    WHERE service_state.id = 1 AND triggered_at <= clock`;

/** The statistics of a mailing. Every number counts stored deliveries, each with its address. */
type MailCounters = {
  readonly triggered: number;
  readonly delivered: number;
  readonly unique_opens: number;
  readonly total_opens: number;
  readonly bounces: number;
  readonly unsubscribes: number;
};

type MailKind = 'mailing' | 'automation';

/** Counts the mail of one mailing or automation, or of all of them, up to the account's clock. */
export function countersOf(db: Db, kind: MailKind, owner?: number): (owner: number) => MailCounters {
  const where = owner === undefined ? 'kind = ?' : 'kind = ? AND owner_id = ?';
  const values: readonly SqlValue[] = owner === undefined ? [kind] : [kind, owner];
  const mails = db.all<Omit<MailCounters, 'total_opens' | 'unique_opens'> & {owner: number}>(
    `SELECT owner_id AS owner, count(*) AS triggered,
        sum(bounces = 0 AND arrives_at <= clock) AS delivered, sum(bounces = 1 AND arrives_at <= clock) AS bounces,
        sum(unsubscriber_id IS NOT NULL) AS unsubscribes
      FROM service_state, mailings JOIN deliveries ON mailing_id = mailings.id
      WHERE ${where} AND triggered_at <= clock GROUP BY owner_id`,
    values,
  );
  const opens = db.all<{owner: number} & Pick<MailCounters, 'total_opens' | 'unique_opens'>>(
    `SELECT owner_id AS owner, count(*) AS total_opens, count(DISTINCT delivery_id) AS unique_opens
      FROM service_state, mailings JOIN opens ON mailing_id = mailings.id
      WHERE ${where} AND at <= clock GROUP BY owner_id`,
    values,
  );
  const mailsBy = new Map(mails.map(row => [row.owner, row]));
  const opensBy = new Map(opens.map(row => [row.owner, row]));
  return of => {
    const {triggered, delivered, bounces, unsubscribes} = mailsBy.get(of) ?? none;
    const {unique_opens, total_opens} = opensBy.get(of) ?? none;
    return {triggered, delivered, unique_opens, total_opens, bounces, unsubscribes};
  };
}

const none: MailCounters = {triggered: 0, delivered: 0, unique_opens: 0, total_opens: 0, bounces: 0, unsubscribes: 0};

/** The part of a stored mailing that sending needs. */
export type StoredMailing = {
  readonly kind: MailKind;
  readonly id: number;
  readonly group_id: number;
  readonly tags: readonly string[];
  readonly name: string;
};

/** The texts of a mailing, a run of a mailing or one email of an automation, as their queries name them. */
const texts = 'utr part_utr name subject preheader from_name from_email reply_to sender_address'.split(' ');

/** Stores a mailing in its form when its first mail is sent; later calls find the stored one. */
export function storedMailing(db: Db, kind: MailKind, row: SqlRow): StoredMailing {
  const text = readerOfTexts(row);
  const [owner_id, part, group_id] = [Number(row['owner_id']), Number(row['part']), Number(row['group_id'])];
  const mailing: SqlRow = {
    ...{kind, owner_id, part, group_id, body: bodyOf(db, row)},
    ...Object.fromEntries(texts.map(name => [name, text(name)])),
  };
  const columns = Object.keys(mailing);
  db.run(
    `INSERT OR IGNORE INTO mailings (${columns.join(', ')}, last_at) VALUES (${columns.map(() => '?').join(', ')}, 0)`,
    Object.values(mailing),
  );
  const stored = db.get<{id: number; subject: string; preheader: string; body: string}>(
    'SELECT id, subject, preheader, body FROM mailings WHERE kind = ? AND owner_id = ? AND part = ?',
    [kind, owner_id, part],
  );
  const {id = 0, subject = '', preheader = '', body = ''} = stored ?? {};
  return {id, kind, group_id, tags: knownTagsIn(db, subject, preheader, body), name: `${kind} ${owner_id} ${part}`};
}

/** Deletes the unsent mail of a mailing or an automation. */
export function stopMailing(db: Db, kind: MailKind, owner: number, now: Date): void {
  const values = [kind, owner, now.getTime()];
  const unsent = `SELECT deliveries.id FROM deliveries JOIN mailings ON mailing_id = mailings.id
    WHERE kind = ? AND owner_id = ? AND triggered_at > ?`;
  db.run(`DELETE FROM opens WHERE delivery_id IN (${unsent})`, values);
  db.run(`DELETE FROM deliveries WHERE id IN (${unsent})`, values);
}

/** The text of a mail: the given template, or else the built-in one. */
const bodyOf = (db: Db, {template_html, template_json, template_id}: SqlRow): string =>
  String(
    template_html ||
      template_json ||
      db.get<{html_code: string}>('SELECT html_code FROM templates WHERE id = ?', [template_id ?? 0])?.html_code ||
      '',
  );
