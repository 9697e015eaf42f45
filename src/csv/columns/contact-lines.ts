import type {Loose} from '../../api/describe/schema.js';
import {lookUp} from '../../core/words/values.js';
import {reservedFields} from '../../endpoints/fields.js';
import {customValue} from '../../records/fields/path.js';
import {csvLines} from '../bytes/write-lines.js';

export type ContactColumn = {readonly head: string; readonly read: (contact: Loose) => unknown};

/** The columns of a file that an import reads: the service's own fields, and these custom ones. */
export const contactColumns = (custom: readonly string[]): readonly ContactColumn[] =>
  [...reservedFields, ...custom].map(contactColumn);

/** The column of a field that the service has for everybody, or else of a custom field. */
export const contactColumn = (head: string): ContactColumn => ({
  head,
  read: (reservedFields as readonly string[]).includes(head)
    ? contact => lookUp(contact, head)
    : ({custom_field}) => customValue(custom_field, head),
});

type Options = Parameters<typeof csvLines>[0] & {
  /** Called for each contact with characters that no text file can hold; the file has U+FFFD in their place. */
  readonly onLost?: (contact: Loose) => void;
};

export function contactLines(
  columns: readonly ContactColumn[],
  {onLost = () => undefined, ...options}: Options = {},
): {readonly head: string; readonly lines: (contacts: readonly Loose[]) => string} {
  const toLines = csvLines(options);
  const toRow = (contact: Loose): unknown[] => {
    const values = columns.map(({read}) => read(contact));
    const row = values.map(value => (typeof value === 'string' ? fileText(value) : value));
    if (row.some((value, at) => value !== values[at])) onLost(contact);
    return row;
  };
  return {
    head: toLines([columns.map(({head}) => head)]),
    lines: contacts => (contacts.length === 0 ? '' : toLines(contacts.map(toRow))),
  };
}

/**
 * A text that a file can contain: half a character and NUL, which no text file has, become the replacement character.
 */
export const fileText = (text: string): string => (doubtful.test(text) ? text.replace(lostCharacters, '\ufffd') : text);

/** A quick test first, because every cell of a long list passes here. */
const doubtful = /[\0\ud800-\udfff]/;
const lostCharacters = /[\0\p{Surrogate}]/gu;
