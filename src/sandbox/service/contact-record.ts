import type {Asked} from './behaviour.js';
import {countryName} from './locations.js';
import {everyRow, type Stored, withStamps} from './table.js';
import {contactTypes} from './tables.js';

/** Makes contacts as the list shows them: the country's name, and the contact type's whole record. */
export function contactAsListed({db, settings}: Asked): (row: Stored) => object {
  const types = new Map(everyRow(db, contactTypes).map(row => [row.id, withStamps(row, settings)]));
  return row => ({
    ...withStamps(row, settings),
    country: countryName(String(row['country'])),
    contact_type: types.get(Number(row['contact_type_id'])) ?? null,
  });
}

/** A contact as its details show it: the country's id as text. */
export const contactAsShown = ({settings}: Asked, row: Stored): object => ({
  ...withStamps(row, settings),
  country: settings.countryInDetails === 'id' ? row['country'] : countryName(String(row['country'])),
});
