import type {Loose} from '../../api/describe/schema.js';
import {trim} from '../../records/fields/fold-address.js';
import {headOf} from '../../records/fields/heads.js';

type Written = {
  readonly before: Loose;
  readonly after: Loose;
  /** The record after the update, as the service sent it. */
  readonly raw: Loose;
  /** The fields to change; null for a field omitted from the form. */
  readonly asked: Loose;
};

/** How the record differs from what was written, in sentences: a service may shorten a text or change others. */
export function differences({before, after, raw, asked}: Written, key: string): string[] {
  const aboutAsked = Object.entries(asked).flatMap(([name, value]) =>
    name !== key && value !== null && name in after && isComparable(after[name], raw[name])
      ? (kept(headOf(name), value, after[name]) ?? [])
      : [],
  );
  const unasked = Object.keys(before).filter(
    name => !(name in asked) && !DERIVED.has(name) && !alike(before[name], after[name]),
  );
  return [...aboutAsked, ...unasked.map(name => `${headOf(name)} changed too, although you did not ask for it.`)];
}

/** Whether two values look the same to a person, however the service writes them. */
export const alike = (one: unknown, other: unknown): boolean => shown(one) === shown(other);

/** The beginning of a value, enough to recognise it: a template is as long as a page. */
export function brief(value: unknown): string {
  const line = shown(value).replace(/\s+/g, ' ');
  const characters = [...line];
  return characters.length > BRIEF ? `${characters.slice(0, BRIEF - 1).join('')}…` : line;
}

/** Whether a value can be compared with what was sent: some are read in another form, such as a country by its name. */
const isComparable = (written: unknown, raw: unknown): boolean => !isNothing(written) || isNothing(raw);

/** The difference between a sent value and the current one, if any. */
const kept = (name: string, asked: unknown, now: unknown): string | undefined =>
  alike(asked, now) ? undefined : `${name} is now "${brief(now)}", which is not what emk sent.`;

/** Fields that depend on others and change with them. */
const DERIVED = new Set([
  'updated_at',
  'fullname',
  'from_sender',
  'reply_to',
  'sender_name',
  'sender_address',
  'status',
  'sent_at',
]);

const shown = (value: unknown): string => {
  if (isNothing(value)) return '(empty)';
  if (Array.isArray(value) && value.every(item => typeof item === 'string')) return JSON.stringify([...value].sort());
  if (typeof value === 'object') return JSON.stringify(value);
  return trim(typeof value === 'boolean' ? String(Number(value)) : String(value));
};

const isNothing = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

const BRIEF = 60;
