import type {Shape} from '../../api/describe/schema.js';
import {capital, folded} from '../../core/words/sentence.js';

/** The head of a field's column for people. JSON, CSV and scripts use the service's own name. */
export const headOf = (path: string): string => heads.get(path) ?? spelledOut(path);

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

/** The fields under each head, apart from those that are called like their names. */
const fieldsUnder: {readonly [head: string]: string} = {
  ID: 'id',
  Code: 'utr rand_id',
  Account: 'user_id',
  Created: 'created_at',
  Changed: 'updated_at',
  Deleted: 'deleted_at',
  Name: 'fullname automation_name from_name group_name segment_name single_send_name template_name field_name',
  Email: 'email_address from_email',
  'Other email': 'alt_email',
  Owner: 'email_owner',
  Address: 'address_line1 company_address',
  'Address line 2': 'address_line2 company_address2',
  Region: 'state_province_region',
  'Postal code': 'zip_code',
  Country: 'country_id',
  State: 'state_id',
  City: 'city_id',
  'Own fields': 'custom_field',
  List: 'contact_type contact_type.name contact_type_id',
  Contact: 'contact_id',
  People: 'contacts_count segment_emails_count unsubscribe_clients_count',
  Segment: 'segment_id',
  Fields: 'select_field',
  Comparisons: 'select_operator',
  'Joined by': 'query_type',
  Group: 'unsubscribe_group_id unsubscribe_groups_id',
  Shown: 'is_display',
  'Unsubscribed from': 'left',
  'Left groups': 'groups_left',
  Sender: 'sender_id',
  From: 'from_sender',
  'Replies to': 'reply_to reply_to_email',
  Verified: 'is_verified',
  'Asked to verify': 'send_at',
  Template: 'template_id',
  Design: 'template_json json_code design_url',
  HTML: 'template_html html_code',
  Blank: 'is_blank',
  Picture: 'preview_image',
  Preview: 'preview_img',
  To: 'recipient_id',
  Except: 'exclude_specific_recipient_id',
  'Goes out': 'schedule_type',
  Day: 'schedule_date',
  Time: 'schedule_time',
  Sent: 'sent_at',
  Opened: 'unique_opens total_unique_opens',
  Opens: 'total_opens',
  Delivered: 'total_delivered',
  Mails: 'triggered total_triggered',
  'Delivery rate': 'delivered_rate',
  Default: 'standard',
  Profile: 'of',
  Bounced: 'bounces total_bounces',
  Unsubscribed: 'unsubscribes total_unsubscribe',
  'Opened by': 'unique_open_token',
  For: 'automation_for',
  'Kind of list': 'automation_for_table',
  Kind: 'automation_type field_type',
  Automation: 'automation_id',
  Emails: 'automation_schedule_count',
  'Ends when': 'exit_criteria',
  'Live since': 'live_at',
  Waits: 'waiting_period',
  Unit: 'waiting_type',
  'Built in': 'is_reserved',
  Finding: 'says',
  'What to do': 'hint',
};

const heads = new Map(
  Object.entries(fieldsUnder).flatMap(([head, fields]) => fields.split(' ').map(field => [field, head] as const)),
);
