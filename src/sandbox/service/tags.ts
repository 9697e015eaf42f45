import type {Person} from './life/people.js';
import {countryName} from './locations.js';

/** What each tag stands for, for one person. */
export type Filling = {readonly [tag: string]: string};

const tag = /\(\(\s*([A-Za-z0-9_]+)\s*\)\)/g;

/** The tags that texts use, each once. */
export const tagsIn = (...texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap(text => [...text.matchAll(tag)].map(([, name = '']) => name))),
];

/** Fills a text's tags; one that nobody knows stays as it stands. */
export const filled = (text: string, filling: Filling): string =>
  text.replaceAll(tag, (whole, name: string) => filling[name] ?? whole);

/** What the given tags stand for, as far as a person's own fields say. */
export function fillingOf(person: Person, tags: readonly string[]): Filling {
  const text = (name: string) => String(person[name] ?? '');
  const known: Filling = {
    ...customFields(person['custom_field'] as Custom),
    first_name: text('first_name'),
    last_name: text('last_name'),
    full_name: `${text('first_name')} ${text('last_name')}`.trim(),
    email: text('email'),
    alt_email: text('alt_email'),
    country: countryName(text('country')),
    state: text('state'),
    city: text('city'),
    address_line1: text('address_line1'),
    address_line2: text('address_line2'),
    state_province_region: text('state_province_region'),
    postal_code: text('postal_code'),
  };
  return Object.fromEntries(tags.filter(name => name in known).map(name => [name, known[name] ?? '']));
}

type Custom = {readonly [name: string]: {readonly field_value: string | null}} | null | undefined;

const customFields = (fields: Custom): Filling =>
  Object.fromEntries(Object.entries(fields ?? {}).map(([name, {field_value}]) => [name, field_value ?? '']));
