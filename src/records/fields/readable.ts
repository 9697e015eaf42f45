import type {Field, Loose} from '../../api/describe/schema.js';
import {inZone} from '../dates/clock.js';
import {kindOfField, wordsOfNumbers} from './field.js';
import {unwrapped} from './path.js';

/** Puts a field's value into words for people: dates short and local, 0 and 1 as no and yes, objects compact. */
type Readable = (value: unknown) => string;

/** Compiles the wording of one field once for all rows of its column. The text is not cleaned yet. */
export function toReadable(field: Field | undefined, zone: string | undefined): Readable {
  const words = wordsOfNumbers(field);
  if (words) return value => (isIndex(value) ? (words[Number(value)] ?? String(value)) : compact(value));
  if (kindOfField(field) === 'rate') return value => rateInWords(typeof value === 'number' ? value : null);
  if (kindOfField(field) === 'timestamp')
    return value => (typeof value === 'string' ? shortLocal(value, zone) : compact(value));
  return value => (typeof value === 'string' ? (isNever(value) ? '' : withoutSeconds(value)) : compact(value));
}

/** A moment without a zone as people write it: a birthday is a day, although its field holds a time. */
const withoutSeconds = (text: string): string =>
  isLocal.test(text)
    ? text
        .replace(/T00:00(:00)?$/, '')
        .slice(0, 16)
        .replace('T', ' ')
    : text;

const isLocal = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d)?$/;

/** Whether a moment is all zeros: the service writes that for something that has not happened. */
export const isNever = (text: string): boolean =>
  text.startsWith('0000-') && /^0000-00-00(?:[ T]00:00:00(?:\.0+)?Z?)?$/.test(text);

/** `2026-03-04T13:05:09.000000Z` as `2026-03-04 14:05`, in the given zone. Anything else stays as it is. */
function shortLocal(text: string, zone: string | undefined): string {
  if (isNever(text)) return '';
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/.test(text)) return text;
  const at = Date.parse(text);
  return Number.isNaN(at) ? text : inZone(at, zone).toISOString().slice(0, 16).replace('T', ' ');
}

/** The shortest words for a value: a list's name, a target `contacts_3`, fields as `name=value`. */
export function compact(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(compact).join(', ');
  return typeof value === 'object' ? compactObject(value as Loose) : String(value);
}

function compactObject(value: Loose): string {
  const {table, id, name} = value;
  if (typeof table === 'string' && isId(id)) return `${table}${id}`;
  if (typeof name === 'string') return name;
  if (unwrapped(value) !== value) return compact(unwrapped(value));
  return Object.entries(value)
    .flatMap(([key, part]) => (compact(part) === '' ? [] : [`${key}=${compact(part)}`]))
    .join(', ');
}

const isId = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';

/** Some services send their integers as text. */
const isIndex = (value: unknown): boolean =>
  typeof value === 'number' || typeof value === 'boolean' || (typeof value === 'string' && /^\d+$/.test(value));

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

/** A share as people read it: 0.254 as `25.4%`. */
const inPercent = (share: number): string => `${(share * 100).toFixed(1)}%`;

/** A rate for people; `n/a` without data. */
export const rateInWords = (rate: number | null): string => (rate === null ? 'n/a' : inPercent(rate));
