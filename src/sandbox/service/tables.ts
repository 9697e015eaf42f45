import type {Field as Kind, Shape} from '../../api/describe/schema.js';
import {automationEmail} from '../../endpoints/automation-emails.js';
import {automation} from '../../endpoints/automations.js';
import {contact} from '../../endpoints/contacts.js';
import {field} from '../../endpoints/fields.js';
import {group} from '../../endpoints/groups.js';
import {contactList} from '../../endpoints/lists.js';
import {mailing} from '../../endpoints/mailings.js';
import {notification} from '../../endpoints/notifications.js';
import {segmentRecipient} from '../../endpoints/segment-recipients.js';
import {segment} from '../../endpoints/segments.js';
import {sender} from '../../endpoints/senders.js';
import {template} from '../../endpoints/templates.js';
import {unsubscribe} from '../../endpoints/unsubscribes.js';
import type {Db} from './behaviour.js';

/** A table of records: what it holds and what answers show of it follows from its endpoint's record. */
export type Table = {
  readonly name: string;
  /** The fields that every answer shows, in the documentation's order, each with its SQL. */
  readonly fields: TableFields;
  /** What only its list shows. */
  readonly inList: TableFields;
  /** Deleted rows stay, with the time in `deleted_at`. */
  readonly soft: boolean;
  readonly sql: string;
};

type TableFields = readonly (readonly [name: string, sql: string])[];

/**
 * `shown` is the SQL of fields that are no column; `NULL` keeps the place of a value that is filled in later. `also` are
 * columns that no answer shows. Ids are never used again: a client looks for an id higher than before.
 */
function table(name: string, shape: Shape, shown: {readonly [field: string]: string} = {}, also = ''): Table {
  const computed: {readonly [field: string]: string} = {...usual, ...shown};
  const fields = Object.entries(shape).map(([field, kind]) => [field, computed[field] ?? sqlOf(field, kind)] as const);
  const onlyListed = (field: string): boolean => String(shape[field]).endsWith('?');
  const columns = Object.entries(shape)
    .filter(([field]) => field !== 'id' && computed[field] === undefined)
    .map(([field, kind]) => `${field} ${typeOf(kind)}${caseless.has(field) ? ' COLLATE NOCASE' : ''}`);
  const all = ['id INTEGER PRIMARY KEY AUTOINCREMENT', ...columns, ...(also === '' ? [] : [also])];
  return {
    name,
    fields: fields.filter(([field]) => !onlyListed(field)),
    inList: fields.filter(([field]) => onlyListed(field)),
    soft: 'deleted_at' in shape,
    sql: `CREATE TABLE IF NOT EXISTS ${name} (${all.join(', ')});`,
  };
}

/** The account that owns every record, and a person's name. */
const usual = {user_id: '1', fullname: "COALESCE(first_name, '') || ' ' || COALESCE(last_name, '')"};

const caseless: ReadonlySet<string> = new Set(['email', 'email_address', 'field_name']);

/** The kind of a field without its null; what refers to a record holds its id. */
const plainKind = (kind: Kind): string => {
  if (typeof kind === 'string') return kind.replace(/\|null$/, '');
  return 'holds' in kind ? plainKind(kind.holds) : 'words' in kind ? 'integer' : 'json';
};

/** Times are kept in milliseconds. */
const typeOf = (kind: Kind): string =>
  ['integer', 'flag', 'timestamp', 'moment'].includes(plainKind(kind)) ? 'INTEGER' : 'TEXT';

/** A column as answers show it: ISO 8601 in UTC with microseconds, `YYYY-MM-DD HH:MM:SS`, JSON, or as it is. */
function sqlOf(column: string, kind: Kind): string {
  switch (plainKind(kind)) {
    case 'timestamp':
      return timeAs('%Y-%m-%dT%H:%M:%S.000000Z', column);
    case 'moment':
      return timeAs('%Y-%m-%d %H:%M:%S', column);
    case 'json':
    case 'custom':
      return `json(${column})`;
    default:
      return column;
  }
}

const timeAs = (form: string, column: string): string => `strftime('${form}', ${column} / 1000, 'unixepoch')`;

const filledIn = (...names: readonly string[]) => Object.fromEntries(names.map(name => [name, 'NULL']));

/** The named lists of contacts. The count is kept: counting 100,000 takes 13 ms, and an import asks after every upload. */
export const lists = table(
  'contact_types',
  contactList,
  {contacts_count: 'contacts'},
  'contacts INTEGER NOT NULL DEFAULT 0',
);

/** People. Their `country` is an id as text, or any text from an import. */
export const contacts = table('contacts', contact, {contact_type: 'contact_type_id'});

/** The fields of contacts, reserved and custom, with common ids: segments name both. */
export const fields = table('fields', field, {user_id: 'CASE is_reserved WHEN 0 THEN 1 END'});

export const segments = table('segments', segment, {
  segment_emails_count: '(SELECT count(*) FROM segment_recipients WHERE segment_id = segments.id)',
});

/** The people in segments: contacts, and people added by hand. */
export const segmentRecipients = table('segment_recipients', segmentRecipient);

/** The kinds of mail that people can leave. */
export const groups = table('unsubscribe_groups', group, {
  unsubscribe_clients_count: '(SELECT count(*) FROM unsubscribes WHERE unsubscribe_groups_id = unsubscribe_groups.id)',
});

/** People who unsubscribed: each row is for the group it names, or for all mail. */
export const unsubscribes = table('unsubscribes', unsubscribe);

export const senders = table('senders', sender, {}, 'verifies_at INTEGER');

/** The designs that the service offers. */
export const templates = table('templates', template);

/** A `run` for each time that it was made to go out. */
export const mailings = table(
  'single_sends',
  mailing,
  filledIn('triggered', 'delivered', 'unique_opens', 'total_opens', 'bounces', 'unsubscribes', 'unique_open_token'),
  'run INTEGER, ready_at INTEGER, starts_at INTEGER, ends_at INTEGER',
);

/** Their group is text in answers, and empty if there is none. */
export const automations = table(
  'automations',
  automation,
  {
    ...filledIn('total_triggered', 'total_delivered', 'total_unique_opens'),
    ...filledIn('total_opens', 'total_bounces', 'total_unsubscribe'),
    automation_schedule_count: '(SELECT count(*) FROM automation_schedules WHERE automation_id = automations.id)',
  },
  'live_after INTEGER',
);

/** The emails of automations. */
export const automationEmails = table(
  'automation_schedules',
  automationEmail,
  filledIn('design_url', 'image'),
  'done_up_to INTEGER',
);

/** Addresses that are stored for notifications, and nothing else. */
export const notifications = table('notification_recipients', notification);

const tables = [
  ...[lists, contacts, fields, segments, segmentRecipients, groups, unsubscribes, senders, templates],
  ...[mailings, automations, automationEmails, notifications],
];

/** The index over addresses, separate because invented contacts are added faster without it. */
export const contactsByEmail = 'CREATE INDEX IF NOT EXISTS contacts_by_email ON contacts (email)';

/** Counts a contact in its list. */
const counts = (row: 'old' | 'new', sign: '+' | '-'): string =>
  `UPDATE contact_types SET contacts = contacts ${sign} 1 WHERE id = ${row}.contact_type_id AND ${row}.deleted_at IS NULL`;

/** All tables of an account: its records, and what happened in it. */
export const schema = `
${tables.map(({sql}) => sql).join('\n')}

CREATE INDEX IF NOT EXISTS contacts_by_type ON contacts (contact_type_id, id) WHERE deleted_at IS NULL;
${contactsByEmail};
CREATE INDEX IF NOT EXISTS segment_recipients_by_segment ON segment_recipients (segment_id, id);
CREATE INDEX IF NOT EXISTS segment_recipients_by_contact ON segment_recipients (contact_id);
CREATE INDEX IF NOT EXISTS unsubscribers_by_address ON unsubscribes (email_address);
CREATE INDEX IF NOT EXISTS unsubscribers_by_group ON unsubscribes (unsubscribe_groups_id, id);
CREATE INDEX IF NOT EXISTS automation_schedules_by_automation ON automation_schedules (automation_id, id);
${[mailings, automations, automationEmails].map(({name}) => `CREATE UNIQUE INDEX IF NOT EXISTS ${name}_by_utr ON ${name} (utr);`).join('\n')}

CREATE TRIGGER IF NOT EXISTS contact_comes AFTER INSERT ON contacts BEGIN
  ${counts('new', '+')};
END;
CREATE TRIGGER IF NOT EXISTS contact_changes AFTER UPDATE OF contact_type_id, deleted_at ON contacts BEGIN
  ${counts('old', '-')};
  ${counts('new', '+')};
END;
CREATE TRIGGER IF NOT EXISTS contact_goes AFTER DELETE ON contacts BEGIN
  ${counts('old', '-')};
END;

CREATE TABLE IF NOT EXISTS service_state (
  id INTEGER PRIMARY KEY CHECK (id = 1), seed INTEGER NOT NULL, utrs INTEGER NOT NULL, clock INTEGER NOT NULL
);
INSERT OR IGNORE INTO service_state VALUES (1, 1, 0, 0);

CREATE TABLE IF NOT EXISTS mailings (
  id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, owner_id INTEGER NOT NULL, utr TEXT NOT NULL,
  part INTEGER NOT NULL, part_utr TEXT NOT NULL, name TEXT NOT NULL, subject TEXT NOT NULL, preheader TEXT NOT NULL,
  body TEXT NOT NULL, from_name TEXT NOT NULL, from_email TEXT NOT NULL, reply_to TEXT NOT NULL,
  sender_address TEXT NOT NULL, group_id INTEGER NOT NULL, last_at INTEGER NOT NULL, UNIQUE (kind, owner_id, part)
);

CREATE TABLE IF NOT EXISTS deliveries (
  id INTEGER PRIMARY KEY AUTOINCREMENT, mailing_id INTEGER NOT NULL, email TEXT NOT NULL COLLATE NOCASE,
  contact_id INTEGER, entrant INTEGER NOT NULL, person TEXT, triggered_at INTEGER NOT NULL, arrives_at INTEGER NOT NULL,
  bounces INTEGER NOT NULL, unsubscribes_at INTEGER, unsubscriber_id INTEGER, UNIQUE (mailing_id, email, entrant)
);
CREATE INDEX IF NOT EXISTS deliveries_to_unsubscribe ON deliveries (unsubscribes_at)
  WHERE unsubscribes_at IS NOT NULL AND unsubscriber_id IS NULL;

CREATE TABLE IF NOT EXISTS opens (
  id INTEGER PRIMARY KEY AUTOINCREMENT, delivery_id INTEGER NOT NULL, mailing_id INTEGER NOT NULL, at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS opens_by_mailing ON opens (mailing_id, at);
CREATE INDEX IF NOT EXISTS opens_by_delivery ON opens (delivery_id);
`;

/** The account's own fields, in order. */
export const customFields = (db: Db): string[] =>
  db
    .all<{field_name: string}>('SELECT field_name FROM fields WHERE is_reserved = 0 ORDER BY id')
    .map(row => row.field_name);
