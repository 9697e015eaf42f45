import {type ReservedField, reservedFields} from '../../../endpoints/fields.js';
import type {Asked, Row} from '../behaviour.js';
import {addNow, changeNow} from '../tables/table.js';
import {contacts} from '../tables/tables.js';

/** One row of a file, with the columns that have a field: reserved and custom fields by name. */
export type ImportedRow = {
  readonly email: string;
  readonly fields: {readonly [name in ReservedField]?: string};
  readonly custom: {readonly [name: string]: {field_name: string; field_value: string | null}} | null;
};

/** Adds rows to a type's contacts; a row whose address already exists is added again, merged or skipped. */
export function storeContacts(asked: Asked, typeId: number, rows: readonly ImportedRow[]): void {
  const {duplicates} = asked.settings;
  const known = duplicates === 'insert' ? new Map<string, number>() : knownAmong(asked, typeId, rows);
  for (const row of rows) {
    const address = row.email.toLowerCase();
    const id = known.get(address);
    if (id === undefined) {
      const added = insert(asked, typeId, row);
      if (duplicates !== 'insert') known.set(address, added);
    } else if (duplicates === 'update') {
      update(asked, id, row);
    }
  }
}

/** The type's contacts with the rows' addresses; of several with one address, the first. */
function knownAmong({db}: Asked, typeId: number, rows: readonly ImportedRow[]): Map<string, number> {
  const found = db.all<{id: number; email: string}>(
    `SELECT id, email FROM contacts
      WHERE email IN (SELECT value FROM json_each(?)) AND +contact_type_id = ? AND deleted_at IS NULL ORDER BY id DESC`,
    [JSON.stringify(rows.map(({email}) => email)), typeId],
  );
  return new Map(found.map(({id, email}) => [email.toLowerCase(), id]));
}

const insert = (asked: Asked, typeId: number, {fields, custom}: ImportedRow): number =>
  addNow(asked, contacts, {
    contact_type_id: typeId,
    ...blank,
    ...fields,
    alt_email: fields.alt_email || null,
    custom_field: custom && JSON.stringify(custom),
  });

/** Changes only the fields that the file has columns for. */
function update(asked: Asked, id: number, {fields, custom}: ImportedRow): void {
  const stored =
    custom && asked.db.get<{json: string | null}>('SELECT custom_field AS json FROM contacts WHERE id = ?', [id]);
  const merged = custom && {...(stored?.json ? (JSON.parse(stored.json) as object) : {}), ...custom};
  changeNow(asked, contacts, id, {...fields, ...(merged ? {custom_field: JSON.stringify(merged)} : {})});
}

const blank = Object.fromEntries(reservedFields.map(name => [name, ''])) as Row & {[name in ReservedField]: string};
