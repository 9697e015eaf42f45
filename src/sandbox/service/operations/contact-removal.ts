import type {Asked} from '../behaviour.js';
import {remove} from '../tables/table.js';
import {contacts} from '../tables/tables.js';

/** Deletes contacts, also from their segments, so that they get no more mail. Returns their number. */
export function removeContacts(asked: Pick<Asked, 'db' | 'now'>, ids: readonly number[]): number {
  const count = remove(asked, contacts, ids);
  asked.db.run('DELETE FROM segment_recipients WHERE contact_id IN (SELECT value FROM json_each(?))', [
    JSON.stringify(ids),
  ]);
  return count;
}

export function removeContactsOf({db, now}: Pick<Asked, 'db' | 'now'>, typeId: number): void {
  db.run(
    'DELETE FROM segment_recipients WHERE contact_id IN (SELECT id FROM contacts WHERE contact_type_id = ? AND deleted_at IS NULL)',
    [typeId],
  );
  db.run('UPDATE contacts SET deleted_at = ?, updated_at = ? WHERE contact_type_id = ? AND deleted_at IS NULL', [
    now.getTime(),
    now.getTime(),
    typeId,
  ]);
}
