import {reservedFields} from '../../endpoints/fields.js';
import type {Db} from './behaviour.js';
import {designTemplates, fillDemo} from './demo.js';
import {bringUpToDate} from './life.js';
import {countryByWord} from './places.js';
import {add} from './rows.js';
import type {Settings} from './settings.js';
import {contactsByEmail, fields, lists, templates} from './tables.js';

/** The content of a new account, and when and how it is created. */
export type AccountSeed = {
  readonly kind: 'demo' | 'empty';
  /** How many contacts to invent, in their own list. */
  readonly contacts: number;
  readonly seed: number;
  readonly now: Date;
  readonly settings: Settings;
};

/** Sets up an account: what the service gives to everyone, and for a demo a small business with a past. */
export function seedAccount(db: Db, {kind, contacts, seed, now, settings}: AccountSeed): void {
  db.run('UPDATE service_state SET seed = ?', [seed]);
  for (const name of reservedFields)
    add(db, fields, {field_name: name, field_type: 'text', is_reserved: 1, created_at: null, updated_at: null});
  for (const template of designTemplates) add(db, templates, {...template, created_at: null, updated_at: null});
  if (kind === 'demo') fillDemo(db, now);
  if (contacts > 0) addMadeUpContacts(db, contacts, seed, now.getTime());
  bringUpToDate(db, now, settings);
}

/** Adds any number of invented contacts in a list of their own: the same for the same seed, each with its own address. */
function addMadeUpContacts(db: Db, count: number, seed: number, now: number): void {
  const list = add(db, lists, {name: 'Everyone', created_at: now, updated_at: now});
  const countries = homes.map(([country]) => String(countryByWord(country)?.id ?? ''));
  const words = [firstNames, lastNames, countries, homes.map(([, city]) => city), homes.map(([, , code]) => code)];
  // Building the index over all addresses at the end takes a third of the time of updating it meanwhile.
  db.run('DROP INDEX contacts_by_email');
  db.run(statement, [count, Math.abs(seed % 1_000_000), list, now, ...words.map(some => JSON.stringify(some))]);
  db.run(contactsByEmail);
}

const firstNames =
  'Ada Ben Chloe Dmitri Elena Farid Grace Hugo Ines Jonas Keiko Liam Mara Noah Olga Pedro Quinn Rosa Sven Tara Umar Vera Wanda Xenia Yusuf Zoe'.split(
    ' ',
  );

const lastNames =
  'Adler Brandt Costa Dubois Eriksen Fischer Garcia Hansen Ivanova Jones Keller Lopez Meyer Novak Okafor Park Quist Rossi Sato Tanaka Ueda Vogel Weber Young Ziegler'.split(
    ' ',
  );

const homes = [
  ['DE', 'Berlin', '10115'],
  ['FR', 'Paris', '75001'],
  ['GB', 'London', 'EC1A 1BB'],
  ['US', 'Austin', '73301'],
  ['ES', 'Madrid', '28001'],
  ['IT', 'Rome', '00118'],
  ['IN', 'Pune', '411001'],
] as const;

const statement = `
  INSERT INTO contacts (contact_type_id, first_name, last_name, email, country, state, city, address_line1,
      address_line2, state_province_region, postal_code, created_at, updated_at)
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?1),
    drawn AS (SELECT i, ?5 ->> ((i * 7919 + ?2 * 31) % ${firstNames.length}) AS first,
      ?6 ->> ((i * 104729 + ?2 * 17) % ${lastNames.length}) AS last, (i * 31 + ?2) % ${homes.length} AS home FROM n)
  SELECT ?3, first, last, lower(first || '.' || last) || '.' || i || '@example.com', ?7 ->> home, '', ?8 ->> home,
      i || ' Main Street', '', '', ?9 ->> home, ?4, ?4
    FROM drawn`;
