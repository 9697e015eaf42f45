import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {operations as contacts} from '../endpoints/contacts.js';
import {reservedFields} from '../endpoints/fields.js';
import {operations as locations} from '../endpoints/locations.js';
import {customValues} from '../records/fields/custom-fields.js';
import {textsOf} from '../records/fields/texts-of.js';
import type {Reader} from './mailing.js';

/** A contact as the values of tags. The list of countries is long, so it is read only if a mail names the country. */
export async function contactReader({call}: Pick<Context, 'call'>, id: number, namesCountry: boolean): Promise<Reader> {
  const contact: Loose = await call(contacts.details, {contact_id: id});
  const {country} = contact;
  const isId = /^\d+$/.test(String(country ?? ''));
  const countries = namesCountry && isId ? (await call(locations.all)).countries : [];
  const countryName = countries.find(place => String(place['id']) === String(country))?.['name'];
  const text = textsOf(contact);
  return {
    who: text('email') || `contact ${id}`,
    values: {
      ...Object.fromEntries(customValues(contact['custom_field']).map(([name, value]) => [name, String(value ?? '')])),
      ...Object.fromEntries(reservedFields.map(name => [name, text(name)])),
      full_name: `${text('first_name')} ${text('last_name')}`.trim(),
      country: String(countryName ?? country ?? ''),
    },
  };
}
