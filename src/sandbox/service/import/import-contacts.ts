import {reservedFields} from '../../../endpoints/fields.js';
import type {Asked, Outcome} from '../behaviour.js';
import {isAddress} from '../form/address.js';
import {done, refuses} from '../outcome.js';
import {countryByWord} from '../places/locations.js';
import {customFields} from '../tables/field-names.js';
import {phpCsv} from './php-csv.js';
import {type ImportedRow, storeContacts} from './store-contacts.js';

/** Stores a CSV's rows in a contact type, like a simple importer that silently skips bad ones. */
export function importContacts(asked: Asked, typeId: number, bytes: Uint8Array): Outcome {
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
  storeContacts(asked, typeId, rows);
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
