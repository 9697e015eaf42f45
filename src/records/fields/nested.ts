import {compact} from './readable.js';

/**
A value with parts as one cell of a file: the words that a person reads where they say all that matters, such as the name
of a contact type or `contacts_1;segments_2`, else JSON.
*/
export function nestedText(value: object): string {
  if (!Array.isArray(value)) return isNamed(value) ? compact(value) : JSON.stringify(value);
  if (!value.every(isBrief)) return JSON.stringify(value);
  const texts = value.map(compact);
  return texts.some(text => text.includes(separator)) ? JSON.stringify(value) : texts.join(separator);
}

/** Not a comma, which stands between the cells. */
const separator = ';';

const isBrief = (part: unknown): boolean => typeof part !== 'object' || part === null || isNamed(part);

/** Whether an object is a record with an id, called by a name, or a target such as `contacts_3`. */
const isNamed = (value: object): boolean =>
  'id' in value &&
  (('table' in value && typeof value.table === 'string') || ('name' in value && typeof value.name === 'string'));
