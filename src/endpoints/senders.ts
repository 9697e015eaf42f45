import {
  collection,
  deletion,
  idOf,
  many,
  one,
  operation,
  params,
  record,
  refers,
  text,
} from '../api/describe/operation.js';
import type {Loose, Reference} from '../api/describe/schema.js';

const states: Reference = () => import('./locations.js').then(({states}) => ({default: states}));
const cities: Reference = () => import('./locations.js').then(({cities}) => ({default: cities}));

export const sender = record({
  id: 'integer',
  user_id: 'integer',
  from_name: 'text',
  from_email: 'address',
  reply_to_email: 'address',
  country_id: refers(() => import('./locations.js')),
  state_id: refers(states, 'integer|null'),
  city_id: refers(cities, 'integer|null'),
  zip_code: 'text|null',
  company_address: 'text',
  company_address2: 'text|null',
  nickname: 'text',
  is_verified: 'flag',
  utr: 'text',
  send_at: 'moment',
  created_at: 'timestamp|null',
  updated_at: 'timestamp|null',
  deleted_at: 'timestamp|null',
});

/** Whether mail can come from it. */
export const isVerified = ({is_verified}: Loose): boolean => Number(is_verified) === 1;

const itself: Reference = async () => ({default: senders});

const senderId = idOf('sender', 'The sender, by id, address or nickname', itself);

const content = params({
  from_name: {type: 'text', required: true, help: 'Name that people see'},
  from_email: {type: 'text', format: 'address', required: true, help: 'Address that people see', value: 'address'},
  reply_to_email: {
    type: 'text',
    format: 'address',
    required: true,
    help: 'Address that replies go to',
    option: 'reply-to',
    value: 'address',
  },
  country_id: {...idOf('country', 'Country of the company', () => import('./locations.js')), option: 'country'},
  state_id: {type: 'integer', help: 'State of the company', from: states, option: 'state', value: 'state'},
  city_id: {type: 'integer', help: 'City of the company', from: cities, option: 'city', value: 'city'},
  zip_code: {type: 'text', help: 'Postal code of the company', option: 'postal-code'},
  company_address: {
    type: 'text',
    required: true,
    help: 'Postal address of the company: street, place and country',
    option: 'address-line1',
    limits: {max: 255},
  },
  company_address2: {
    type: 'text',
    help: 'Postal address, second line',
    option: 'address-line2',
    limits: {max: 255},
  },
  nickname: {type: 'text', required: true, help: 'Name of the sender; only you see it'},
});

export const operations = {
  list: operation('GET /senders', {effect: 'reads', also: 'POST', returns: many('senders', sender)}),
  create: operation('POST /sender/save', {effect: 'creates', params: content, returns: text('Added Successfully')}),
  details: operation('GET /sender/details?sender_id', {
    effect: 'reads',
    params: {sender_id: senderId},
    returns: one('sender', sender),
  }),
  update: operation('POST /sender/update', {
    effect: 'updates',
    params: {sender_id: senderId, ...content},
    returns: text('Updated Successfully'),
  }),
  delete: deletion('DELETE /sender/delete?sender_id', {sender_id: senderId}, 'errors'),
  resendMail: operation('GET /sender/resend-mail?sender_id', {
    effect: 'sends',
    params: {sender_id: senderId},
    returns: text('Verification Mail Send'),
  }),
};

const senders = collection({
  record: sender,
  key: 'id',
  label: 'from_email',
  labels: ['nickname'],
  beside: one => [one.from_name, ...(isVerified(one) ? [] : ['not verified'])],
  noun: {one: 'sender', many: 'senders'},
  operations,
});

export default senders;
