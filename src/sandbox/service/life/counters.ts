import type {Db, Value} from '../behaviour.js';

/** The statistics of a mailing. Every number counts stored deliveries, each with its address. */
export type Counters = {
  readonly triggered: number;
  readonly delivered: number;
  readonly bounces: number;
  readonly opens: number;
  readonly uniqueOpens: number;
  readonly unsubscribes: number;
};

/** The kinds of records that send mail. */
export type MailingKind = 'mailing' | 'automation';

/** Counts the mail of one mailing or automation, or of all of them, up to the account's clock. */
export function countersOf(db: Db, kind: MailingKind, owner?: number): (owner: number) => Counters {
  const where = owner === undefined ? 'kind = ?' : 'kind = ? AND owner_id = ?';
  const values: readonly Value[] = owner === undefined ? [kind] : [kind, owner];
  const mails = db.all<Omit<Counters, 'opens' | 'uniqueOpens'> & {owner: number}>(
    `SELECT owner_id AS owner, count(*) AS triggered,
        sum(bounces = 0 AND arrives_at <= clock) AS delivered, sum(bounces = 1 AND arrives_at <= clock) AS bounces,
        sum(unsubscriber_id IS NOT NULL) AS unsubscribes
      FROM service_state, mailings JOIN deliveries ON mailing_id = mailings.id
      WHERE ${where} AND triggered_at <= clock GROUP BY owner_id`,
    values,
  );
  const opens = db.all<{owner: number; opens: number; uniqueOpens: number}>(
    `SELECT owner_id AS owner, count(*) AS opens, count(DISTINCT delivery_id) AS uniqueOpens
      FROM service_state, mailings JOIN opens ON mailing_id = mailings.id
      WHERE ${where} AND at <= clock GROUP BY owner_id`,
    values,
  );
  const mailsBy = new Map(mails.map(row => [row.owner, row]));
  const opensBy = new Map(opens.map(row => [row.owner, row]));
  return of => {
    const {triggered, delivered, bounces, unsubscribes} = mailsBy.get(of) ?? none;
    const {opens, uniqueOpens} = opensBy.get(of) ?? none;
    return {triggered, delivered, bounces, opens, uniqueOpens, unsubscribes};
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

const none: Counters = {triggered: 0, delivered: 0, bounces: 0, opens: 0, uniqueOpens: 0, unsubscribes: 0};
