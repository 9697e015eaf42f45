import type {Loose} from '../api/describe/schema.js';
import {customValue} from '../records/fields/path.js';

/** Finds the tags that a person has no value for, as one bit for each tag. */
export type TagReader = {readonly names: readonly string[]; missing(person: Loose): number};

/** Reads the values of these tags. Values that emk cannot see do not count as missing. */
export function tagReader(tags: readonly string[]): TagReader {
  const names = tags.filter(tag => !filledForAll.has(tag)).slice(0, MOST_TAGS);
  return {
    names,
    missing: person =>
      names.reduce((bits, name, index) => (isBlank(fieldOf(person, name)) ? bits | (1 << index) : bits), 0),
  };
}

/** Tags whose value is the same for everybody. */
const filledForAll: ReadonlySet<string> = new Set(['sender_name', 'sender_address', 'unsubscribe_preferences']);

/** The number of tags that fit into the marks of an address. */
const MOST_TAGS = 27;

function fieldOf(person: Loose, tag: string): unknown {
  if (tag === 'full_name') return `${person['first_name'] ?? ''}${person['last_name'] ?? ''}`;
  if (Object.hasOwn(person, tag)) return person[tag];
  if (!Object.hasOwn(person, 'custom_field')) return UNSEEN;
  return customValue(person['custom_field'], tag);
}

const UNSEEN = 'cannot be seen';

const isBlank = (value: unknown): boolean => String(value ?? '').trim() === '';
