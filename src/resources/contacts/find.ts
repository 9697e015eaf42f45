import type {Loose} from '../../api/describe/schema.js';
import {compact} from '../../records/fields/readable.js';

/** Tests contacts for every word of a text, in whatever field each stands: upper or lower case and accents do not matter. */
export function holdingAll(text: string): (contact: Loose) => boolean {
  const words = plain(text)
    .split(/\s+/)
    .filter(word => word !== '');
  return contact => {
    const all = plain(searched.map(field => compact(contact[field])).join('\n'));
    return words.every(word => all.includes(word));
  };
}

/** Everything that people write into a contact, its custom fields included. */
const searched = [
  ...['email', 'alt_email', 'first_name', 'last_name', 'city', 'state', 'country', 'postal_code'],
  ...['address_line1', 'address_line2', 'state_province_region', 'custom_field'],
] as const;

/** “Müller” as somebody types it who has no ü. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
