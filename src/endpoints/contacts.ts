import {
  bulkDeletion,
  collection,
  deletion,
  file,
  idOf,
  many,
  one,
  operation,
  params,
  record,
  refers,
  text,
} from '../api/describe/operation.js';
import type {Reference} from '../api/describe/schema.js';

/** Empty fields are null, although the documentation says that all but the addresses are text. */
export const contact = record({
  id: 'integer',
  user_id: 'integer',
  contact_type_id: refers(() => import('./lists.js')),
  first_name: 'text|null',
  last_name: 'text|null',
  email: 'address|null',
  alt_email: 'address|null',
  country: refers(() => import('./locations.js'), 'text|null'), // a name when listed, an id when shown
  state: 'text|null',
  city: 'text|null',
  address_line1: 'text|null',
  address_line2: 'text|null',
  state_province_region: 'text|null',
  postal_code: 'text|null',
  custom_field: 'custom|null',
  deleted_at: 'timestamp|null',
  created_at: 'timestamp',
  updated_at: 'timestamp',
  fullname: 'text',
  contact_type: 'json?',
});

/** Everything that people write into a contact, including its custom fields. */
export const searched = [
  ...(['email', 'alt_email', 'first_name', 'last_name', 'city', 'state', 'country', 'postal_code'] as const),
  ...(['address_line1', 'address_line2', 'state_province_region', 'custom_field'] as const),
] as const;

const itself: Reference = async () => ({default: contacts});

const contactId = idOf('contact', 'The contact, by id or address', itself);

export const listFilter = {
  type: 'integer',
  from: () => import('./lists.js'),
  option: 'list',
  value: 'list',
} as const;
const listId = {...listFilter, required: true, help: 'List to put the contact in'} as const;

/** The fields of a contact except its custom fields, which only an import can set. */
export const content = params({
  contact_type_id: listId,
  email: {type: 'text', format: 'address', required: true, help: 'Email address', value: 'address'},
  country: idOf('country', 'Country', () => import('./locations.js')),
  first_name: {type: 'text', help: 'First name'},
  last_name: {type: 'text', help: 'Last name'},
  state: {type: 'text', help: 'Name of the state'},
  city: {type: 'text', help: 'Name of the city'},
  address_line1: {type: 'text', help: 'Address'},
  address_line2: {type: 'text', help: 'Address, second line'},
  state_province_region: {type: 'text', help: 'State, province or region'},
  postal_code: {type: 'text', help: 'Postal code'},
});

export const operations = {
  list: operation('GET /contacts/list', {effect: 'reads', returns: many('contacts', contact)}),
  create: operation('POST /contacts/add', {
    effect: 'creates',
    admits: 'people',
    params: content,
    returns: text('Contact Added Successfully'),
  }),
  sample: operation('GET /contacts/csv-sample/download', {effect: 'reads', returns: file}),
  upload: operation('POST /contacts/upload-csv', {
    effect: 'creates',
    admits: 'people',
    params: {
      contact_type_id: listId,
      file: {type: 'file', required: true, help: 'A .csv file', limits: {pattern: /\.csv$/i, says: 'must end in .csv'}},
    },
    returns: text('Imported Successfully'),
  }),
  details: operation('GET /contacts/details?contact_id', {
    effect: 'reads',
    params: {contact_id: contactId},
    returns: one('contact', contact),
  }),
  update: operation('POST /contacts/update', {
    effect: 'updates',
    admits: 'people',
    params: {contact_id: contactId, ...content},
    returns: text('Contact Updated Successfully'),
  }),
  delete: deletion('DELETE /contacts/delete?contact_id', {contact_id: contactId}),
  bulkDelete: bulkDeletion('POST /contacts/bulk-delete'),
};

const contacts = collection({
  record: contact,
  key: 'id',
  label: 'email',
  beside: ({fullname, contact_type}) => [fullname, contact_type],
  searched,
  noun: {one: 'contact', many: 'contacts'},
  operations,
});

export default contacts;
