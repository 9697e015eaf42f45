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

export function contactLines(
  columns: readonly ContactColumn[],
  options: Parameters<typeof csvLines>[0] = {},
): {readonly head: string; readonly lines: (contacts: readonly Loose[]) => string} {
  const toLines = csvLines(options);
  const fileValue = (value: unknown): unknown => (typeof value === 'string' ? fileText(value) : value);
  const toRow = (contact: Loose): unknown[] => columns.map(({read}) => fileValue(read(contact)));
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
