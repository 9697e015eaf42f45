import type {Db} from '../behaviour.js';

/** A possible recipient, either a contact or a recipient of a segment, with the fields that a text can name. */
export type Person = {
  readonly id: number;
  readonly email: string;
  readonly contact_id: number | null;
  /** When they were added. */
  readonly created_at: number;
  readonly [field: string]: unknown;
};

/** How many people are read at once, so that no list is ever in memory as a whole. */
export const pageSize = 1000;

/** The next people of a contact type or a segment after the given id, in order, at most `limit`. */
export function peopleAfter(db: Db, table: string, id: number, after: number, limit = pageSize): Person[] {
  const rows = db.all<{person: string}>(table === 'contacts_' ? ofType : ofSegment, [id, after, limit]);
  return rows.map(({person}) => JSON.parse(person) as Person);
}

/** The highest id that a contact or recipient ever had; everyone added later gets a higher one. */
export const newestPerson = (db: Db, table: string): number =>
  db.get<{id: number}>('SELECT seq AS id FROM sqlite_sequence WHERE name = ?', [
    table === 'segments_' ? 'segment_recipients' : 'contacts',
  ])?.id ?? 0;

const person = (own: string, contact: string): string =>
  `json_object('id', ${own}.id, 'contact_id', ${contact}.id, 'created_at', ${own}.created_at,
    ${['first_name', 'last_name', 'email', 'country', 'state', 'city', 'address_line1'].map(name => `'${name}', ${own}.${name}`).join(', ')},
    ${['alt_email', 'address_line2', 'state_province_region', 'postal_code'].map(name => `'${name}', ${contact}.${name}`).join(', ')},
    'custom_field', json(${contact}.custom_field)) AS person`;

const ofType = `SELECT ${person('contacts', 'contacts')} FROM contacts
  WHERE contact_type_id = ? AND id > ? AND deleted_at IS NULL AND email <> '' ORDER BY id LIMIT ?`;

const ofSegment = `SELECT ${person('recipient', 'contact')}
  FROM segment_recipients AS recipient
    JOIN segments ON segments.id = segment_id AND segments.deleted_at IS NULL
    LEFT JOIN contacts AS contact ON contact.id = contact_id
  WHERE segment_id = ? AND recipient.id > ? ORDER BY recipient.id LIMIT ?`;
