import type {Loose} from '../../api/describe/schema.js';
import {lowerTrimmed} from '../../core/words/sentence.js';
import {foldAddress, trim} from '../../records/fields/fold-address.js';

type IdentityKind = keyof typeof identities;

type Identity = {
  /** The field of the record's name, or of a person's address. */
  readonly field: string;
  /** Whether the field is an address, which one mailbox has in many spellings. */
  readonly isAddress?: true;
  /** The field with the id of the record that it belongs to. */
  readonly within?: string;
  /** Whether people have several of one name on purpose, so that only their whole content tells them apart. */
  readonly repeats?: true;
};

/** What makes two records of a kind the same. */
export const identities = {
  lists: {field: 'name'},
  contacts: {field: 'email', isAddress: true, within: 'contact_type_id'},
  fields: {field: 'field_name'},
  groups: {field: 'group_name'},
  'groups recipients': {field: 'email_address', isAddress: true, within: 'unsubscribe_groups_id'},
  unsubscribes: {field: 'email_address', isAddress: true},
  // Two senders may have one address, so people name them.
  senders: {field: 'nickname', repeats: true},
  templates: {field: 'template_name'},
  segments: {field: 'segment_name'},
  'segments recipients': {field: 'email', isAddress: true, within: 'segment_id'},
  automations: {field: 'automation_name', repeats: true},
  'automations emails': {field: 'subject', within: 'automation_id', repeats: true},
  mailings: {field: 'single_send_name', repeats: true},
  notifications: {field: 'email_address', isAddress: true},
} as const satisfies {readonly [kind: string]: Identity};

export const identityOf = (kind: IdentityKind): Identity => identities[kind];

export const isNamedByAddress = (kind: IdentityKind): boolean => identityOf(kind).isAddress === true;

/** A name in the form in which names of a kind are compared: case matters, except in addresses. */
export const nameKey = (kind: IdentityKind, name: string): string =>
  isNamedByAddress(kind) ? foldAddress(name) : trim(name);

/** What two records of a kind have in common if they are the same; undefined without an address, which is nobody. */
export function keyOf(kind: IdentityKind, record: Loose): string | undefined {
  const {field, isAddress, within} = identityOf(kind);
  const name = nameKey(kind, String(record[field] ?? ''));
  if (isAddress && name === '') return undefined;
  return within === undefined ? name : `${String(record[within] ?? '')}\n${name}`;
}

/** Whether a record holds these values: the same texts to the service, which trims its input, or texts that look alike. */
export const holds = (record: Loose, values: Loose, as: (text: string) => string = trim): boolean =>
  Object.entries(values).every(
    ([name, value]) => value === undefined || as(String(record[name] ?? '')) === as(String(value ?? '')),
  );

/** A name as people compare it: capitals and the number of blanks do not matter, nor does the spelling of an address. */
export function alike(name: unknown): string {
  const text = String(name ?? '');
  return text.includes('@') ? foldAddress(text) : lowerTrimmed(text).replace(/\s+/g, ' ');
}

/** Records by what makes them the same. Each is taken once, because two that are the same are still two. */
export function census<T>(records: Iterable<T>, keyOf: (record: T) => string): {take(key: string): T | undefined} {
  const left = new Map<string, T[]>();
  for (const record of records) {
    const key = keyOf(record);
    const same = left.get(key);
    if (same) same.push(record);
    else left.set(key, [record]);
  }
  return {take: key => left.get(key)?.shift()};
}
