import {type ReservedField, reservedFields} from '../../../endpoints/fields.js';
import {type Asked, done, type Outcome, type Row, refuses} from '../behaviour.js';
import {isAddress} from '../form/input.js';
import {countryByWord} from '../places/locations.js';
import {addNow, changeNow} from '../tables/table.js';
import {contacts, customFields} from '../tables/tables.js';
import {phpCsv} from './php-csv.js';

/** Stores a CSV's rows in a list, like a simple importer that silently skips bad ones. */
export function importContacts(asked: Asked, listId: number, bytes: Uint8Array): Outcome {
  const text = decoded(bytes);
  if (text === undefined) return refuses('Malformed UTF-8 characters, possibly incorrectly encoded');
  const records = phpCsv(text);
  const header = records.next();
  if (header.done) return done;
  const columns = columnsOf(header.value, customFields(asked.db));
  const rows: ImportedRow[] = [];
  for (const cells of records) {
    const row = rowFrom(cells, columns);
    if (isAddress(row.email, asked.settings)) rows.push(row);
  }
  storeContacts(asked, listId, rows);
  return done;
}

function columnsOf(header: readonly string[], custom: readonly string[]): readonly (Column | undefined)[] {
  const known = new Map<string, Column>([
    ...custom.map(name => [name.toLowerCase(), {name, custom: true}] as const),
    ...reservedFields.map(name => [name, {name, custom: false}] as const),
  ]);
  return header.map(title => known.get(phpTrim(title).toLowerCase()));
}

type Column = {readonly name: string; readonly custom: boolean};

function rowFrom(cells: readonly string[], columns: readonly (Column | undefined)[]): ImportedRow {
  const fields: Record<string, string> = {};
  const custom: Record<string, {field_name: string; field_value: string | null}> = {};
  let hasCustom = false;
  for (const [index, column] of columns.entries()) {
    if (!column) continue;
    const value = phpTrim(cells[index] ?? '');
    if (column.custom) {
      custom[column.name] = {field_name: column.name, field_value: value || null};
      hasCustom = true;
    } else {
      fields[column.name] = column.name === 'country' ? countryFrom(value) : value;
    }
  }
  return {email: fields['email'] ?? '', fields, custom: hasCustom ? custom : null};
}

/** A country's id for its name, its ISO code or the id; any other cell stays as it is. */
const countryFrom = (cell: string): string => String(countryByWord(cell)?.id ?? cell);

/** Trims like PHP. A byte order mark stays, so the first column of a file with one is not recognised. */
const phpTrim = (text: string): string => text.replace(/^[ \t\n\r\0\v]+|[ \t\n\r\0\v]+$/g, '');

const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true});

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return;
  }
}

/** One row of a file, with the columns that have a field: reserved and custom fields by name. */
type ImportedRow = {
  readonly email: string;
  readonly fields: {readonly [name in ReservedField]?: string};
  readonly custom: {readonly [name: string]: {field_name: string; field_value: string | null}} | null;
};

/** Adds rows to a type's contacts; a row whose address already exists is added again, merged or skipped. */
function storeContacts(asked: Asked, listId: number, rows: readonly ImportedRow[]): void {
  const {duplicates} = asked.settings;
  const known = duplicates === 'insert' ? new Map<string, number>() : knownAmong(asked, listId, rows);
  for (const row of rows) {
    const address = row.email.toLowerCase();
    const id = known.get(address);
    if (id === undefined) {
      const added = insert(asked, listId, row);
      if (duplicates !== 'insert') known.set(address, added);
    } else if (duplicates === 'update') {
      update(asked, id, row);
    }
  }
}

/** The type's contacts with the rows' addresses; of several with one address, the first. */
function knownAmong({db}: Asked, listId: number, rows: readonly ImportedRow[]): Map<string, number> {
  const found = db.all<{id: number; email: string}>(
    `SELECT id, email FROM contacts
      WHERE email IN (SELECT value FROM json_each(?)) AND +contact_type_id = ? AND deleted_at IS NULL ORDER BY id DESC`,
    [JSON.stringify(rows.map(({email}) => email)), listId],
  );
  return new Map(found.map(({id, email}) => [email.toLowerCase(), id]));
}

const insert = (asked: Asked, listId: number, {fields, custom}: ImportedRow): number =>
  addNow(asked, contacts, {
    contact_type_id: listId,
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
