import {bulkDeletion, collection, deletion, idOf, many, operation, record, text} from '../api/describe/operation.js';
import type {Reference} from '../api/describe/schema.js';

export const notification = record({
  id: 'integer',
  user_id: 'integer',
  email_address: 'address',
  email_owner: 'text',
  created_at: 'timestamp',
  updated_at: 'timestamp',
});

const itself: Reference = async () => ({default: notifications});

export const operations = {
  list: operation('GET /notification-recipients', {
    effect: 'reads',
    returns: many('notifications', notification),
  }),
  add: operation('POST /notification-recipient/save', {
    effect: 'creates',
    params: {
      email_address: {
        type: 'text',
        format: 'address',
        required: true,
        byPosition: true,
        help: 'Email address',
        option: 'email',
        value: 'address',
      },
      email_owner: {type: 'text', required: true, help: 'Name of the owner', option: 'owner', value: 'name'},
    },
    returns: text('Added Successfully'),
  }),
  delete: deletion('DELETE /notification-recipient/delete?id', {
    id: idOf('recipient', 'The recipient, by id or address', itself),
  }),
  bulkDelete: bulkDeletion('POST /notification-recipient/bulk-delete'),
};

const notifications = collection({
  record: notification,
  key: 'id',
  label: 'email_address',
  noun: {one: 'notification', many: 'notifications'},
  operations,
});

export default notifications;
