import type {Db} from '../behaviour.js';
import {add} from '../tables/table.js';
import {unsubscribes} from '../tables/tables.js';
import {pageSize} from './people.js';

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
