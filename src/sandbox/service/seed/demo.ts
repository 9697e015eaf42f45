import type {Db, Row} from '../behaviour.js';
import {digitsFrom, nextUtr} from '../chance.js';
import {newestPerson} from '../life/people.js';
import {cities, countryByWord} from '../places/locations.js';
import {add, type Table} from '../tables/table.js';
import {
  automations,
  fields,
  groups,
  lists,
  notifications,
  schedules,
  segmentRecipients,
  segments,
  senders,
  unsubscribes,
} from '../tables/tables.js';
import {addEarlyContacts, addLateContacts} from './demo-contacts.js';
import {addDemoSends} from './demo-sends.js';

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
  addAt(schedules, 40, {
    ...later,
    ...schedule('Welcome, ((first_name))', 1, 'instantly', 4, 'welcome.svg'),
    utr: nextUtr(db),
  });
  addAt(schedules, 40, {...later, ...schedule('Two days with us', 2, 'days', 2, 'newsletter.svg'), utr: nextUtr(db)});
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

const schedule = (subject: string, period: number, unit: string, template: number, image: string): Row => ({
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
