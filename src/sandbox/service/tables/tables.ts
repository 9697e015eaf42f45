import type {Field as Kind, Shape} from '../../../api/describe/schema.js';
import {automationEmail} from '../../../endpoints/automation-emails.js';
import {automation} from '../../../endpoints/automations.js';
import {contact} from '../../../endpoints/contacts.js';
import {field, reservedFields} from '../../../endpoints/fields.js';
import {group} from '../../../endpoints/groups.js';
import {contactList} from '../../../endpoints/lists.js';
import {mailing} from '../../../endpoints/mailings.js';
import {notification} from '../../../endpoints/notifications.js';
import {segmentRecipient} from '../../../endpoints/segment-recipients.js';
import {segment} from '../../../endpoints/segments.js';
import {sender} from '../../../endpoints/senders.js';
import {template} from '../../../endpoints/templates.js';
import {unsubscribe} from '../../../endpoints/unsubscribes.js';
import type {Db} from '../behaviour.js';
import type {Table} from './table.js';

/**
 * A table that shows the fields of its endpoint's record in their order, without those that only some answers have.
 * `computed` is the SQL of fields that are no column; `NULL` keeps the place of a value that is filled in later.
 */
const table = (name: string, shape: Shape, computed: {readonly [field: string]: string} = {}): Table => ({
  name,
  fields: Object.entries(shape)
    .filter(([, kind]) => typeof kind !== 'string' || !kind.endsWith('?'))
    .map(([field, kind]) => {
      const sql = {...usual, ...computed}[field] ?? (isJson(kind) ? `json(${field})` : undefined);
      return sql === undefined ? field : [field, sql];
    }),
  soft: 'deleted_at' in shape,
});

/** The account that owns every record, and a person's name. */
const usual = {user_id: '1', fullname: "COALESCE(first_name, '') || ' ' || COALESCE(last_name, '')"};

const isJson = (kind: Kind): boolean => Array.isArray(kind) || kind === 'json' || kind === 'custom|null';

const filledIn = (...names: readonly string[]) => Object.fromEntries(names.map(name => [name, 'NULL']));

/** The named lists of contacts. */
export const lists = table('contact_types', contactList);

/** People. Their `country` is an id as text, or any text from an import. */
export const contacts = table('contacts', contact);

/** The fields of contacts, reserved and custom, with common ids: segments name both. */
export const fields = table('fields', field, {user_id: 'CASE is_reserved WHEN 0 THEN 1 END'});

/** Segments, with three arrays stored as JSON. */
export const segments = table('segments', segment, {
  segment_emails_count: '(SELECT count(*) FROM segment_recipients WHERE segment_id = segments.id)',
});

/** The people in segments: contacts, and people added by hand. */
export const segmentRecipients = table('segment_recipients', segmentRecipient);

/** The kinds of mail that people can leave. */
export const groups = table('unsubscribe_groups', group);

/** People who unsubscribed: each row is for the group it names, or for all mail. */
export const unsubscribes = table('unsubscribes', unsubscribe);

/** Senders, as recipients see them. */
export const senders = table('senders', sender);

/** The designs that the service offers. */
export const templates = table('templates', template);

/** Single mailings, with targets stored as JSON. */
export const mailings = table('single_sends', mailing, {
  recipient_id: 'json(recipients)',
  exclude_specific_recipient_id: 'json(exclusions)',
  ...filledIn('triggered', 'delivered', 'unique_opens', 'total_opens', 'bounces', 'unsubscribes', 'unique_open_token'),
});

/** Automations. Their group is text in answers, and empty if there is none. */
export const automations = table('automations', automation, {
  ...filledIn('total_triggered', 'total_delivered', 'total_unique_opens'),
  ...filledIn('total_opens', 'total_bounces', 'total_unsubscribe'),
});

/** The emails of automations. */
export const automationEmails = table('automation_schedules', automationEmail, filledIn('design_url', 'image'));

/** Addresses that are stored for notifications, and nothing else. */
export const notifications = table('notification_recipients', notification);

/** The account's own fields, in order. */
export const customFields = (db: Db): string[] =>
  db
    .all<{field_name: string}>('SELECT field_name FROM fields WHERE is_reserved = 0 ORDER BY id')
    .map(row => row.field_name);

/** All fields of a contact, reserved ones first. */
export const fieldNames = (db: Db): string[] => [...reservedFields, ...customFields(db)];
