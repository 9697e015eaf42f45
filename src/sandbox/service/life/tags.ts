import {reservedFields} from '../../../endpoints/fields.js';
import {documentedTags} from '../../../endpoints/templates.js';
import {textsOf} from '../../../records/fields/path.js';
import {lookUp} from '../../../words/look-up.js';
import type {Db} from '../behaviour.js';
import {countryName} from '../places/locations.js';
import {customFields} from '../tables/tables.js';
import type {Person} from './people.js';

/** The values of tags for one person. */
export type Filling = {readonly [tag: string]: string};

const tag = /\(\(([A-Za-z0-9_]+)\)\)/g;

/** The known tags that texts use, each once. */
export function tagsIn(db: Db, ...texts: readonly string[]): string[] {
  const used = new Set(texts.flatMap(text => [...text.matchAll(tag)].map(([, name = '']) => name)));
  const known = new Set([...documentedTags, ...(used.size > 0 ? customFields(db) : [])]);
  return [...used].filter(name => known.has(name));
}

/** Replaces the tags in a text; unknown tags stay as they are. */
export const filled = (text: string, filling: Filling): string =>
  text.replaceAll(tag, (whole, name: string) => lookUp(filling, name) ?? whole);

/** The values of the given tags for a person; empty if the person has no such field. */
export function fillingOf(person: Person, tags: readonly string[]): Filling {
  const text = textsOf(person);
  const known: Filling = {
    ...valuesOf(person['custom_field'] as Custom),
    ...Object.fromEntries(reservedFields.map(name => [name, text(name)])),
    full_name: `${text('first_name')} ${text('last_name')}`.trim(),
    country: countryName(text('country')),
  };
  return Object.fromEntries(tags.map(name => [name, lookUp(known, name) ?? '']));
}

type Custom = {readonly [name: string]: {readonly field_value: string | null}} | null | undefined;

const valuesOf = (fields: Custom): Filling =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, {field_value}]) => [name, field_value ?? '']));
