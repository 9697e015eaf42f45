import type {Asked, Row} from '../behaviour.js';
import {countryName} from './locations.js';
import {type Table, withStamps} from './table.js';
import {contactTypes} from './tables.js';

/** Makes contacts as the list shows them: the country's name, and the contact type's whole record. */
export function contactAsListed({db, settings}: Asked): (row: Row) => object {
  const types = new Map(everyRow(db, contactTypes).map(row => [row['id'], withStamps(row, settings)]));
  return row => ({
    ...withStamps(row, settings),
    country: countryName(String(row['country'])),
    custom_field: customFieldsOf(row),
    contact_type: types.get(row['contact_type_id'] ?? 0) ?? null,
  });
}

/** Makes a contact as its details show it: the country's id as text. */
export const contactAsShown = ({settings}: Asked, row: Row): object => ({
  ...withStamps(row, settings),
  country: settings.countryInDetails === 'id' ? row['country'] : countryName(String(row['country'])),
  custom_field: customFieldsOf(row),
});

const customFieldsOf = ({custom_field: json}: Row): unknown => (typeof json === 'string' ? JSON.parse(json) : null);

const everyRow = (db: Asked['db'], {shows, name}: Table): Row[] => db.all(`SELECT ${shows} FROM ${name}`);
