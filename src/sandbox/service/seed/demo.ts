import {reservedFields} from '../../../endpoints/fields.js';
import type {Db, Row} from '../behaviour.js';
import {digitsFrom, nextUtr} from '../chance.js';
import {newestPerson} from '../life/people.js';
import {cities, countryByWord} from '../places/locations.js';
import {add, type Table} from '../tables/table.js';
import {
  automationEmails,
  automations,
  contacts,
  fields,
  groups,
  lists,
  mailings,
  notifications,
  segmentRecipients,
  segments,
  senders,
  unsubscribes,
} from '../tables/tables.js';

const footer =
  '<p><small>((sender_name)), ((sender_address))<br><a href="((unsubscribe_preferences))">Unsubscribe</a></small></p>';

const page = (content: string): string => `<html><body>${content}${footer}</body></html>`;

const json = (...blocks: readonly string[]): string =>
  JSON.stringify({blocks: blocks.map(text => ({type: 'text', text}))});

/** The templates that every account has; the first one is blank. */
export const designTemplates = [
  {template_name: 'Blank', preview_image: 'blank.svg', json_code: json(), html_code: page(''), is_blank: 1},
  {
    template_name: 'Newsletter',
    preview_image: 'newsletter.svg',
    json_code: json('Hello ((first_name)),', 'here is what is new this week.'),
    html_code: page('<h1>Hello ((first_name)),</h1><p>here is what is new this week.</p>'),
    is_blank: 0,
  },
  {
    template_name: 'Offer',
    preview_image: 'offer.svg',
    json_code: json('An offer for ((full_name))', 'Good until the end of the month.'),
    html_code: page('<h1>An offer for ((full_name))</h1><p>Good until the end of the month.</p>'),
    is_blank: 0,
  },
  {
    template_name: 'Welcome',
    preview_image: 'welcome.svg',
    json_code: json('Welcome, ((first_name))!', 'It is good to have you in ((city)).'),
    html_code: page('<h1>Welcome, ((first_name))!</h1><p>It is good to have you in ((city)).</p>'),
    is_blank: 0,
  },
] as const;

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

const contactOf = (
  [, contact_type_id, first_name, last_name, email, country, city, company, alt_email]: Line,
  at: number,
): Row => {
  // What nobody asked for is empty, but nothing is known of somebody without a city.
  const unknown = city === null ? null : '';
  return {
    ...{contact_type_id, first_name, last_name, email, alt_email: alt_email ?? null, city},
    country: country === null ? null : String(countryByWord(country)?.id ?? ''),
    ...{state: unknown, address_line1: unknown, address_line2: unknown},
    ...{state_province_region: unknown, postal_code: unknown},
    custom_field: company === undefined ? null : customField(company, at),
  };
};

const customField = (companyName: string, joined: number): string =>
  JSON.stringify({
    company_name: {field_name: 'company_name', field_value: companyName},
    join_date: {field_name: 'join_date', field_value: new Date(joined).toISOString().slice(0, 16)},
    age: {field_name: 'age', field_value: null},
  });

const customFields = [
  ['father_name', 'text'],
  ['designation', 'text'],
  ['age', 'number'],
  ['company_name', 'text'],
  ['birth_date', 'datetime-local'],
  ['join_date', 'datetime-local'],
] as const;

const groupRows = [
  ['Weekly news', 'What is new, once a week', 1],
  ['Offers', 'Discounts and sales', 1],
  ['Internal', 'For the team only', 0],
] as const;

const germany = countryByWord('DE')?.id ?? 0;
const berlin = cities.find(({name}) => name === 'Berlin');

const company = {
  country_id: germany,
  state_id: berlin?.state_id ?? 0,
  city_id: berlin?.id ?? 0,
  zip_code: '10115',
  company_address: 'Invalidenstr. 1, 10115 Berlin',
  company_address2: '',
};

const senderRows = [
  {
    ...company,
    from_name: 'Acme News',
    from_email: 'news@acme.example',
    reply_to_email: 'hello@acme.example',
    nickname: 'News',
    is_verified: 1,
  },
  {
    ...company,
    // Fields omitted in a form are null in the account: this sender has neither state nor city.
    state_id: null,
    city_id: null,
    from_name: 'Acme Support',
    from_email: 'support@acme.example',
    reply_to_email: 'support@acme.example',
    nickname: 'Support',
    is_verified: 0,
  },
] as const;

/** The ids of what the demo names: an account that is filled is empty, so they are counted from one. */
const [newsletter, customers, staff] = ['contacts_1', 'contacts_2', 'contacts_3'];
const german = 'segments_1';
const [weekly, offers] = [1, 2];

const targets = (...some: readonly string[]): string =>
  JSON.stringify(some.map(target => ({id: target.replace(/\D+/, ''), table: target.replace(/\d+/, '')})));

/** An automation that is a draft. Type 1 is a welcome. */
const automation = (name: string, target: string, group: string | null, type: number): Row => ({
  ...{automation_name: name, automation_type: type, exit_criteria: 0, unsubscribe_group_id: group},
  ...{automation_for: Number(target.replace(/\D+/, '')), automation_for_table: target.replace(/\d+/, '')},
  ...{status: 0, live_at: null, live_after: 0},
});

const emailOf = (subject: string, period: number, unit: string, template: number, image: string): Row => ({
  ...{automation_id: 1, sender_id: 1, template_json: '', template_html: ''},
  ...{subject, waiting_period: period, waiting_type: unit, template_id: template, preview_img: image},
});

const segmentOf = (name: string, field: number, operator: string, ...values: readonly string[]): Row => ({
  ...{contact_type_id: 2, segment_name: name, query_type: null, select_operator: JSON.stringify([operator])},
  ...{select_field: JSON.stringify([String(field)]), value: JSON.stringify(values)},
});

/** A small business, row by row and days ago: lists, people, sent and upcoming mail. Each row is made once the one before is there. */
function* demo(db: Db, ago: (days: number) => number): Generator<readonly [table: Table, days: number, row: Row]> {
  for (const name of ['Newsletter', 'Customers', 'Staff']) yield [lists, 90, {name}];
  for (const [field_name, field_type] of customFields) yield [fields, 89, {field_name, field_type, is_reserved: 0}];
  for (const [group_name, description, is_display] of groupRows)
    yield [groups, 88, {rand_id: digitsFrom(nextUtr(db)), group_name, description, is_display}];
  for (const row of senderRows) yield [senders, 88, {...row, utr: nextUtr(db), send_at: ago(88), verifies_at: null}];
  for (const line of early) yield [contacts, line[0], contactOf(line, ago(line[0]))];

  const live = {status: 1, live_at: ago(30), live_after: newestPerson(db, 'contacts_')};
  yield [automations, 40, {...automation('Welcome', newsletter, String(weekly), 1), utr: nextUtr(db), ...live}];
  for (const email of [
    emailOf('Welcome, ((first_name))', 1, 'instantly', 4, 'welcome.svg'),
    emailOf('Two days with us', 2, 'days', 2, 'newsletter.svg'),
  ])
    yield [automationEmails, 40, {...email, done_up_to: live.live_after, utr: nextUtr(db)}];
  for (const line of late) yield [contacts, line[0], contactOf(line, ago(line[0]))];

  yield [segments, 60, segmentOf('Customers in Germany', 5, 'equals', 'Germany')];
  const joined = reservedFields.length + customFields.length;
  yield [segments, 59, segmentOf('Joined in spring', joined, 'between', '2026-03-01', '2026-05-31')];
  db.run(membersOfGermany, [1, ago(60), 2]);
  const paula = {first_name: 'Paula', last_name: 'Presse', email: 'paula@presse.example'};
  yield [segmentRecipients, 58, {segment_id: 1, contact_id: null, ...paula}];
  yield [unsubscribes, 35, {unsubscribe_groups_id: null, email_address: 'gone@example.org'}];
  yield [unsubscribes, 34, {unsubscribe_groups_id: offers, email_address: 'ines.costa@example.com'}];
  // The API always assigns a group; this is an automation without one.
  yield [automations, 20, {...automation('Birthday', customers, null, 2), utr: nextUtr(db)}];
  yield [automations, 10, {...automation('Win back', german, String(offers), 2), utr: nextUtr(db)}];
  yield [notifications, 80, {email_address: 'ops@acme.example', email_owner: 'Olga Ops'}];
  yield [notifications, 79, {email_address: 'ceo@acme.example', email_owner: 'Carla Chief'}];
  for (const [days, row] of sends(ago)) {
    const at = ago(days);
    yield [mailings, days, {...common, ready_at: at, starts_at: at, ...row, utr: nextUtr(db)}];
  }
}

/** Two mailings that were sent, and one that is scheduled. */
function sends(ago: (days: number) => number): ReadonlyArray<readonly [days: number, row: Row]> {
  const day = new Date(ago(-30)).toISOString().slice(0, 10);
  return [
    [
      45,
      {
        ...{
          single_send_name: 'Spring news',
          subject: 'What is new, ((first_name))?',
          preheader: 'Fresh from the garden',
        },
        ...{template_id: 2, template_json: designTemplates[1].json_code},
        ...{unsubscribe_group_id: weekly, recipients: targets(newsletter)},
      },
    ],
    [
      15,
      {
        ...{single_send_name: 'Summer offer', subject: 'An offer for ((company_name))', preheader: 'Only this week'},
        template_id: 1,
        template_html: '<h1>Hello ((full_name))</h1><p>20 % off, only this week.</p><p>((unsubscribe_preferences))</p>',
        ...{unsubscribe_group_id: offers, recipients: targets(customers, german), exclusions: targets(staff)},
      },
    ],
    [
      2,
      {
        ...{single_send_name: 'Autumn preview', subject: 'A look ahead', preheader: 'What autumn brings'},
        ...{template_id: 3, unsubscribe_group_id: weekly, recipients: targets(newsletter)},
        ...{schedule_type: 1, schedule_date: day, schedule_time: '08:00:00'},
        starts_at: Date.parse(`${day}T08:00:00Z`),
      },
    ],
  ];
}

const common: Row = {
  ...{exclusions: '[]', from_sender: 'news@acme.example', reply_to: 'hello@acme.example', sender_id: 1},
  ...{sender_name: 'Acme News', sender_address: 'Invalidenstr. 1, 10115 Berlin'},
  ...{template_json: null, template_html: null, status: 0, run: 1, ends_at: null, sent_at: null},
  ...{schedule_type: 0, schedule_date: '0000-00-00', schedule_time: '00:00:00'},
};

/** Fills an empty account with the demo. */
export function fillDemo(db: Db, now: Date): void {
  const ago = (days: number): number => now.getTime() - days * 86_400_000;
  for (const [table, days, row] of demo(db, ago))
    add(db, table, {...row, created_at: ago(days), updated_at: ago(days)});
}

const membersOfGermany = `
  INSERT INTO segment_recipients (segment_id, contact_id, first_name, last_name, email, country, state, city,
      address_line1, created_at, updated_at)
  SELECT ?1, id, first_name, last_name, email, 'Germany', state, city, address_line1, ?2, ?2
    FROM contacts WHERE contact_type_id = ?3 AND country = '${germany}' AND created_at <= ?2 ORDER BY id`;
