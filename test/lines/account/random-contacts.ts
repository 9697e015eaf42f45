/** Contacts of a random account, with any text at all. */
import fc from 'fast-check';
import type {Db} from '../../../src/sandbox/service/behaviour.js';
import {add} from '../../../src/sandbox/service/rows.js';
import {contacts, fields, lists} from '../../../src/sandbox/service/tables.js';
import {anyCharacter} from '../../support/any-character.js';
import {hostileNames} from '../insight/hostile.js';

const text = fc.oneof(
  fc.constantFrom(
    '',
    ' x ',
    '=1+1',
    "'=1",
    "'",
    '-5',
    '+49 30 1',
    '\\',
    'a\\',
    '"',
    'a"b',
    'a,b',
    'line\nbreak',
    '\r\n',
    ...hostileNames,
  ),
  fc.string({unit: anyCharacter, maxLength: 12}),
);
const email = fc.oneof(
  fc.nat(9).map(at => `p${at}@x.example`),
  fc.constantFrom('', 'P1@x.example', 'no address', 'ö@x.example', "'@x.example"),
);

/** Custom fields whose names mean something else in other files. */
const customNames = ['status', 'unsubscribed', 'contact_type', 'Name', 'E_Mail', 'shoe_size'] as const;

const contact = fc.record({
  ...{
    contact_type_id: fc.integer({min: 1, max: 4}),
    email,
    country: fc.oneof(text, fc.constantFrom('81', '82')),
    first_name: text,
    last_name: text,
    alt_email: fc.option(email),
  },
  ...{
    city: text,
    state: text,
    address_line1: text,
    address_line2: text,
    state_province_region: text,
    postal_code: text,
  },
  custom: fc.option(
    fc.record(
      {status: text, unsubscribed: text, contact_type: text, Name: text, E_Mail: text, shoe_size: text},
      {requiredKeys: []},
    ),
  ),
});

export const anyContacts = fc.array(contact, {maxLength: 25});

type Contacts = typeof anyContacts extends fc.Arbitrary<infer A> ? A : never;

/** Replaces an account's types, custom fields and contacts by these. */
export function fillContacts(db: Db, types: readonly string[], some: Contacts): void {
  for (const table of ['contacts', 'contact_types']) db.run(`DELETE FROM ${table}`);
  db.run('DELETE FROM fields WHERE is_reserved = 0');
  const stamps = {created_at: 0, updated_at: 0};
  for (const [at, name] of types.entries()) add(db, lists, {id: at + 1, name, ...stamps});
  for (const field_name of customNames) {
    add(db, fields, {
      field_name,
      field_type: field_name === 'shoe_size' ? 'number' : 'text',
      is_reserved: 0,
      ...stamps,
    });
  }
  for (const {custom, ...contact} of some) {
    const custom_field =
      custom &&
      JSON.stringify(
        Object.fromEntries(
          Object.entries(custom).map(([field_name, field_value]) => [field_name, {field_name, field_value}]),
        ),
      );
    add(db, contacts, {...contact, custom_field, ...stamps});
  }
}
