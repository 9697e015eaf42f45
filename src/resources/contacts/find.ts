import type {Loose} from '../../api/describe/schema.js';
import {compact} from '../../records/fields/readable.js';
import {folded} from '../../words/letters.js';

/** Returns a test whether a contact contains every word of a text, in any field, ignoring case and accents. */
export function holdingAll(text: string): (contact: Loose) => boolean {
  const words = folded(text)
    .split(/\s+/)
    .filter(word => word !== '');
  return contact => {
    const all = folded(searched.map(field => compact(contact[field])).join('\n'));
    return words.every(word => all.includes(word));
  };
}

/** Everything that people write into a contact, including custom fields. */
const searched = [
  ...['email', 'alt_email', 'first_name', 'last_name', 'city', 'state', 'country', 'postal_code'],
  ...['address_line1', 'address_line2', 'state_province_region', 'custom_field'],
] as const;
