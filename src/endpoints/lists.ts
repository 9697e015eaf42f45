import {collection, deletion, idOf, many, one, operation, record, text} from '../api/describe/operation.js';
import type {Reference} from '../api/describe/schema.js';
import {people} from '../core/words/sentence.js';

export const contactList = record({
  id: 'integer',
  user_id: 'integer',
  name: 'text',
  deleted_at: 'timestamp|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  contacts_count: 'integer?',
});

const itself: Reference = async () => ({default: lists});

const listId = idOf('list', 'The list, by id or name', itself);
const name = {type: 'text', required: true, help: 'Name of the list', limits: {min: 2}} as const;

export const operations = {
  list: operation('GET /contacts-type', {effect: 'reads', returns: many('contactTypes', contactList)}),
  create: operation('POST /contacts-type/add', {
    effect: 'creates',
    params: {name: {...name, byPosition: true}},
    returns: text('Added Successfully'),
  }),
  details: operation('GET /contacts-type/view?contact_type_id', {
    effect: 'reads',
    params: {contact_type_id: listId},
    returns: one('contactType', contactList),
    // For a missing list, the service answers with the complaints of the custom fields' endpoint.
    complainsOfAbsence: ['field_name', 'field_type'],
  }),
  update: operation('POST /contacts-type/update', {
    effect: 'updates',
    params: {id: listId, name},
    returns: text('Updated Successfully'),
  }),
  delete: deletion('DELETE /contacts-type/delete?contact_type_id', {contact_type_id: listId}, 'errors'),
};

const lists = collection({
  record: contactList,
  key: 'id',
  label: 'name',
  beside: ({contacts_count}) => [people(contacts_count)],
  noun: {one: 'list', many: 'lists'},
  operations,
});

export default lists;
