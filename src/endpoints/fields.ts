import {collection, deletion, idOf, many, operation, record, text} from '../api/describe/operation.js';
import type {Reference} from '../api/describe/schema.js';

export const field = record({
  id: 'integer',
  user_id: 'integer|null',
  field_name: 'text',
  field_type: 'text',
  is_reserved: 'flag',
  created_at: 'timestamp|null',
  updated_at: 'timestamp|null',
});

const itself: Reference = async () => ({default: fields});

/** The fields that every contact has, in a familiar order. Custom fields cannot use their names. */
export const reservedFields = [
  'first_name',
  'last_name',
  'email',
  'alt_email',
  'country',
  'state',
  'city',
  'address_line1',
  'address_line2',
  'state_province_region',
  'postal_code',
] as const;

export type ReservedField = (typeof reservedFields)[number];

export const operations = {
  reserved: operation('GET /reserve-fields', {effect: 'reads', returns: many('reservedFields', field)}),
  custom: operation('GET /custom-fields', {effect: 'reads', returns: many('customFields', field)}),
  create: operation('POST /custom-fields/save', {
    effect: 'creates',
    params: {
      field_name: {
        type: 'text',
        required: true,
        help: 'Name of the field: letters, digits and underscores',
        option: 'name',
        byPosition: true,
        limits: {pattern: /^[A-Za-z0-9_]+$/, says: 'may hold only letters A-Z, digits and underscores'},
      },
      field_type: {
        type: 'text',
        required: true,
        choices: ['text', 'number', 'datetime-local'],
        help: 'Kind of value it holds',
        option: 'kind',
      },
    },
    returns: text('Added Successfully'),
  }),
  delete: deletion('DELETE /custom-fields/delete?id', {id: idOf('field', 'The custom field, by id or name', itself)}),
};

const fields = collection({
  record: field,
  key: 'id',
  label: 'field_name',
  noun: {one: 'custom field', many: 'custom fields'},
  list: operations.custom,
  see: 'emk fields list --where is_reserved=no',
  operations,
});

export default fields;
