import type {Field} from '../../api/describe/schema.js';
import {wordsOf} from '../../records/fields/field.js';

/** How a cell stands out: good, in progress, or waiting for somebody. */
export type Tone = 'good' | 'moving' | 'resting';

/** Returns the function for the tone of a field's words. Only a status has tones; a plain yes or no has none. */
export function toTone(path: string, field: Field | undefined): ((text: string) => Tone | undefined) | undefined {
  const words = wordsOf(field);
  if (path === 'is_verified') return text => verified.get(text);
  return words && path.split('.').at(-1) === 'status' ? text => statuses.get(text) : undefined;
}

const statuses: ReadonlyMap<string, Tone> = new Map([
  ['live', 'good'],
  ['sent', 'good'],
  ['new', 'moving'],
  ['scheduled', 'moving'],
  ['sending', 'moving'],
  ['draft', 'resting'],
]);

const verified: ReadonlyMap<string, Tone> = new Map([
  ['yes', 'good'],
  ['no', 'moving'],
]);
