import type {Shape} from '../../api/describe/schema.js';
import {capital, folded} from '../../core/words/sentence.js';
import {lookUp} from '../../core/words/values.js';

/** The head of a field's column for people. JSON, CSV and scripts use the service's own name. */
export const headOf = (path: string): string => lookUp(words, path) ?? spelledOut(path);

/** The field with this name or head; undefined if these records have no such field. */
export function fieldCalled(
  typed: string,
  {shape, also = []}: {readonly shape: Shape; readonly also?: readonly string[]},
): string | undefined {
  const names = [...Object.keys(shape), ...also];
  const wanted = folded(typed);
  return names.find(name => name === typed) ?? names.find(name => folded(headOf(name)) === wanted);
}

/** `father_name` as `Father name`, and `custom_field.age` as `Age`. Other words stay as they are. */
function spelledOut(path: string): string {
  const [first = '', ...below] = path.split('.');
  const isCustom = first === 'custom_field' && below.length > 0;
  if (!isCustom && !/^[a-z][a-z0-9_.]*$/.test(path)) return path;
  const parts = below.length === 0 ? [first] : isCustom ? below : [headOf(first), ...below];
  return capital(parts.join(' ').replaceAll('_', ' ').trim());
}

const words: {readonly [path: string]: string} = {
  id: 'ID',
  utr: 'Code',
  user_id: 'Account',
  created_at: 'Created',
  updated_at: 'Changed',
  deleted_at: 'Deleted',

  fullname: 'Name',
  automation_name: 'Name',
  from_name: 'Name',
  group_name: 'Name',
  segment_name: 'Name',
  single_send_name: 'Name',
  template_name: 'Name',
  field_name: 'Name',
  email_address: 'Email',
  from_email: 'Email',
  alt_email: 'Other email',
  email_owner: 'Owner',
  address_line1: 'Address',
  address_line2: 'Address line 2',
  company_address: 'Address',
  company_address2: 'Address line 2',
  state_province_region: 'Region',
  zip_code: 'Postal code',
  country_id: 'Country',
  state_id: 'State',
  city_id: 'City',
  custom_field: 'Own fields',

  contact_type: 'List',
  'contact_type.name': 'List',
  contact_type_id: 'List',
  contact_id: 'Contact',
  contacts_count: 'People',
  segment_emails_count: 'People',
  unsubscribe_clients_count: 'People',
  segment_id: 'Segment',
  select_field: 'Fields',
  select_operator: 'Comparisons',
  value: 'Value',
  query_type: 'Joined by',
  unsubscribe_group_id: 'Group',
  unsubscribe_groups_id: 'Group',
  is_display: 'Shown',
  rand_id: 'Code',
  left: 'Unsubscribed from',
  groups_left: 'Left groups',

  sender_id: 'Sender',
  from_sender: 'From',
  reply_to: 'Replies to',
  reply_to_email: 'Replies to',
  is_verified: 'Verified',
  send_at: 'Asked to verify',
  template_id: 'Template',
  template_json: 'Design',
  json_code: 'Design',
  template_html: 'HTML',
  html_code: 'HTML',
  is_blank: 'Blank',
  preview_image: 'Picture',
  preview_img: 'Preview',
  design_url: 'Design',

  recipient_id: 'To',
  exclude_specific_recipient_id: 'Except',
  schedule_type: 'Goes out',
  schedule_date: 'Day',
  schedule_time: 'Time',
  sent_at: 'Sent',
  unique_opens: 'Opened',
  total_unique_opens: 'Opened',
  total_opens: 'Opens',
  total_delivered: 'Delivered',
  triggered: 'Mails',
  total_triggered: 'Mails',
  delivered_rate: 'Delivery rate',

  standard: 'Default',
  of: 'Profile',

  bounces: 'Bounced',
  total_bounces: 'Bounced',
  unsubscribes: 'Unsubscribed',
  total_unsubscribe: 'Unsubscribed',
  unique_open_token: 'Opened by',

  automation_for: 'For',
  automation_for_table: 'Kind of list',
  automation_type: 'Kind',
  automation_id: 'Automation',
  automation_schedule_count: 'Emails',
  exit_criteria: 'Ends when',
  live_at: 'Live since',
  waiting_period: 'Waits',
  waiting_type: 'Unit',

  field_type: 'Kind',
  is_reserved: 'Built in',

  says: 'Finding',
  hint: 'What to do',
};
