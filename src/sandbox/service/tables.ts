import {type Table, userId} from './table.js';

const owner = `${userId} AS user_id`;

export const contactTypes: Table = {
  name: 'contact_types',
  shows: `id, ${owner}, name, deleted_at, created_at, updated_at`,
  soft: true,
};

export const contacts: Table = {
  name: 'contacts',
  shows: `id, ${owner}, contact_type_id, first_name, last_name, email, alt_email, country, state, city, address_line1,
    address_line2, state_province_region, postal_code, custom_field, deleted_at, created_at, updated_at,
    first_name || ' ' || last_name AS fullname`,
  soft: true,
};

export const fields: Table = {
  name: 'fields',
  shows: `id, CASE is_reserved WHEN 0 THEN ${userId} END AS user_id, field_name, field_type, is_reserved, created_at, updated_at`,
  soft: false,
};

export const segments: Table = {
  name: 'segments',
  shows: `id, ${owner}, contact_type_id, segment_name, select_field, select_operator, value, query_type, deleted_at,
    created_at, updated_at`,
  soft: true,
};

export const segmentRecipients: Table = {
  name: 'segment_recipients',
  shows: `id, ${owner}, segment_id, contact_id, first_name, last_name, email, country, state, city, address_line1,
    created_at, updated_at, first_name || ' ' || last_name AS fullname`,
  soft: false,
};

export const unsubscribeGroups: Table = {
  name: 'unsubscribe_groups',
  shows: `id, ${owner}, rand_id, group_name, description, is_display, created_at, updated_at`,
  soft: false,
};

export const unsubscribers: Table = {
  name: 'unsubscribers',
  shows: `id, ${owner}, unsubscribe_groups_id, email_address, created_at, updated_at`,
  soft: false,
};

export const senders: Table = {
  name: 'senders',
  shows: `id, ${owner}, from_name, from_email, reply_to_email, country_id, state_id, city_id, zip_code, company_address,
    company_address2, nickname, is_verified, utr, send_at, created_at, updated_at, deleted_at`,
  soft: true,
};

export const templates: Table = {
  name: 'templates',
  shows: 'id, template_name, preview_image, json_code, html_code, is_blank, created_at, updated_at',
  soft: false,
};

export const singleSends: Table = {
  name: 'single_sends',
  shows: `id, ${owner}, template_id, recipients, exclusions, sender_id, unsubscribe_group_id, single_send_name,
    from_sender, reply_to, sender_name, sender_address, subject, preheader, schedule_type, schedule_date, schedule_time,
    status, utr, template_json, template_html, sent_at, created_at, updated_at`,
  soft: false,
};

export const automations: Table = {
  name: 'automations',
  shows: `id, ${owner}, automation_for, automation_for_table, automation_name, exit_criteria, unsubscribe_group_id,
    automation_type, utr, status, live_at, deleted_at, created_at, updated_at`,
  soft: true,
};

export const schedules: Table = {
  name: 'automation_schedules',
  shows: `id, ${owner}, automation_id, sender_id, template_id, subject, waiting_period, waiting_type, utr, preview_img,
    template_json, template_html, created_at, updated_at`,
  soft: false,
};

export const notificationRecipients: Table = {
  name: 'notification_recipients',
  shows: `id, ${owner}, email_address, email_owner, created_at, updated_at`,
  soft: false,
};
