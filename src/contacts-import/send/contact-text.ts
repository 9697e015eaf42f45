import type {Loose} from '../../api/describe/schema.js';

/** The text of a contact's field, reserved or custom. */
export function textIn(contact: Loose, field: string): string {
  const value = customOf(contact)[field]?.field_value ?? contact[field];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

type Custom = Readonly<Record<string, {readonly field_value?: unknown} | undefined>>;

/** The custom fields of a contact, by name. */
export const customOf = ({custom_field: custom}: Loose): Custom =>
  typeof custom === 'object' && custom !== null ? (custom as Custom) : {};
