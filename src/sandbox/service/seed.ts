import {reservedFields} from '../../endpoints/fields.js';
import type {Db, SqlRow} from './behaviour.js';
import {bringUpToDate} from './life.js';
import {cities, countryByWord} from './places.js';
import {add, digitsFrom, nextUtr} from './rows.js';
import type {Settings} from './settings.js';
import * as tables from './tables.js';

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
    add(db, tables.fields, {field_name: name, field_type: 'text', is_reserved: 1, created_at: null, updated_at: null});
  for (const template of designTemplates) add(db, tables.templates, {...template, created_at: null, updated_at: null});
  if (kind === 'demo') fillDemo(db, now);
  if (contacts > 0) addMadeUpContacts(db, contacts, seed, now.getTime());
  bringUpToDate(db, now, settings);
}

/** Adds any number of invented contacts in a list of their own: the same for the same seed, each with its own address. */
function addMadeUpContacts(db: Db, count: number, seed: number, now: number): void {
  const list = add(db, tables.lists, {name: 'Everyone', created_at: now, updated_at: now});
  const countries = homes.map(([country]) => String(countryByWord(country)?.id ?? ''));
  const words = [firstNames, lastNames, countries, homes.map(([, city]) => city), homes.map(([, , code]) => code)];
  // Building the index over all addresses at the end takes a third of the time of updating it meanwhile.
  db.run('DROP INDEX contacts_by_email');
  db.run(statement, [count, Math.abs(seed % 1_000_000), list, now, ...words.map(some => JSON.stringify(some))]);
  db.run(tables.contactsByEmail);
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

const footer =
  '<p><small>((sender_name)), ((sender_address))<br><a href="((unsubscribe_preferences))">Unsubscribe</a></small></p>';

const page = (content: string): string => `<html><body>${content}${footer}</body></html>`;

const json = (...blocks: readonly string[]): string =>
  JSON.stringify({blocks: blocks.map(text => ({type: 'text', text}))});

const design = (template_name: string, title: string, text: string): SqlRow => ({
  ...{template_name, preview_image: `${template_name.toLowerCase()}.svg`, is_blank: 0},
  json_code: json(title, text),
  html_code: page(`<h1>${title}</h1><p>${text}</p>`),
});

/** The templates that every account has; the first one is blank. */
const designTemplates: readonly SqlRow[] = [
  {template_name: 'Blank', preview_image: 'blank.svg', json_code: json(), html_code: page(''), is_blank: 1},
  design('Newsletter', 'Hello ((first_name)),', 'here is what is new this week.'),
  design('Offer', 'An offer for ((full_name))', 'Good until the end of the month.'),
  design('Welcome', 'Welcome, ((first_name))!', 'It is good to have you in ((city)).'),
];

/**
 * Days ago, list, first and last name, address, country, city; for some also the company or a second address.
 */
type SeedRow = readonly [
  number,
  number,
  SeedText,
  SeedText,
  SeedText,
  SeedText,
  SeedText,
  (string | undefined)?,
  string?,
];

/** In a real account many fields of contacts were never given: they are null, not empty. */
type SeedText = string | null;

const early: readonly SeedRow[] = [
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

const late: readonly SeedRow[] = [
  [25, 1, 'Kwame', 'Okafor', 'kwame@example.com', 'GH', 'Accra'],
  [18, 1, 'Mara', 'Novak', 'mara@example.cz', 'CZ', 'Prague'],
  [12, 1, 'Noah', 'Park', 'noah@example.com', null, 'Portland'],
  [6, 1, 'Quinn', 'Young', 'quinn@example.com', 'US', 'Denver', undefined, 'quinn@work.example'],
  [5, 2, null, null, null, 'ES', null, 'García y Hijas'],
  [1, 1, 'Sven', 'Eriksen', 'sven@example.se', 'SE', 'Malmö'],
];

const contactOf = (
  [, contact_type_id, first_name, last_name, email, land, city, company, second]: SeedRow,
  at: number,
): SqlRow => {
  // What nobody asked for is empty, but nothing is known of somebody without a city.
  const unknown = city === null ? null : '';
  const country = land === null ? null : String(countryByWord(land)?.id ?? '');
  return {
    ...{contact_type_id, first_name, last_name, email, alt_email: second ?? null, country, city, state: unknown},
    ...{address_line1: unknown, address_line2: unknown, state_province_region: unknown, postal_code: unknown},
    custom_field: company === undefined ? null : customField(company, at),
  };
};

const customField = (companyName: string, joined: number): string =>
  JSON.stringify({
    company_name: {field_name: 'company_name', field_value: companyName},
    join_date: {field_name: 'join_date', field_value: new Date(joined).toISOString().slice(0, 16)},
    age: {field_name: 'age', field_value: null},
  });

/** Lists, fields, groups and senders, as the business began. */
const names = ['Newsletter', 'Customers', 'Staff'];

const customFields = [
  {field_name: 'father_name', field_type: 'text'},
  {field_name: 'designation', field_type: 'text'},
  {field_name: 'age', field_type: 'number'},
  {field_name: 'company_name', field_type: 'text'},
  {field_name: 'birth_date', field_type: 'datetime-local'},
  {field_name: 'join_date', field_type: 'datetime-local'},
];

const groups = [
  {group_name: 'Weekly news', description: 'What is new, once a week', is_display: 1},
  {group_name: 'Offers', description: 'Discounts and sales', is_display: 1},
  {group_name: 'Internal', description: 'For the team only', is_display: 0},
];

const berlin = cities.find(({name}) => name === 'Berlin');

const company = {
  ...{country_id: countryByWord('DE')?.id ?? 0, state_id: berlin?.state_id ?? 0, city_id: berlin?.id ?? 0},
  ...{zip_code: '10115', company_address: 'Invalidenstr. 1, 10115 Berlin', company_address2: ''},
};

const senders: readonly SqlRow[] = [
  {
    ...{...company, from_name: 'Acme News', nickname: 'News', is_verified: 1},
    ...{from_email: 'news@acme.example', reply_to_email: 'hello@acme.example'},
  },
  {
    // Fields omitted in a form are null in the account: this sender has neither state nor city.
    ...{...company, state_id: null, city_id: null, from_name: 'Acme Support', nickname: 'Support', is_verified: 0},
    ...{from_email: 'support@acme.example', reply_to_email: 'support@acme.example'},
  },
];

/** The ids of what the demo names: an account that is filled is empty, so they are counted from one. */
const [newsletter, customers, staff] = ['contacts_1', 'contacts_2', 'contacts_3'];
const german = 'segments_1';
const [weekly, offers] = [1, 2];

const targetOf = (target: string) => ({id: target.replace(/\D+/, ''), table: target.replace(/\d+/, '')});

const targets = (...some: readonly string[]): string => JSON.stringify(some.map(targetOf));

/** An automation that is a draft. Type 1 is a welcome. */
const automation = (
  automation_name: string,
  target: string,
  group: number | null,
  automation_type: number,
): SqlRow => ({
  ...{automation_name, automation_type, exit_criteria: 0, unsubscribe_group_id: group === null ? null : String(group)},
  ...{automation_for: Number(targetOf(target).id), automation_for_table: targetOf(target).table},
  ...{status: 0, live_at: null, live_after: 0},
});

const email = (
  subject: string,
  waiting_period: number,
  waiting_type: string,
  template: number,
  image: string,
): SqlRow => ({
  ...{automation_id: 1, sender_id: 1, template_json: '', template_html: '', done_up_to: early.length},
  ...{subject, waiting_period, waiting_type, template_id: template, preview_img: image},
});

const segment = (segment_name: string, field: number, operator: string, ...values: readonly string[]): SqlRow => ({
  ...{contact_type_id: 2, segment_name, query_type: null, select_operator: JSON.stringify([operator])},
  ...{select_field: JSON.stringify([String(field)]), value: JSON.stringify(values)},
});

/** The customers in Germany, as people of their segment. */
const germans: readonly SqlRow[] = [10, 13].map(contact_id => {
  const line = early[contact_id - 1] as SeedRow;
  const {first_name = '', last_name = '', email = '', state = '', city = '', address_line1 = ''} = contactOf(line, 0);
  const person = {first_name, last_name, email, state, city, address_line1};
  return {segment_id: 1, contact_id, country: 'Germany', ...person};
});

const mailing = (subject: string, preheader: string, row: SqlRow): SqlRow => ({
  ...{subject, preheader, exclude_specific_recipient_id: '[]', sender_id: 1, from_sender: 'news@acme.example'},
  ...{reply_to: 'hello@acme.example', sender_name: 'Acme News', sender_address: 'Invalidenstr. 1, 10115 Berlin'},
  ...{template_json: null, template_html: null, status: 0, run: 1, ends_at: null, sent_at: null},
  ...{schedule_type: 0, schedule_date: '0000-00-00', schedule_time: '00:00:00', ...row},
});

type MadeRow = readonly [table: tables.Table, days: number, row: SqlRow];

/** A small business, row by row and days ago: lists, people, sent and upcoming mail. */
function demo(ago: (days: number) => number): readonly MadeRow[] {
  const people = (lines: readonly SeedRow[]): MadeRow[] =>
    lines.map(line => [tables.contacts, line[0], contactOf(line, ago(line[0]))]);
  return [
    ...names.map(name => [tables.lists, 90, {name}] as const),
    ...customFields.map(field => [tables.fields, 89, {...field, is_reserved: 0}] as const),
    ...groups.map(group => [tables.groups, 88, group] as const),
    ...senders.map(sender => [tables.senders, 88, {...sender, send_at: ago(88), verifies_at: null}] as const),
    ...people(early),
    [
      tables.automations,
      40,
      {...automation('Welcome', newsletter, weekly, 1), status: 1, live_at: ago(30), live_after: early.length},
    ],
    [tables.automationEmails, 40, email('Welcome, ((first_name))', 1, 'instantly', 4, 'welcome.svg')],
    [tables.automationEmails, 40, email('Two days with us', 2, 'days', 2, 'newsletter.svg')],
    ...people(late),
    [tables.segments, 60, segment('Customers in Germany', 5, 'equals', 'Germany')],
    [tables.segments, 59, segment('Joined in spring', 17, 'between', '2026-03-01', '2026-05-31')],
    ...germans.map(row => [tables.segmentRecipients, 60, row] as const),
    [
      tables.segmentRecipients,
      58,
      {segment_id: 1, contact_id: null, first_name: 'Paula', last_name: 'Presse', email: 'paula@presse.example'},
    ],
    [tables.unsubscribes, 35, {unsubscribe_groups_id: null, email_address: 'gone@example.org'}],
    [tables.unsubscribes, 34, {unsubscribe_groups_id: offers, email_address: 'ines.costa@example.com'}],
    // The API always assigns a group; this is an automation without one.
    [tables.automations, 20, automation('Birthday', customers, null, 2)],
    [tables.automations, 10, automation('Win back', german, offers, 2)],
    [tables.notifications, 80, {email_address: 'ops@acme.example', email_owner: 'Olga Ops'}],
    [tables.notifications, 79, {email_address: 'ceo@acme.example', email_owner: 'Carla Chief'}],
    ...demoMailings(ago),
  ];
}

/** Two mailings that went out, and one that is scheduled. */
function demoMailings(ago: (days: number) => number): readonly MadeRow[] {
  const day = new Date(ago(-30)).toISOString().slice(0, 10);
  return [
    [
      tables.mailings,
      45,
      mailing('What is new, ((first_name))?', 'Fresh from the garden', {
        ...{single_send_name: 'Spring news', template_id: 2, template_json: designTemplates[1]?.['json_code'] ?? ''},
        ...{unsubscribe_group_id: weekly, recipient_id: targets(newsletter)},
        ...{ready_at: ago(45), starts_at: ago(45)},
      }),
    ],
    [
      tables.mailings,
      15,
      mailing('An offer for ((company_name))', 'Only this week', {
        ...{single_send_name: 'Summer offer', template_id: 1, unsubscribe_group_id: offers},
        template_html: '<h1>Hello ((full_name))</h1><p>20 % off, only this week.</p><p>((unsubscribe_preferences))</p>',
        ...{recipient_id: targets(customers, german), exclude_specific_recipient_id: targets(staff)},
        ...{ready_at: ago(15), starts_at: ago(15)},
      }),
    ],
    [
      tables.mailings,
      2,
      mailing('A look ahead', 'What autumn brings', {
        ...{single_send_name: 'Autumn preview', template_id: 3, unsubscribe_group_id: weekly},
        ...{recipient_id: targets(newsletter), schedule_type: 1, schedule_date: day, schedule_time: '08:00:00'},
        ...{ready_at: ago(2), starts_at: Date.parse(`${day}T08:00:00Z`)},
      }),
    ],
  ];
}

/** Fills an empty account with the demo. */
function fillDemo(db: Db, now: Date): void {
  const ago = (days: number): number => now.getTime() - days * 86_400_000;
  for (const [table, days, row] of demo(ago)) {
    const utr = table.fields.some(([name]) => name === 'utr') ? {utr: nextUtr(db)} : {};
    const rand = table === tables.groups ? {rand_id: digitsFrom(nextUtr(db))} : {};
    add(db, table, {...row, ...utr, ...rand, created_at: ago(days), updated_at: ago(days)});
  }
}
