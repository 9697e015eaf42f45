import {compact} from './readable.js';

/** An object or list as one cell of a file: its words if they say everything that matters, else JSON. */
export function nestedText(value: object): string {
  if (!Array.isArray(value)) return isNamed(value) ? compact(value) : JSON.stringify(value);
  if (!value.every(isBrief)) return JSON.stringify(value);
  const texts = value.map(compact);
  return texts.some(text => text.includes(separator)) ? JSON.stringify(value) : texts.join(separator);
}

/** Separates values in one cell. A comma would separate cells. */
const separator = ';';

const isBrief = (part: unknown): boolean => typeof part !== 'object' || part === null || isNamed(part);

/** Whether an object is a record with an id and a name, or a target such as `contacts_3`. */
const isNamed = (value: object): boolean =>
  'id' in value &&
  (('table' in value && typeof value.table === 'string') || ('name' in value && typeof value.name === 'string'));
