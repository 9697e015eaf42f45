import type {Db} from '../behaviour.js';
import {countryByWord} from '../places/locations.js';
import {add} from '../tables/table.js';
import {contacts} from '../tables/tables.js';

type Ago = (days: number) => number;

/** The contacts of the demo account from before its automation went live. */
export const addEarlyContacts = (db: Db, ago: Ago): void => addAll(db, ago, early);

/** The contacts who joined after that. */
export const addLateContacts = (db: Db, ago: Ago): void => addAll(db, ago, late);

/**
 * Days ago, list, first and last name, address, country, city; for some also the company or a second address.
 */
type Line = readonly [number, number, Text, Text, Text, Text, Text, (string | undefined)?, string?];

/** In a real account many fields of contacts were never given: they are null, not empty. */
type Text = string | null;

const early: readonly Line[] = [
  [85, 1, 'Ann', 'Adler', 'ann@example.com', 'DE', 'Berlin'],
  [85, 1, 'Bob', 'Brandt', 'bob@example.com', 'DE', 'Hamburg'],
  [84, 1, 'Chloé', 'Dubois', 'chloe@example.fr', 'FR', 'Lyon'],
  [83, 1, 'Dmitri', 'Ivanov', 'dmitri@example.org', 'EE', 'Tallinn'],
  [82, 1, 'Ines', 'Costa', 'ines.costa@example.com', 'PT', 'Porto'],
  [81, 1, 'Jürgen', 'Müller', 'juergen@example.de', 'DE', 'Munich'],
  [80, 1, '美咲', '佐藤', 'misaki@example.jp', 'JP', 'Tokyo'],
  [79, 1, 'Liam', "O'Neill", 'liam@example.ie', 'IE', 'Dublin'],
  [78, 2, 'Carla', 'Rossi', 'carla@rossi.example', 'IT', 'Milan', 'Rossi & Figli'],
  [77, 2, 'Ann', 'Adler', 'ann@example.com', 'DE', 'Berlin', 'Adler GmbH'],
  [76, 2, 'Erik', 'Hansen', 'erik@hansen.example', 'NO', 'Bergen', 'Hansen AS'],
  [75, 2, 'Fatima', 'Khan', 'fatima@khan.example', 'GB', 'Leeds', 'Khan, Ltd.'],
  [74, 2, 'Greta', 'Vogel', 'greta@vogel.example', 'DE', 'Leipzig', 'Vogel "Bau" KG'],
  [73, 2, 'Hugo', 'Meyer', 'hugo@meyer.example', 'CH', 'Zürich', 'Meyer AG'],
  [72, 2, 'Ivy', 'Jones', 'ivy@jones.example', 'US', 'Austin', 'Jones Inc.'],
  [70, 3, 'Olga', 'Ops', 'olga@acme.example', 'DE', 'Berlin', 'Acme'],
  [70, 3, '', '', 'carla@acme.example', 'DE', 'Berlin', 'Acme'],
];

const late: readonly Line[] = [
  [25, 1, 'Kwame', 'Okafor', 'kwame@example.com', 'GH', 'Accra'],
  [18, 1, 'Mara', 'Novak', 'mara@example.cz', 'CZ', 'Prague'],
  [12, 1, 'Noah', 'Park', 'noah@example.com', null, 'Portland'],
  [6, 1, 'Quinn', 'Young', 'quinn@example.com', 'US', 'Denver', undefined, 'quinn@work.example'],
  [5, 2, null, null, null, 'ES', null, 'García y Hijas'],
  [1, 1, 'Sven', 'Eriksen', 'sven@example.se', 'SE', 'Malmö'],
];

function addAll(db: Db, ago: Ago, lines: readonly Line[]): void {
  for (const [
    days,
    contact_type_id,
    first_name,
    last_name,
    email,
    country,
    city,
    companyName,
    alt_email = null,
  ] of lines) {
    const unknown = city === null ? null : '';
    add(db, contacts, {
      contact_type_id,
      first_name,
      last_name,
      email,
      alt_email,
      country: country === null ? null : String(countryByWord(country)?.id ?? ''),
      state: unknown,
      city,
      address_line1: unknown,
      address_line2: unknown,
      state_province_region: unknown,
      postal_code: unknown,
      custom_field: companyName === undefined ? null : customField(companyName, ago(days)),
      created_at: ago(days),
      updated_at: ago(days),
    });
  }
}

const customField = (companyName: string, joined: number): string =>
  JSON.stringify({
    company_name: {field_name: 'company_name', field_value: companyName},
    join_date: {field_name: 'join_date', field_value: new Date(joined).toISOString().slice(0, 16)},
    age: {field_name: 'age', field_value: null},
  });
