import type {Db, Row} from '../behaviour.js';
import type {MailingKind} from './counters.js';
import {tagsIn} from './tags.js';

/** One text that goes to many people: a run of a single send, or one email of an automation. */
type Mailing = {
  readonly kind: MailingKind;
  /** The single send or the automation. */
  readonly owner_id: number;
  readonly utr: string;
  /** The run of the single send, or the schedule's id. */
  readonly part: number;
  readonly part_utr: string;
  readonly name: string;
  readonly subject: string;
  readonly preheader: string;
  readonly body: string;
  readonly from_name: string;
  readonly from_email: string;
  readonly reply_to: string;
  readonly sender_address: string;
  readonly group_id: number;
};

/** The part of a stored mailing that sending needs. */
export type StoredMailing = {
  readonly kind: MailingKind;
  readonly id: number;
  readonly group_id: number;
  readonly tags: readonly string[];
  readonly name: string;
};

/** Stores a mailing in its form when its first mail is sent; later calls find the stored one. */
export function storedMailing(db: Db, mailing: Mailing): StoredMailing {
  const columns = Object.keys(mailing);
  db.run(
    `INSERT OR IGNORE INTO mailings (${columns.join(', ')}, last_at) VALUES (${columns.map(() => '?').join(', ')}, 0)`,
    Object.values(mailing),
  );
  const row = db.get<{id: number; subject: string; preheader: string; body: string}>(
    'SELECT id, subject, preheader, body FROM mailings WHERE kind = ? AND owner_id = ? AND part = ?',
    [mailing.kind, mailing.owner_id, mailing.part],
  );
  const {id = 0, subject = '', preheader = '', body = ''} = row ?? {};
  return {
    id,
    kind: mailing.kind,
    group_id: mailing.group_id,
    tags: tagsIn(db, subject, preheader, body),
    name: `${mailing.kind} ${mailing.owner_id} ${mailing.part}`,
  };
}

/** Deletes the unsent mail of a single send or an automation. */
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
