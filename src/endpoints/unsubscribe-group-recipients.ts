import {collection} from '../api/describe/collection.js';
import {bulkDeletion, operation} from '../api/describe/operation.js';
import {many, type Reference, text} from '../api/describe/schema.js';
import {unsubscriber} from './unsubscribers.js';

const itself: Reference = async () => ({default: groupRecipients});

const groupId = {
  type: 'integer',
  required: true,
  help: 'The unsubscribe group, by id or name',
  question: 'Which unsubscribe group?',
  from: () => import('./unsubscribe-groups.js'),
  value: 'group',
} as const;

export const operations = {
  add: operation('POST /unsubscribes-groups/manually-add', {
    effect: 'creates',
    params: {
      unsubscribe_groups_id: groupId,
      email_address: {type: 'text', required: true, help: 'Address to add; several with commas', value: 'address'},
    },
    returns: text('Added Successfully'),
  }),
  list: operation('GET /unsubscribes-groups/recipients-list?groupId', {
    effect: 'reads',
    params: {groupId: {...groupId, option: 'group'}},
    returns: many('recipients', unsubscriber),
  }),
  delete: operation('DELETE /unsubscribes-groups/recipients-delete?id', {
    effect: 'deletes',
    params: {
      id: {type: 'integer', required: true, help: 'The recipient, by id or address', from: itself, value: 'recipient'},
    },
    returns: text('Deleted Successfully'),
  }),
  bulkDelete: bulkDeletion('POST /unsubscribes-groups/recipients-bulk-delete'),
};

const groupRecipients = collection({
  record: unsubscriber,
  key: 'id',
  label: 'email_address',
  noun: {one: 'recipient', many: 'recipients'},
  list: operations.list,
  see: 'emk unsubscribe-groups recipients list',
  operations,
});

export default groupRecipients;
