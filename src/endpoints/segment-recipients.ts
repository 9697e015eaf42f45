import {collection, deletion, idOf, many, operation, record, refers, text} from '../api/describe/operation.js';
import type {Reference} from '../api/describe/schema.js';

export const segmentRecipient = record({
  id: 'integer',
  user_id: 'integer',
  segment_id: refers(() => import('./segments.js')),
  contact_id: 'integer|null',
  first_name: 'text',
  last_name: 'text',
  email: 'address',
  country: 'text|null',
  state: 'text|null',
  city: 'text|null',
  address_line1: 'text|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  fullname: 'text',
});

const itself: Reference = async () => ({default: segmentRecipients});

const segmentId = {
  ...idOf('segment', 'The segment, by id or name', () => import('./segments.js')),
  question: 'Which segment?',
  option: 'segment',
} as const;

export const operations = {
  list: operation('GET /segment/email/list?segment_id', {
    effect: 'reads',
    params: {segment_id: segmentId},
    returns: many('contactEmails', segmentRecipient),
  }),
  add: operation('POST /segment/email/store', {
    effect: 'creates',
    admits: 'people',
    params: {
      segment_id: segmentId,
      first_name: {type: 'text', required: true, help: 'First name'},
      last_name: {type: 'text', required: true, help: 'Last name'},
      email: {type: 'text', format: 'address', required: true, help: 'Email address', value: 'address'},
    },
    returns: text('Added Successfully'),
  }),
  delete: deletion('DELETE /segment/email/delete?segment_recipient_id', {
    segment_recipient_id: {...idOf('recipient', 'The recipient, by id or address', itself), option: 'id'},
  }),
};

const segmentRecipients = collection({
  record: segmentRecipient,
  key: 'id',
  label: 'email',
  noun: {one: 'recipient', many: 'recipients'},
  see: 'emk segments recipients list',
  operations,
});

export default segmentRecipients;
