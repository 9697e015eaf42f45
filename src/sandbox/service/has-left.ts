import type {Db} from './behaviour.js';

/** Whether an address is off a group's mail by a row of its own, or without a group off all of it. */
export const hasLeft = (db: Db, address: string, group: number | null): boolean =>
  // Without the plus SQLite would look through everyone who left the group, each time.
  db.get('SELECT 1 FROM unsubscribers WHERE email_address = ? AND +unsubscribe_groups_id IS ?', [address, group]) !==
  undefined;
