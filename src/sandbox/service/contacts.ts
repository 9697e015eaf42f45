import {operations} from '../../endpoints/contacts.js';
import {type ReservedField, reservedFields} from '../../endpoints/fields.js';
import {
  type Asked,
  type Behaviours,
  type Db,
  done,
  isUpload,
  notFound,
  type Outcome,
  type SqlRow,
} from './behaviour.js';
import {changedBy, idInForm, rowOf, takesAddress, textInForm, textOrNull} from './forms.js';
import {countryByWord, countryName} from './places.js';
import {addNow, changeNow, everyRow, listedAsLines} from './rows.js';
import {lists as contactLists, contacts, customFields} from './tables.js';
import {recordNamed, usual} from './usual.js';

/** All contacts as in the list, as JSON lines: with the country's name and the list's whole record. */
function* contactsAsListed(asked: Asked): Generator<string> {
  const types = new Map(everyRow(asked.db, contactLists).map(row => [String(row.id), JSON.stringify(row)]));
  const shown = (_: string, name: string, value: string): string =>
    name === 'country'
      ? `"country":${JSON.stringify(countryName(JSON.parse(value) as string))}`
      : `"contact_type":${types.get(value) ?? null}`;
  for (const lines of listedAsLines(asked, contacts)) yield lines.replace(storedOtherwise, shown);
}

/**
 * The fields of a contact that are shown differently from how they are stored. Quotation marks within values are
 * escaped, and a custom field with such a name has an object as its value, so nothing else in a contact matches.
 */
const storedOtherwise = /"(country|contact_type)":("(?:[^"\\]|\\.)*"|\d+)/g;

/** What a form without an address or a country leaves, and what only an import or the service's own page can set. */
const otherwise = (asked: Asked): SqlRow => ({
  email: textOrNull(asked, 'email'),
  country: textInForm(asked, 'country'),
});

/** Contacts: one by one, in bulk, and from a CSV file. One that is deleted leaves its segments, and gets no more mail. */
export const contactBehaviours: Behaviours = {
  ...usual(contacts, operations, {
    more: asked => ({...otherwise(asked), alt_email: null, custom_field: null}),
    ends: ({db}, id) => db.run('DELETE FROM segment_recipients WHERE contact_id = ?', [id]),
  }),
  [operations.list.route]: asked => ({records: contactsAsListed(asked)}),
  [operations.sample.route]: ({db, settings}) =>
    settings.sample === 'csv' ? {csv: `${fieldNames(db).join(',')}\n`} : notFound,
  [operations.upload.route]: importContacts,
  [operations.update.route]: asked => {
    const before = recordNamed(asked, contacts);
    if (!before) return notFound;
    const row = changedBy(asked, {...rowOf(asked, operations.create), ...otherwise(asked)});
    changeNow(asked, contacts, before.id, row);
    return done;
  },
};

/** All fields of a contact, reserved ones first. */
const fieldNames = (db: Db): string[] => [...reservedFields, ...customFields(db)];

/** Stores a CSV's rows in a list, like a simple importer that silently skips bad ones. */
function importContacts(asked: Asked): Outcome {
  const {input, db} = asked;
  const text = decoded(isUpload(input['file']) ? input['file'].bytes : new Uint8Array());
  if (text === undefined) return {errors: 'Malformed UTF-8 characters, possibly incorrectly encoded'};
  const [header, ...records] = phpCsv(text);
  if (!header) return done;
  const columns = columnsOf(header, customFields(db));
  const rows = records.map(cells => rowFrom(cells, columns)).filter(({email}) => takesAddress(email));
  storeContacts(asked, idInForm(asked, 'contact_type_id'), rows);
  return done;
}

function columnsOf(header: readonly string[], custom: readonly string[]): readonly (ContactsColumn | undefined)[] {
  const known = new Map<string, ContactsColumn>([
    ...custom.map(name => [name.toLowerCase(), {name, custom: true}] as const),
    ...reservedFields.map(name => [name, {name, custom: false}] as const),
  ]);
  return header.map(title => known.get(phpTrim(title).toLowerCase()));
}

type ContactsColumn = {readonly name: string; readonly custom: boolean};

function rowFrom(cells: readonly string[], columns: readonly (ContactsColumn | undefined)[]): ImportedRow {
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

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', {fatal: true, ignoreBOM: true}).decode(bytes);
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

const blank = Object.fromEntries(reservedFields.map(name => [name, ''])) as SqlRow & {[name in ReservedField]: string};

const quoteMark = '"';
const backslash = '\\';

/**
 * Reads CSV like PHP's `fgetcsv`, including its quirks. Lines end at LF only, so a file of CRs is one record. In a
 * quoted field, a backslash makes the quote after it text. A quoted field that never closes takes the rest of the file,
 * and text after a closing quote belongs to the field. A blank line is a record of one empty field. A byte order mark
 * is text.
 */
function* phpCsv(text: string): Generator<string[]> {
  for (let at = 0; at < text.length; ) {
    const record = recordAt(text, at);
    yield record.fields;
    at = record.next;
  }
}

function recordAt(text: string, start: number): {readonly fields: string[]; readonly next: number} {
  const fields: string[] = [];
  let end = lineEnd(text, start);
  for (let at = start; ; ) {
    const quote = quoteAt(text, at, end);
    const {value, next} = quote === undefined ? {value: '', next: at} : quotedField(text, quote + 1);
    if (quote !== undefined) end = lineEnd(text, next);
    const comma = text.indexOf(',', next);
    const isLast = comma === -1 || comma >= end;
    fields.push(value + text.slice(next, isLast ? end : comma));
    if (isLast) return {fields, next: afterLine(text, end)};
    at = comma + 1;
  }
}

/** The position of a field's opening quote, after any white space. */
function quoteAt(text: string, start: number, end: number): number | undefined {
  let at = start;
  while (at < end && isSpace(text.charCodeAt(at))) at += 1;
  return at < end && text[at] === quoteMark ? at : undefined;
}

/** The content of a quoted field after its opening quote, and the position after its closing quote. */
function quotedField(text: string, start: number): {value: string; next: number} {
  let value = '';
  for (let at = start, from = start; ; ) {
    const character = text[at];
    if (character === undefined) return {value: value + text.slice(from), next: text.length};
    if (character === backslash) {
      at += 2;
    } else if (character !== quoteMark) {
      at += 1;
    } else if (text[at + 1] === quoteMark) {
      value += text.slice(from, at + 1);
      at += 2;
      from = at;
    } else {
      return {value: value + text.slice(from, at), next: at + 1};
    }
  }
}

/** The position where the line's text ends: before LF, CRLF, or a CR at the end of the file. */
function lineEnd(text: string, start: number): number {
  const feed = text.indexOf('\n', start);
  const end = feed === -1 ? text.length : feed;
  return end > start && text[end - 1] === '\r' ? end - 1 : end;
}

function afterLine(text: string, end: number): number {
  const feed = text.indexOf('\n', end);
  return feed === -1 ? text.length : feed + 1;
}

/** White space as in C, including tabs and feeds. */
const isSpace = (code: number): boolean => code === 32 || (code >= 9 && code <= 13);
