import {operations} from '../../../endpoints/contacts.js';
import {type Asked, type Behaviour, done, gives, lists, notFound, type Row} from '../behaviour.js';
import {changedBy, idOf, itemsOf, textOf, textOrNull, toId, uploadOf} from '../form/input.js';
import {checked, idIn, isInteger, names, type Rule, type Rules, rowOf, rulesOf} from '../form/rules.js';
import {importContacts} from '../import/import-contacts.js';
import {noteMove} from '../life/people.js';
import {countryById, countryName} from '../places/locations.js';
import {addNow, changeNow, everyRow, find, listedAsLines, remove, stamp, withStamps} from '../tables/table.js';
import {lists as contactLists, contacts, fieldNames} from '../tables/tables.js';
import {ofMany} from './records.js';

/** All contacts as in the list, as JSON lines: with the country's name and the list's whole record. */
function* contactsAsListed(asked: Asked): Generator<string> {
  const {db} = asked;
  const types = new Map(everyRow(db, contactLists).map(row => [String(row.id), JSON.stringify(withStamps(row))]));
  const stampOf = rememberingOne((time: string) => `"${stamp(Number(time))}"`);
  const shown = (_: string, name: string, value: string): string => {
    if (name === 'country') return `"country":${JSON.stringify(countryName(JSON.parse(value) as string))}`;
    if (name === 'contact_type') return `"contact_type":${types.get(value) ?? null}`;
    return `"${name}":${stampOf(value)}`;
  };
  const selection = {also: [['contact_type', 'contact_type_id']]} as const;
  for (const lines of listedAsLines(asked, contacts, selection)) yield lines.replace(storedOtherwise, shown);
}

/**
 * The fields of a contact that are shown differently from how they are stored. Quotation marks within values are
 * escaped, and a custom field with such a name has an object as its value, so nothing else in a contact matches.
 */
const storedOtherwise = /"(country|contact_type|(?:deleted|created|updated)_at)":("(?:[^"\\]|\\.)*"|\d+)/g;

/** Remembers the last result, because contacts added together have the same times. */
function rememberingOne(make: (text: string) => string): (text: string) => string {
  let [last, result] = ['', ''];
  return text => {
    if (text !== last) [last, result] = [text, make(text)];
    return result;
  };
}

const own: Rules = {
  contact_type_id: idIn(contactLists),
  country: [isInteger, names((_, value) => countryById(toId(value)) !== undefined)],
};

/** Requires a CSV by name. */
const isCsv: Rule = (value, name) => {
  const isFile = typeof value === 'object' && 'bytes' in value;
  if (!isFile) return `The ${name} must be a file.`;
  return /\.csv$/i.test(value.filename) ? undefined : `The ${name} must be a file of type: csv.`;
};

/** Contacts: one by one, in bulk, and from a CSV file. */
export const contactBehaviours: Readonly<Record<string, Behaviour>> = {
  [operations.list.route]: asked => lists(contactsAsListed(asked)),

  [operations.create.route]: checked(rulesOf(operations.create, own), asked => {
    addNow(asked, contacts, {...contentOf(asked), alt_email: null, custom_field: null});
    return done;
  }),

  [operations.sample.route]: ({db, settings}) =>
    settings.sample === 'csv'
      ? {kind: 'file', type: 'text/csv; charset=UTF-8', body: `${fieldNames(db).join(',')}\n`}
      : notFound,

  [operations.upload.route]: checked(rulesOf(operations.upload, {...own, file: [isCsv]}), asked => {
    const file = uploadOf(asked, 'file');
    return file ? importContacts(asked, idOf(asked, 'contact_type_id'), file.bytes) : done;
  }),

  [operations.details.route]: asked => {
    const row = find(asked.db, contacts, 'id', idOf(asked, 'contact_id'));
    return row ? gives(withStamps(row)) : notFound;
  },

  [operations.update.route]: checked(rulesOf(operations.update, own), asked => {
    const {db, now} = asked;
    const id = idOf(asked, 'contact_id');
    const before = find(db, contacts, 'id', id);
    if (!before) return notFound;
    const row = changedBy(asked, contentOf(asked));
    changeNow(asked, contacts, id, row);
    const type = Number(row['contact_type_id']);
    if (type !== Number(before['contact_type_id'])) noteMove(db, id, type, now);
    return done;
  }),

  [operations.delete.route]: asked => (removeContacts(asked, [idOf(asked, 'contact_id')]) > 0 ? done : notFound),

  [operations.bulkDelete.route]: ofMany(asked =>
    removeContacts(asked, itemsOf(asked, 'strIds').map(toId)) > 0 ? done : notFound,
  ),
};

const contentOf = (asked: Asked): Row => ({
  ...rowOf(asked, operations.create),
  email: textOrNull(asked, 'email'),
  country: textOf(asked, 'country'),
});

/** Deletes contacts, also from their segments, so that they get no more mail. Returns their number. */
function removeContacts(asked: Pick<Asked, 'db' | 'now'>, ids: readonly number[]): number {
  const count = remove(asked, contacts, ids);
  asked.db.run('DELETE FROM segment_recipients WHERE contact_id IN (SELECT value FROM json_each(?))', [
    JSON.stringify(ids),
  ]);
  return count;
}
