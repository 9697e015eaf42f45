import type {Field, Refers, Shape, Words} from '../../api/describe/schema.js';
import {lookUp} from '../../core/words/values.js';

/** The field at a path of a shape; undefined if there is none, such as inside a json field. */
export function fieldAt(shape: Shape, path: string): Field | undefined {
  const [first = '', ...rest] = path.split('.');
  const field = lookUp(shape, first);
  if (rest.length === 0) return field;
  const sent = sentAs(field);
  const below = Array.isArray(sent) ? sent[0] : undefined;
  return typeof below === 'object' ? fieldAt(below, rest.join('.')) : undefined;
}

/** A field's type without its `|null` and `?`. */
export const kindOfField = (field: Field | undefined): string | undefined =>
  typeof field === 'string' ? field.replace(/\|null$|\?$/, '') : undefined;

export const isDate = (field: Field | undefined): boolean =>
  ['timestamp', 'moment', 'date'].includes(kindOfField(field) ?? '');

/** Whether a field says no or yes: 0 or 1 in records of the service, false or true in those of emk. */
const isYesOrNo = (field: Field | undefined): boolean => ['flag', 'boolean'].includes(kindOfField(field) ?? '');

/** The words that people read for a field's numbers, such as `no` and `yes` for a flag. */
export function wordsOfNumbers(field: Field | undefined): readonly string[] | undefined {
  if (isYesOrNo(field)) return ['no', 'yes'];
  return isWords(field) ? field.words : undefined;
}

/** The service's own words for a field's numbers, for JSON and scripts. */
export const sentWordsOf = (field: Field | undefined): readonly string[] | undefined =>
  (isWords(field) ? field.called : undefined) ?? wordsOfNumbers(field);

/** Whether records of this shape can have a value at this path. A json field may hold anything, and so may custom fields. */
export function mayHold(shape: Shape, path: string): boolean {
  if (Object.keys(shape).length === 0 || fieldAt(shape, path) !== undefined) return true;
  const [first = ''] = path.split('.');
  return path !== first && ['json', 'custom'].includes(kindOfField(sentAs(fieldAt(shape, first))) ?? '');
}

export const isRefers = (field: Field | undefined): field is Refers =>
  typeof field === 'object' && !Array.isArray(field) && 'refers' in field;

/** How a field is sent, whatever records its ids refer to. */
const sentAs = (field: Field | undefined): Field | undefined => (isRefers(field) ? field.holds : field);

const isWords = (field: Field | undefined): field is Words =>
  typeof field === 'object' && !Array.isArray(field) && 'words' in field;
