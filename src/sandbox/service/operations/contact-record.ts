import type {Asked} from '../behaviour.js';
import {countryName} from '../places/locations.js';
import {everyRow, listedAsLines, type Stored, withStamps} from '../tables/table.js';
import {contacts, contactTypes} from '../tables/tables.js';
import {stamp} from '../time.js';

/** All contacts as in the list, as JSON lines: with the country's name and the contact type's whole record. */
export function* contactsAsListed(asked: Asked): Generator<string> {
  const {db, settings} = asked;
  const types = new Map(
    everyRow(db, contactTypes).map(row => [String(row.id), JSON.stringify(withStamps(row, settings))]),
  );
  const stampOf = rememberingOne((time: string) => `"${stamp(Number(time), settings)}"`);
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

/** A contact as its details show it, with the country's id as text. */
export const contactAsShown = ({settings}: Asked, row: Stored): object => ({
  ...withStamps(row, settings),
  country: settings.countryInDetails === 'id' ? row['country'] : countryName(row['country'] as string | null),
});
