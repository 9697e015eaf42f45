import type {Db} from './behaviour.js';
import {add} from './rows.js';
import {unsubscribes} from './tables.js';

/** A possible recipient, a contact or a recipient of a segment, with the fields that a text can use. */
export type MailRecipient = {
  readonly id: number;
  readonly email: string;
  readonly contact_id: number | null;
  readonly created_at: number;
  readonly [field: string]: unknown;
};

/** How many people are read at once, so that no whole list is ever in memory. */
export const pageSize = 1000;

/** The next people of a list or a segment, after this id. */
export function peopleAfter(db: Db, table: string, id: number, after: number, limit: number): MailRecipient[] {
  const rows = db.all<{person: string}>(table === 'contacts_' ? ofType : ofSegment, [id, after, limit]);
  return rows.map(({person}) => JSON.parse(person) as MailRecipient);
}

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

type Leaving = {
  readonly id: number;
  readonly email: string;
  readonly group_id: number;
  readonly unsubscribes_at: number;
};

/** Unsubscribes everyone who clicked the link in a mail by then, except people who had unsubscribed before. */
export function applyUnsubscribes(db: Db, until: number): void {
  for (;;) {
    const page = db.all<Leaving>(leaving, [until, pageSize]);
    for (const person of page) leave(db, person);
    if (page.length < pageSize) return;
  }
}

/** Whether an address has its own row for this group or, without a group, for all mail. */
export const hasLeft = (db: Db, address: string, group: number | null): boolean =>
  // Without the plus, SQLite would search everyone who left the group instead of the address.
  db.get('SELECT 1 FROM unsubscribes WHERE email_address = ? AND +unsubscribe_groups_id IS ?', [address, group]) !==
  undefined;

function leave(db: Db, {id, email, group_id, unsubscribes_at: time}: Leaving): void {
  const group = group_id || null;
  if (hasLeft(db, email, group)) {
    db.run('UPDATE deliveries SET unsubscribes_at = NULL WHERE id = ?', [id]);
    return;
  }
  const row = {unsubscribe_groups_id: group, email_address: email, created_at: time, updated_at: time};
  db.run('UPDATE deliveries SET unsubscriber_id = ? WHERE id = ?', [add(db, unsubscribes, row), id]);
}

const leaving = `SELECT deliveries.id, email, group_id, unsubscribes_at
  FROM deliveries JOIN mailings ON mailings.id = mailing_id
  WHERE unsubscriber_id IS NULL AND unsubscribes_at <= ? ORDER BY unsubscribes_at, deliveries.id LIMIT ?`;
