import type {Loose} from '../../api/describe/schema.js';
import {customValue} from '../../records/fields/path.js';
import {lookUp} from '../../words/look-up.js';

/** The text of a contact's field, reserved or custom. */
export function textIn(contact: Loose, field: string): string {
  const value = customValue(contact['custom_field'], field) ?? lookUp(contact, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
