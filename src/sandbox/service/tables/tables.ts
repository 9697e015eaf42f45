import {reservedFields} from '../../../endpoints/fields.js';
import type {Field, Table} from './table.js';

/** The account that owns every record. */
const owner: Field = ['user_id', '1'];

const json = (column: string): Field => [column, `json(${column})`];

/** Fields that are listed here only for their position; their values are filled in later. */
const filledIn = (...names: readonly string[]): Field[] => names.map(name => [name, 'NULL']);

const fullname: Field = ['fullname', "COALESCE(first_name, '') || ' ' || COALESCE(last_name, '')"];

/** The named lists of contacts. */
export const contactTypes: Table = {
  name: 'contact_types',
  fields: ['id', owner, 'name', 'deleted_at', 'created_at', 'updated_at'],
  soft: true,
};

/** People. Their `country` is an id as text, or any text from an import. */
export const contacts: Table = {
  name: 'contacts',
  fields: [
    'id',
    owner,
    'contact_type_id',
    ...reservedFields,
    json('custom_field'),
    'deleted_at',
    'created_at',
    'updated_at',
    fullname,
  ],
  soft: true,
};

/** The fields of contacts, reserved and custom, with common ids: segments name both. */
export const fields: Table = {
  name: 'fields',
  fields: [
    'id',
    ['user_id', 'CASE is_reserved WHEN 0 THEN 1 END'],
    'field_name',
    'field_type',
    'is_reserved',
    'created_at',
    'updated_at',
  ],
  soft: false,
};

/** Segments, with three arrays stored as JSON. */
export const segments: Table = {
  name: 'segments',
  fields: [
    'id',
    owner,
    'contact_type_id',
    'segment_name',
    json('select_field'),
    json('select_operator'),
    json('value'),
    json('query_type'),
    'deleted_at',
    'created_at',
    'updated_at',
  ],
  soft: true,
};

/** The people in segments: contacts, and people added by hand. */
export const segmentRecipients: Table = {
  name: 'segment_recipients',
  fields: [
    'id',
    owner,
    'segment_id',
    'contact_id',
    'first_name',
    'last_name',
    'email',
    'country',
    'state',
    'city',
    'address_line1',
    'created_at',
    'updated_at',
    fullname,
  ],
  soft: false,
};

/** The kinds of mail that people can leave. */
export const unsubscribeGroups: Table = {
  name: 'unsubscribe_groups',
  fields: ['id', owner, 'rand_id', 'group_name', 'description', 'is_display', 'created_at', 'updated_at'],
  soft: false,
};

/** People who unsubscribed: each row is for the group it names, or for all mail. */
export const unsubscribers: Table = {
  name: 'unsubscribers',
  fields: ['id', owner, 'unsubscribe_groups_id', 'email_address', 'created_at', 'updated_at'],
  soft: false,
};

/** Senders, as recipients see them. */
export const senders: Table = {
  name: 'senders',
  fields: [
    'id',
    owner,
    'from_name',
    'from_email',
    'reply_to_email',
    'country_id',
    'state_id',
    'city_id',
    'zip_code',
    'company_address',
    'company_address2',
    'nickname',
    'is_verified',
    'utr',
    'send_at',
    'created_at',
    'updated_at',
    'deleted_at',
  ],
  soft: true,
};

/** The designs that the service offers. */
export const templates: Table = {
  name: 'templates',
  fields: ['id', 'template_name', 'preview_image', 'json_code', 'html_code', 'is_blank', 'created_at', 'updated_at'],
  soft: false,
};

/** Single mailings, with targets stored as JSON. */
export const singleSends: Table = {
  name: 'single_sends',
  fields: [
    'id',
    owner,
    'template_id',
    ['recipient_id', 'json(recipients)'],
    ['exclude_specific_recipient_id', 'json(exclusions)'],
    'sender_id',
    'unsubscribe_group_id',
    'single_send_name',
    'from_sender',
    'reply_to',
    'sender_name',
    'sender_address',
    'subject',
    'preheader',
    'schedule_type',
    'schedule_date',
    'schedule_time',
    'status',
    'utr',
    'template_json',
    'template_html',
    ...filledIn(
      'triggered',
      'delivered',
      'unique_opens',
      'total_opens',
      'bounces',
      'unsubscribes',
      'unique_open_token',
    ),
    'sent_at',
    'created_at',
    'updated_at',
  ],
  soft: false,
};

/** Automations. Their group is text in answers, and empty if there is none. */
export const automations: Table = {
  name: 'automations',
  fields: [
    'id',
    owner,
    'automation_for',
    'automation_for_table',
    'automation_name',
    'exit_criteria',
    'unsubscribe_group_id',
    'automation_type',
    'utr',
    'status',
    'live_at',
    ...filledIn(
      'total_triggered',
      'total_delivered',
      'total_unique_opens',
      'total_opens',
      'total_bounces',
      'total_unsubscribe',
    ),
    'deleted_at',
    'created_at',
    'updated_at',
  ],
  soft: true,
};

/** The emails of automations. */
export const schedules: Table = {
  name: 'automation_schedules',
  fields: [
    'id',
    owner,
    'automation_id',
    'sender_id',
    'template_id',
    'subject',
    'waiting_period',
    'waiting_type',
    'utr',
    'preview_img',
    'template_json',
    'template_html',
    'created_at',
    'updated_at',
    ...filledIn('design_url', 'image'),
  ],
  soft: false,
};

/** Addresses that are stored for notifications, and nothing else. */
export const notificationRecipients: Table = {
  name: 'notification_recipients',
  fields: ['id', owner, 'email_address', 'email_owner', 'created_at', 'updated_at'],
  soft: false,
};
