import {operations} from '../../endpoints/contacts.js';
import {type Asked, done, lists, notFound, type Row} from './behaviour.js';
import {
  changedBy,
  checked,
  idIn,
  idOf,
  isCsv,
  isInteger,
  names,
  type Rules,
  rowOf,
  rulesOf,
  textOf,
  textOrNull,
  toId,
} from './forms.js';
import {importContacts} from './import.js';
import {noteMove} from './people.js';
import {countryById, countryName} from './places.js';
import {changeNow, everyRow, find, listedAsLines} from './rows.js';
import {lists as contactLists, contacts, fieldNames} from './tables.js';
import {type Behaviours, usual} from './usual.js';

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

const own: Rules = {
  contact_type_id: idIn(contactLists),
  country: [isInteger, names((_, value) => countryById(toId(value)) !== undefined)],
};

/** What a form without an address or a country leaves, and what only an import or the service's own page can set. */
const otherwise = (asked: Asked): Row => ({email: textOrNull(asked, 'email'), country: textOf(asked, 'country')});

/** Contacts: one by one, in bulk, and from a CSV file. One that is deleted leaves its segments, and gets no more mail. */
export const contactBehaviours: Behaviours = {
  ...usual(contacts, operations, {
    own,
    more: asked => ({...otherwise(asked), alt_email: null, custom_field: null}),
    ends: ({db}, id) => db.run('DELETE FROM segment_recipients WHERE contact_id = ?', [id]),
  }),
  [operations.list.route]: asked => lists(contactsAsListed(asked)),
  [operations.sample.route]: ({db, settings}) =>
    settings.sample === 'csv'
      ? {kind: 'file', type: 'text/csv; charset=UTF-8', body: `${fieldNames(db).join(',')}\n`}
      : notFound,
  [operations.upload.route]: checked(rulesOf(operations.upload, {...own, file: [isCsv]}), asked =>
    importContacts(asked),
  ),
  [operations.update.route]: checked(rulesOf(operations.update, own), asked => {
    const {db, now} = asked;
    const id = idOf(asked, 'contact_id');
    const before = find(db, contacts, 'id', id);
    if (!before) return notFound;
    const row = changedBy(asked, {...rowOf(asked, operations.create), ...otherwise(asked)});
    changeNow(asked, contacts, id, row);
    const list = Number(row['contact_type_id']);
    if (list !== Number(before['contact_type_id'])) noteMove(db, id, list, now);
    return done;
  }),
};
