import {operation} from '../api/operation.js';
import {many, record, text, textUnderErrors} from '../api/schema.js';

export const segment = record({
  id: 'integer',
  user_id: 'integer',
  contact_type_id: 'integer',
  segment_name: 'text',
  select_field: ['text'],
  select_operator: ['text'],
  value: ['text'],
  query_type: 'json',
  deleted_at: 'timestamp|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  segment_emails_count: 'integer',
});

export const recipient = record({
  id: 'integer',
  user_id: 'integer',
  segment_id: 'integer',
  contact_id: 'integer|null',
  first_name: 'text',
  last_name: 'text',
  email: 'text',
  country: 'text|null',
  state: 'text|null',
  city: 'text|null',
  address_line1: 'text|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  fullname: 'text',
});

const segmentId = {
  type: 'integer',
  required: true,
  help: 'Id of the segment',
  option: 'segment',
  value: 'segment',
} as const;

export const operations = {
  list: operation('GET /segment/list', {effect: 'reads', returns: many('segments', segment)}),
  delete: operation('DELETE /segment/delete?segment_id', {
    effect: 'deletes',
    params: {segment_id: segmentId},
    returns: textUnderErrors('Deleted Successfully'),
  }),
};

export const recipientOperations = {
  list: operation('GET /segment/email/list?segment_id', {
    effect: 'reads',
    params: {segment_id: segmentId},
    returns: many('contactEmails', recipient),
  }),
  add: operation('POST /segment/email/store', {
    effect: 'creates',
    params: {
      segment_id: segmentId,
      first_name: {type: 'text', required: true, help: 'First name'},
      last_name: {type: 'text', required: true, help: 'Last name'},
      email: {type: 'text', required: true, help: 'Email address', value: 'address'},
    },
    returns: text('Added Successfully'),
  }),
  delete: operation('DELETE /segment/email/delete?segment_recipient_id', {
    effect: 'deletes',
    params: {segment_recipient_id: {type: 'integer', required: true, help: 'Id of the recipient', option: 'id'}},
    returns: text('Deleted Successfully'),
  }),
};
