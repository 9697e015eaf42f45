import type {Asked} from '../../behaviour.js';
import type {ImportedRow} from './import.js';

const columns = [
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'country',
  'state',
  'city',
  'address_line1',
  'address_line2',
  'state_province_region',
  'postal_code',
] as const;

/** Puts rows among a type's contacts; one whose address is there already is added again, merged or skipped. */
export function storeContacts(asked: Asked, typeId: number, rows: readonly ImportedRow[]): void {
  if (asked.settings.duplicates === 'insert') {
    insert(asked, typeId, rows);
    return;
  }
  const known = knownAmong(asked, typeId, rows);
  const fresh = new Map<string, ImportedRow>();
  const changed = new Map<number, ImportedRow>();
  for (const row of rows) {
    const address = row.email.toLowerCase();
    const id = known.get(address);
    if (id !== undefined) changed.set(id, merged(changed.get(id), row));
    else if (!fresh.has(address) || asked.settings.duplicates === 'update')
      fresh.set(address, merged(fresh.get(address), row));
  }
  insert(asked, typeId, [...fresh.values()]);
  if (asked.settings.duplicates === 'update') update(asked, changed);
}

/** A row over an earlier one of the same address. */
const merged = (earlier: ImportedRow | undefined, row: ImportedRow): ImportedRow =>
  earlier ? {...row, fields: {...earlier.fields, ...row.fields}, custom: row.custom ?? earlier.custom} : row;

/** The type's contacts who have one of the rows' addresses; of several, the first. */
function knownAmong({db}: Asked, typeId: number, rows: readonly ImportedRow[]): ReadonlyMap<string, number> {
  const found = db.all<{id: number; email: string}>(
    `SELECT id, email FROM contacts
      WHERE email IN (SELECT value FROM json_each(?)) AND contact_type_id = ? AND deleted_at IS NULL ORDER BY id DESC`,
    [JSON.stringify(rows.map(({email}) => email)), typeId],
  );
  return new Map(found.map(({id, email}) => [email.toLowerCase(), id]));
}

const insertion = `
  INSERT INTO contacts (contact_type_id, ${columns.join(', ')}, custom_field, created_at, updated_at)
  SELECT ?2, ${columns.map(name => (name === 'alt_email' ? cell(name) : `coalesce(${cell(name)}, '')`)).join(', ')},
      value -> 'custom', ?3, ?3
    FROM json_each(?1) ORDER BY key`;

function cell(name: string): string {
  return `nullif(value ->> '$.fields.${name}', '')`;
}

function insert({db, now}: Asked, typeId: number, rows: readonly ImportedRow[]): void {
  db.run(insertion, [
    JSON.stringify(rows.map(row => ({fields: row.fields, ...(row.custom ? {custom: row.custom} : {})}))),
    typeId,
    now.getTime(),
  ]);
}

/** Changes only what the file has columns for. */
function update({db, now}: Asked, rows: ReadonlyMap<number, ImportedRow>): void {
  const ids = JSON.stringify([...rows.keys()]);
  const stored = new Map(
    db
      .all<{id: number; custom_field: string | null}>(
        'SELECT id, custom_field FROM contacts WHERE id IN (SELECT value FROM json_each(?))',
        [ids],
      )
      .map(({id, custom_field}) => [id, custom_field]),
  );
  const list = [...rows].map(([id, {fields, custom}]) => ({
    id,
    fields,
    ...(custom ? {custom: {...parsed(stored.get(id)), ...custom}} : {}),
  }));
  const changes = columns.map(name => `${name} = coalesce(value ->> '$.fields.${name}', contacts.${name})`).join(', ');
  db.run(
    `UPDATE contacts SET ${changes}, custom_field = coalesce(value -> 'custom', custom_field), updated_at = ?2
      FROM json_each(?1) WHERE contacts.id = value ->> 'id'`,
    [JSON.stringify(list), now.getTime()],
  );
}

const parsed = (json: string | null | undefined): object => (json ? (JSON.parse(json) as object) : {});
