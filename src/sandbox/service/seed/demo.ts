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

type Ago = (days: number) => number;

/** The contacts of the demo account from before its automation went live. */
const addEarlyContacts = (db: Db, ago: Ago): void => addAll(db, ago, early);

/** The contacts who joined after that. */
const addLateContacts = (db: Db, ago: Ago): void => addAll(db, ago, late);

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

type DemoIds = {
  readonly newsletter: number;
  readonly customers: number;
  readonly german: number;
  readonly weekly: number;
  readonly offers: number;
  readonly sender: number;
};

const staff = '[{"id":"3","table":"contacts_"}]';

/** The demo account's mailings: two that were sent, and one that is scheduled. */
function addDemoSends(db: Db, ago: (days: number) => number, ids: DemoIds): void {
  const addSend = (days: number, starts: number, row: Row) =>
    add(db, mailings, {
      ...common,
      ...row,
      sender_id: ids.sender,
      utr: nextUtr(db),
      ready_at: ago(days),
      starts_at: starts,
      created_at: ago(days),
      updated_at: ago(days),
    });
  const scheduled = new Date(ago(-30)).toISOString();
  addSend(45, ago(45), {
    single_send_name: 'Spring news',
    subject: 'What is new, ((first_name))?',
    preheader: 'Fresh from the garden',
    template_id: 2,
    template_json: designTemplates[1].json_code,
    unsubscribe_group_id: ids.weekly,
    recipients: JSON.stringify([{id: String(ids.newsletter), table: 'contacts_'}]),
  });
  addSend(15, ago(15), {
    single_send_name: 'Summer offer',
    subject: 'An offer for ((company_name))',
    preheader: 'Only this week',
    template_id: 1,
    template_html: '<h1>Hello ((full_name))</h1><p>20 % off, only this week.</p><p>((unsubscribe_preferences))</p>',
    unsubscribe_group_id: ids.offers,
    recipients: JSON.stringify([
      {id: String(ids.customers), table: 'contacts_'},
      {id: String(ids.german), table: 'segments_'},
    ]),
    exclusions: staff,
  });
  addSend(2, Date.parse(`${scheduled.slice(0, 10)}T08:00:00Z`), {
    single_send_name: 'Autumn preview',
    subject: 'A look ahead',
    preheader: 'What autumn brings',
    template_id: 3,
    unsubscribe_group_id: ids.weekly,
    recipients: JSON.stringify([{id: String(ids.newsletter), table: 'contacts_'}]),
    schedule_type: 1,
    schedule_date: scheduled.slice(0, 10),
    schedule_time: '08:00:00',
  });
}

const common: Row = {
  exclusions: '[]',
  from_sender: 'news@acme.example',
  reply_to: 'hello@acme.example',
  sender_name: 'Acme News',
  sender_address: 'Invalidenstr. 1, 10115 Berlin',
  template_json: null,
  template_html: null,
  schedule_type: 0,
  schedule_date: '0000-00-00',
  schedule_time: '00:00:00',
  status: 0,
  run: 1,
  ends_at: null,
  sent_at: null,
};

/** Fills an account with a small business: lists, people, sent and upcoming mail. */
export function fillDemo(db: Db, now: Date): void {
  const ago = (days: number) => now.getTime() - days * 86_400_000;
  const addAt = (table: Table, days: number, row: Row): number =>
    add(db, table, {...row, created_at: ago(days), updated_at: ago(days)});
  const demo = {db, ago, addAt};

  const [newsletter = 0, customers = 0] = ['Newsletter', 'Customers', 'Staff'].map(name => addAt(lists, 90, {name}));
  const joined = customFields
    .map(([field_name, field_type]) => addAt(fields, 89, {field_name, field_type, is_reserved: 0}))
    .at(-1);
  const [weekly = 0, offers = 0] = groupRows.map(([group_name, description, is_display]) =>
    addAt(groups, 88, {rand_id: digitsFrom(nextUtr(db)), group_name, description, is_display}),
  );
  const [news = 0] = senderRows.map(({is_verified, ...row}) =>
    addAt(senders, 88, {...row, is_verified, utr: nextUtr(db), send_at: ago(88), verifies_at: null}),
  );
  addEarlyContacts(db, ago);
  addWelcome(demo, {newsletter, weekly, news});
  addLateContacts(db, ago);
  const german = addSegments(demo, customers, joined);
  addAt(unsubscribes, 35, {unsubscribe_groups_id: null, email_address: 'gone@example.org'});
  addAt(unsubscribes, 34, {unsubscribe_groups_id: offers, email_address: 'ines.costa@example.com'});
  addDrafts(demo, {customers, german, offers});
  addAt(notifications, 80, {email_address: 'ops@acme.example', email_owner: 'Olga Ops'});
  addAt(notifications, 79, {email_address: 'ceo@acme.example', email_owner: 'Carla Chief'});
  addDemoSends(db, ago, {newsletter, customers, german, weekly, offers, sender: news});
}

type Demo = {
  readonly db: Db;
  readonly ago: (days: number) => number;
  readonly addAt: (table: Table, days: number, row: Row) => number;
};

type Ids<Name extends string> = Readonly<Record<Name, number>>;

function addWelcome({db, ago, addAt}: Demo, {newsletter, weekly, news}: Ids<'newsletter' | 'weekly' | 'news'>): void {
  const welcome = addAt(automations, 40, {
    ...automation('Welcome', newsletter, 'contacts_', String(weekly), 1),
    utr: nextUtr(db),
    status: 1,
    live_at: ago(30),
    live_after: newestPerson(db, 'contacts_'),
  });
  const email = {automation_id: welcome, sender_id: news, template_json: '', template_html: ''};
  const later = {...email, done_up_to: newestPerson(db, 'contacts_')};
  addAt(automationEmails, 40, {
    ...later,
    ...emailOf('Welcome, ((first_name))', 1, 'instantly', 4, 'welcome.svg'),
    utr: nextUtr(db),
  });
  addAt(automationEmails, 40, {
    ...later,
    ...emailOf('Two days with us', 2, 'days', 2, 'newsletter.svg'),
    utr: nextUtr(db),
  });
}

/** Two segments, the first with people in it; returns its id. */
function addSegments({db, ago, addAt}: Demo, customers: number, joined: number | undefined): number {
  const german = addAt(segments, 60, {
    contact_type_id: customers,
    segment_name: 'Customers in Germany',
    select_field: '["5"]',
    select_operator: '["equals"]',
    value: '["Germany"]',
    query_type: null,
  });
  addAt(segments, 59, {
    contact_type_id: customers,
    segment_name: 'Joined in spring',
    select_field: JSON.stringify([String(joined)]),
    select_operator: '["between"]',
    value: '["2026-03-01","2026-05-31"]',
    query_type: null,
  });
  db.run(membersOfGermany, [german, ago(60), customers]);
  addAt(segmentRecipients, 58, {
    segment_id: german,
    contact_id: null,
    first_name: 'Paula',
    last_name: 'Presse',
    email: 'paula@presse.example',
  });
  return german;
}

function addDrafts({db, addAt}: Demo, {customers, german, offers}: Ids<'customers' | 'german' | 'offers'>): void {
  const draft = {status: 0, live_at: null, live_after: 0};
  // The API always assigns a group; this is an automation without one.
  addAt(automations, 20, {...automation('Birthday', customers, 'contacts_', null, 2), ...draft, utr: nextUtr(db)});
  addAt(automations, 10, {
    ...automation('Win back', german, 'segments_', String(offers), 2),
    ...draft,
    utr: nextUtr(db),
  });
}

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

const automation = (name: string, id: number, table: string, group: string | null, type: number): Row => ({
  automation_for: id,
  automation_for_table: table,
  automation_name: name,
  exit_criteria: 0,
  unsubscribe_group_id: group,
  automation_type: type,
});

const emailOf = (subject: string, period: number, unit: string, template: number, image: string): Row => ({
  subject,
  waiting_period: period,
  waiting_type: unit,
  template_id: template,
  preview_img: image,
});

const membersOfGermany = `
  INSERT INTO segment_recipients (segment_id, contact_id, first_name, last_name, email, country, state, city,
      address_line1, created_at, updated_at)
  SELECT ?1, id, first_name, last_name, email, 'Germany', state, city, address_line1, ?2, ?2
    FROM contacts WHERE contact_type_id = ?3 AND country = '${germany}' AND created_at <= ?2 ORDER BY id`;
