import {
  bulkDeletion,
  collection,
  deletion,
  idOf,
  many,
  operation,
  record,
  refers,
  text,
} from '../api/describe/operation.js';
import type {Loose, Reference} from '../api/describe/schema.js';

export const unsubscribe = record({
  id: 'integer',
  user_id: 'integer',
  unsubscribe_groups_id: refers(() => import('./groups.js'), 'integer|null'),
  email_address: 'address',
  created_at: 'timestamp',
  updated_at: 'timestamp',
});

/** Whether somebody left everything, and not one group. The service may omit the group then, or write a zero for it. */
export const leftEverything = ({unsubscribe_groups_id: group}: Loose): boolean => !(Number(group) > 0);

const itself: Reference = async () => ({default: unsubscribes});

export const operations = {
  list: operation('GET /global-unsubscribes', {effect: 'reads', returns: many('unSubscribers', unsubscribe)}),
  add: operation('POST /global-unsubscribes/save', {
    effect: 'creates',
    repeatable: true,
    params: {
      email_address: {
        type: 'text',
        required: true,
        help: 'Address to unsubscribe; several with commas',
        value: 'address',
      },
    },
    returns: text('Added Successfully'),
  }),
  delete: deletion('DELETE /global-unsubscribes/delete?id', {
    id: idOf('unsubscribe', 'The entry, by id or address', itself),
  }),
  bulkDelete: bulkDeletion('POST /global-unsubscribes/bulk-delete'),
};

const unsubscribes = collection({
  record: unsubscribe,
  key: 'id',
  label: 'email_address',
  noun: {one: 'unsubscribe', many: 'unsubscribes'},
  operations,
});

export default unsubscribes;
