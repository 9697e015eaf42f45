import {textsOf} from '../../../records/fields/path.js';
import type {Db, Row, Value} from '../behaviour.js';
import {tagsIn} from './mail.js';

/** The statistics of a mailing. Every number counts stored deliveries, each with its address. */
export type Counters = {
  readonly triggered: number;
  readonly delivered: number;
  readonly unique_opens: number;
  readonly total_opens: number;
  readonly bounces: number;
  readonly unsubscribes: number;
};

/** The kinds of records that send mail. */
type MailingKind = 'mailing' | 'automation';

/** Counts the mail of one mailing or automation, or of all of them, up to the account's clock. */
export function countersOf(db: Db, kind: MailingKind, owner?: number): (owner: number) => Counters {
  const where = owner === undefined ? 'kind = ?' : 'kind = ? AND owner_id = ?';
  const values: readonly Value[] = owner === undefined ? [kind] : [kind, owner];
  const mails = db.all<Omit<Counters, 'total_opens' | 'unique_opens'> & {owner: number}>(
    `SELECT owner_id AS owner, count(*) AS triggered,
        sum(bounces = 0 AND arrives_at <= clock) AS delivered, sum(bounces = 1 AND arrives_at <= clock) AS bounces,
        sum(unsubscriber_id IS NOT NULL) AS unsubscribes
      FROM service_state, mailings JOIN deliveries ON mailing_id = mailings.id
      WHERE ${where} AND triggered_at <= clock GROUP BY owner_id`,
    values,
  );
  const opens = db.all<{owner: number} & Pick<Counters, 'total_opens' | 'unique_opens'>>(
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

/** A token for each recipient who opened the mail, derived from the delivery's id. */
export function openTokens(db: Db, kind: MailingKind, owner: number): unknown {
  const row = db.get<{tokens: string}>(
    `SELECT json_group_object(delivery_id, printf('%08x', (delivery_id * 2654435761) % 4294967296)) AS tokens FROM
      (SELECT DISTINCT delivery_id FROM service_state, mailings JOIN opens ON mailing_id = mailings.id
        WHERE kind = ? AND owner_id = ? AND at <= clock ORDER BY delivery_id)`,
    [kind, owner],
  );
  return JSON.parse(row?.tokens ?? '{}');
}

const none: Counters = {triggered: 0, delivered: 0, unique_opens: 0, total_opens: 0, bounces: 0, unsubscribes: 0};

/** The part of a stored mailing that sending needs. */
export type StoredMailing = {
  readonly kind: MailingKind;
  readonly id: number;
  readonly group_id: number;
  readonly tags: readonly string[];
  readonly name: string;
};

/** The texts of a mailing, a run of a mailing or one email of an automation, as their queries name them. */
const texts = [
  'utr',
  'part_utr',
  'name',
  'subject',
  'preheader',
  'from_name',
  'from_email',
  'reply_to',
  'sender_address',
];

/** Stores a mailing in its form when its first mail is sent; later calls find the stored one. */
export function storedMailing(db: Db, kind: MailingKind, row: Row): StoredMailing {
  const text = textsOf(row);
  const [owner_id, part, group_id] = [Number(row['owner_id']), Number(row['part']), Number(row['group_id'])];
  const mailing: Row = {
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
  return {id, kind, group_id, tags: tagsIn(db, subject, preheader, body), name: `${kind} ${owner_id} ${part}`};
}

/** Deletes the unsent mail of a mailing or an automation. */
export function stopMailing(db: Db, kind: MailingKind, owner: number, now: Date): void {
  const values = [kind, owner, now.getTime()];
  const unsent = `SELECT deliveries.id FROM deliveries JOIN mailings ON mailing_id = mailings.id
    WHERE kind = ? AND owner_id = ? AND triggered_at > ?`;
  db.run(`DELETE FROM opens WHERE delivery_id IN (${unsent})`, values);
  db.run(`DELETE FROM deliveries WHERE id IN (${unsent})`, values);
}

/** The text of a mail: the given template, or else the built-in one. */
export const bodyOf = (db: Db, {template_html, template_json, template_id}: Row): string =>
  String(
    template_html ||
      template_json ||
      db.get<{html_code: string}>('SELECT html_code FROM templates WHERE id = ?', [template_id ?? 0])?.html_code ||
      '',
  );
