import type {Db, Row} from '../../behaviour.js';

/** Somebody a mailing can go to: a contact, or a recipient of a segment. */
export type Person = Row & {
  readonly id: number;
  readonly email: string;
  readonly contact_id: number | null;
  /** When they were added. */
  readonly created_at: number;
};

export const pageSize = 1000;

/** Up to so many people of a contact type or a segment with ids after the given one, in order. */
export const peopleAfter = (db: Db, table: string, id: number, after: number, limit = pageSize): Person[] =>
  db.all<Person>(table === 'contacts_' ? ofType : ofSegment, [id, after, limit]);

/** Everybody of a contact type or a segment, a page at a time. */
export function* everyone(db: Db, table: string, id: number): Generator<readonly Person[]> {
  for (let after = 0; ; ) {
    const page = peopleAfter(db, table, id, after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    after = last.id;
  }
}

/** The highest id there ever was among contacts or recipients: whoever is added later has a higher one. */
export const newestPerson = (db: Db, table: string): number =>
  db.get<{id: number}>('SELECT seq AS id FROM sqlite_sequence WHERE name = ?', [
    table === 'segments_' ? 'segment_recipients' : 'contacts',
  ])?.id ?? 0;

const ofType = `SELECT *, id AS contact_id FROM contacts
  WHERE contact_type_id = ? AND id > ? AND deleted_at IS NULL AND email <> '' ORDER BY id LIMIT ?`;

const ofSegment = `SELECT recipient.*, contact.alt_email, contact.address_line2, contact.state_province_region,
    contact.postal_code, contact.custom_field
  FROM segment_recipients AS recipient
    JOIN segments ON segments.id = segment_id AND segments.deleted_at IS NULL
    LEFT JOIN contacts AS contact ON contact.id = contact_id
  WHERE segment_id = ? AND recipient.id > ? ORDER BY recipient.id LIMIT ?`;
