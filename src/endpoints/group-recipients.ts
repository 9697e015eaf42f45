import {bulkDeletion, collection, deletion, idOf, many, operation, text} from '../api/describe/operation.js';
import type {Reference} from '../api/describe/schema.js';
import {unsubscribe} from './unsubscribes.js';

const itself: Reference = async () => ({default: groupRecipients});

const groupId = {
  ...idOf('group', 'The group, by id or name', () => import('./groups.js')),
  question: 'Which group?',
} as const;

export const operations = {
  add: operation('POST /unsubscribes-groups/manually-add', {
    effect: 'creates',
    repeatable: true,
    params: {
      unsubscribe_groups_id: groupId,
      email_address: {type: 'text', required: true, help: 'Address to add; several with commas', value: 'address'},
    },
    returns: text('Added Successfully'),
  }),
  list: operation('GET /unsubscribes-groups/recipients-list?groupId', {
    effect: 'reads',
    params: {groupId: {...groupId, option: 'group'}},
    returns: many('recipients', unsubscribe),
  }),
  delete: deletion('DELETE /unsubscribes-groups/recipients-delete?id', {
    id: idOf('recipient', 'The recipient, by id or address', itself),
  }),
  bulkDelete: bulkDeletion('POST /unsubscribes-groups/recipients-bulk-delete'),
};

const groupRecipients = collection({
  record: unsubscribe,
  key: 'id',
  label: 'email_address',
  noun: {one: 'recipient', many: 'recipients'},
  see: 'emk groups recipients list',
  operations,
});

export default groupRecipients;
