import type {Loose} from '../../api/schema.js';
import {trim} from '../../api/trim.js';
import {foldAddress} from '../../csv/fold-address.js';
import {operations} from '../../endpoints/contacts.js';
import type {ImportField} from '../file/contract.js';
import type {FindCountry} from '../run/countries.js';

/** A field that rows and contacts are compared by. Both sides give their values in the same terms. */
export type ComparedField = {
  readonly name: string;
  /** Whether the form that changes a contact has this field. */
  readonly carried: boolean;
  /** The value of a cell; undefined where the cell says nothing that could be compared. */
  ofCell(cell: string): string | undefined;
  ofContact(contact: Loose): string;
  /** The value that the form takes for a cell. */
  written(cell: string): string | number;
};

/** Makes a field comparable: the list may write a number, a time, an address or a country otherwise than the file. */
export function comparedField({name, type}: ImportField, findCountry: FindCountry | undefined): ComparedField {
  const plain = plainly(name, type);
  const held = (contact: Loose): string => trim(textIn(contact, name));
  const carried = name in operations.update.params;
  if (name !== 'country') {
    return {name, carried, ofCell: cell => plain(trim(cell)), ofContact: one => plain(held(one)), written: trim};
  }
  const idOf = remembering((text: string) => findCountry?.(text)?.id);
  return {
    name,
    // The form takes an id, so nothing can be written where the service names no countries.
    carried: carried && findCountry !== undefined,
    ofCell: cell => (findCountry ? idOf(cell) : trim(cell).toLowerCase() || undefined),
    ofContact: one => idOf(held(one)) ?? held(one).toLowerCase(),
    written: cell => Number(idOf(cell)),
  };
}

/** Remembers the last result, since people who stand together in a list mostly live in one country. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  let last: {readonly text: string; readonly made: T} | undefined;
  return text => {
    if (last?.text !== text) last = {text, made: make(text)};
    return last.made;
  };
}

/** The text of a contact's field, reserved or custom. */
export function textIn(contact: Loose, name: string): string {
  const custom = contact['custom_field'] as
    | Readonly<Record<string, {readonly field_value?: unknown} | undefined>>
    | null
    | undefined;
  const value = custom?.[name]?.field_value ?? contact[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Two texts of a field mean the same if this makes the same of them. */
function plainly(name: string, type: ImportField['type']): (text: string) => string {
  if (name === 'email' || name === 'alt_email') return foldAddress;
  if (type === 'number') return text => (text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text);
  if (type === 'datetime-local') return text => text.replace(/\D+/g, '').padEnd(text === '' ? 0 : SECONDS, '0');
  return text => text;
}

/** The digits of a moment to the second. */
const SECONDS = 14;
