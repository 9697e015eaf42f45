import type {Loose} from '../../api/describe/schema.js';
import {fileText} from '../../csv/columns/contact-lines.js';
import {operations} from '../../endpoints/contacts.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';
import type {HashedField, ImportField} from '../file/contract.js';
import type {FindCountry} from '../run/countries.js';
import {textIn} from '../send/contact-text.js';

/** A field for comparing rows and contacts, with both sides in the same form. */
export type ComparedField = {
  readonly name: string;
  /** Whether the form that changes a contact has this field. */
  readonly carried: boolean;
  /** The value of a cell; undefined if the cell says nothing to compare. */
  ofCell(cell: string): string | undefined;
  /** What `ofCell` certainly returns for a trimmed cell in plain ASCII: the same text, or the text in lower case. */
  readonly asciiForm: HashedField['asciiForm'];
  ofContact(contact: Loose): string;
  /** The value for the form. */
  written(cell: string): string | number;
};

/** Makes a field comparable: the list may write a number, a time, an address or a country differently from the file. */
export function comparedField({name, type}: ImportField, findCountry: FindCountry | undefined): ComparedField {
  const {asciiForm, meaning} = plainly(name, type);
  const held = (contact: Loose): string => trim(fileText(textIn(contact, name)));
  const carried = name in operations.update.params;
  if (name !== 'country') {
    return {
      name,
      carried,
      asciiForm,
      ofCell: cell => meaning(trim(cell)),
      ofContact: one => meaning(held(one)),
      written: trim,
    };
  }
  const idOf = remembering((text: string) => findCountry?.(text)?.id);
  return {
    name,
    // The form takes an id, so nothing can be written if the service names no countries.
    carried: carried && findCountry !== undefined,
    asciiForm: undefined,
    ofCell: cell => (findCountry ? idOf(cell) : trim(cell).toLowerCase() || undefined),
    // A country that the service does not list cannot be written, so it is not compared.
    ofContact: one => idOf(held(one)) ?? (findCountry ? '' : held(one).toLowerCase()),
    written: cell => Number(idOf(cell)),
  };
}

/** Remembers the last result, because neighbours in a list mostly live in the same country. */
function remembering<T>(make: (text: string) => T): (text: string) => T {
  let last: {readonly text: string; readonly made: T} | undefined;
  return text => {
    if (last?.text !== text) last = {text, made: make(text)};
    return last.made;
  };
}

/** Compares texts by `meaning`: two texts are equal if it returns the same for both. */
function plainly(
  name: string,
  type: ImportField['type'],
): {readonly meaning: (text: string) => string; readonly asciiForm: HashedField['asciiForm']} {
  if (name === 'email' || name === 'alt_email') return {meaning: foldAddress, asciiForm: 'folded'};
  if (type === 'number') return {meaning: numberIn, asciiForm: undefined};
  if (type === 'datetime-local') return {meaning: digitsOf, asciiForm: undefined};
  return {meaning: text => text, asciiForm: 'text'};
}

const numberIn = (text: string): string => (text !== '' && Number.isFinite(Number(text)) ? String(Number(text)) : text);

const digitsOf = (moment: string): string => moment.replace(/\D+/g, '').padEnd(moment === '' ? 0 : SECONDS, '0');

/** The number of digits of a moment to the second. */
const SECONDS = 14;
