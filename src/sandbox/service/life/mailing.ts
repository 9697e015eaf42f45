import {textsOf} from '../../../records/fields/texts-of.js';
import type {Db, Row} from '../behaviour.js';
import type {MailingKind} from './counters.js';
import {tagsIn} from './tags.js';

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
