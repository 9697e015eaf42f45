import {collection, idOf, many, one, operation, params, record, text} from '../api/describe/operation.js';
import type {Reference} from '../api/describe/schema.js';

export const group = record({
  id: 'integer',
  user_id: 'integer',
  rand_id: 'text',
  group_name: 'text',
  description: 'text',
  is_display: 'flag',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  unsubscribe_clients_count: 'integer?',
});

const content = params({
  group_name: {type: 'text', required: true, help: 'Name of the group', option: 'name'},
  description: {type: 'text', required: true, help: 'What people in this group no longer get'},
  is_display: {
    type: 'flag',
    required: true,
    help: 'Show the group on the unsubscribe page',
    option: 'display',
    negatable: true,
  },
});

const itself: Reference = async () => ({default: groups});

const groupId = idOf('group', 'The group, by id or name', itself);

export const operations = {
  list: operation('GET /unsubscribes-groups', {effect: 'reads', returns: many('unsubscribesGroups', group)}),
  create: operation('POST /unsubscribes-groups/save', {
    effect: 'creates',
    params: {...content, group_name: {...content.group_name, byPosition: true}},
    returns: text('Saved Successfully'),
  }),
  details: operation('GET /unsubscribes-groups/details?id', {
    effect: 'reads',
    params: {id: groupId},
    returns: one('unsubscribesGroup', group),
  }),
  update: operation('POST /unsubscribes-groups/update?id', {
    effect: 'updates',
    params: {id: groupId, ...content},
    returns: text('Updated Successfully'),
  }),
};

const groups = collection({
  record: group,
  key: 'id',
  label: 'group_name',
  noun: {one: 'group', many: 'groups'},
  operations,
});

export default groups;
