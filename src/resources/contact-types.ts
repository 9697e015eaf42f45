import {operation} from '../api/operation.js';
import {many, one, record, text, textUnderErrors} from '../api/schema.js';
import {type Resource, resource} from '../commands/command.js';
import {create} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/list.js';
import {remove} from '../commands/verbs/remove.js';
import {show} from '../commands/verbs/show.js';
import {update} from '../commands/verbs/update.js';

export const contactType = record({
  id: 'integer',
  user_id: 'integer',
  name: 'text',
  deleted_at: 'timestamp|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  contacts_count: 'integer?',
});

const typeId = {type: 'integer', required: true, help: 'Id of the contact type', value: 'type'} as const;
const name = {type: 'text', required: true, help: 'Name of the contact type', limits: {min: 2}} as const;

export const operations = {
  list: operation('GET /contacts-type', {effect: 'reads', returns: many('contactTypes', contactType)}),
  create: operation('POST /contacts-type/add', {
    effect: 'creates',
    params: {name: {...name, byPosition: true}},
    returns: text('Added Successfully'),
  }),
  details: operation('GET /contacts-type/view?contact_type_id', {
    effect: 'reads',
    params: {contact_type_id: typeId},
    returns: one('contactType', contactType),
  }),
  update: operation('POST /contacts-type/update', {
    effect: 'updates',
    params: {id: typeId, name},
    returns: text('Updated Successfully'),
  }),
  delete: operation('DELETE /contacts-type/delete?contact_type_id', {
    effect: 'deletes',
    params: {contact_type_id: typeId},
    returns: textUnderErrors('Deleted Successfully'),
  }),
};

const noun = {one: 'contact type', many: 'contact types'};

const contactTypes: Resource = resource({
  record: contactType,
  key: 'id',
  label: 'name',
  noun,
  list: operations.list,
  see: 'emk contact-types list',
  operations,
  commands: {
    list: list(operations.list, {
      summary: 'List contact types',
      columns: ['id', 'name', 'contacts_count', 'created_at'],
      key: 'id',
      noun,
      examples: ['emk contact-types list', "emk contact-types list --where 'contacts_count>0' --sort -contacts_count"],
    }),
    show: show(operations.details, {
      noun,
      summary: 'Show one contact type',
      key: 'id',
      examples: ['emk contact-types show 12', 'emk contact-types show 12 -o json'],
    }),
    create: create(operations.create, {
      summary: 'Create a contact type',
      key: 'id',
      noun,
      list: operations.list,
      by: ['name'],
      examples: ['emk contact-types create Leads', 'id=$(emk contact-types create --name "Spring leads" -o id)'],
    }),
    update: update(operations.update, {
      noun,
      summary: 'Rename a contact type',
      read: operations.details,
      key: 'id',
      examples: [
        'emk contact-types update 12 --name "Spring leads"',
        'emk contact-types update 12 --name Leads --dry-run',
      ],
    }),
    delete: remove(operations.delete, {
      summary: 'Delete contact types',
      noun,
      list: operations.list,
      names: {list: operations.list, key: 'id', label: 'name'},
      examples: ['emk contact-types delete 12', 'emk contact-types delete 12 13 --yes'],
    }),
  },
});

export default contactTypes;
