import {operation} from '../api/operation.js';
import {recordsOf} from '../api/record-sources.js';
import {many, record, text} from '../api/schema.js';
import {command, type Resource, resource} from '../commands/command.js';
import {listOptions, toView} from '../commands/select.js';
import {createOne, lookupOption} from '../commands/verbs/create.js';
import {remove} from '../commands/verbs/remove.js';
import {UsageError} from '../errors.js';

export const field = record({
  id: 'integer',
  user_id: 'integer|null',
  field_name: 'text',
  field_type: 'text',
  is_reserved: 'flag',
  created_at: 'timestamp|null',
  updated_at: 'timestamp|null',
});

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
        option: 'type',
      },
    },
    returns: text('Added Successfully'),
  }),
  delete: operation('DELETE /custom-fields/delete?id', {
    effect: 'deletes',
    params: {id: {type: 'integer', required: true, help: 'Id of the custom field'}},
    returns: text('Deleted Successfully'),
  }),
};

const noun = {one: 'custom field', many: 'custom fields'};
const columns = ['id', 'field_name', 'field_type', 'is_reserved', 'created_at'] as const;

const fields: Resource = resource({
  record: field,
  key: 'id',
  label: 'field_name',
  noun,
  list: operations.custom,
  see: 'emk fields list --custom',
  operations,
  commands: {
    list: command({
      summary: 'List the fields of a contact: reserved, custom, or both',
      takes: {
        reserved: {type: 'flag', help: 'Only the fields that every contact has'},
        custom: {type: 'flag', help: 'Only the fields that this account added'},
        ...listOptions,
      },
      calls: [operations.reserved, operations.custom],
      examples: ['emk fields list --custom', 'emk fields list --reserved -o json'],
      async run({call, host}, {reserved, custom, ...input}) {
        const view = toView(input, {shape: field, columns, timeZone: host.env['TZ']});
        const records = [
          ...(custom && !reserved ? [] : await call(operations.reserved)),
          ...(reserved && !custom ? [] : await call(operations.custom)),
        ];
        return {
          kind: 'records',
          records: recordsOf(records),
          shape: field,
          key: 'id',
          noun: {one: 'field', many: 'fields'},
          view,
        };
      },
    }),
    create: command({
      summary: 'Add a custom field',
      takes: {...operations.create.params, ...lookupOption},
      calls: [operations.reserved, operations.create, operations.custom],
      examples: ['emk fields create age --type number', 'emk fields create --name birth_date --type datetime-local'],
      async run(context, {no_lookup, ...input}) {
        const reserved = await context.call(operations.reserved);
        if (reserved.some(({field_name}) => field_name.toLowerCase() === input.field_name.toLowerCase())) {
          throw new UsageError(`${input.field_name} is a reserved field, which every contact has already.`, {
            hint: 'Choose another name. emk fields list --reserved shows those that are taken.',
          });
        }
        return createOne(context, operations.create, input, {
          noun,
          key: 'id',
          list: operations.custom,
          by: ['field_name'],
          blind: no_lookup === true,
        });
      },
    }),
    delete: remove(operations.delete, {
      summary: 'Delete custom fields, and what contacts hold in them',
      noun,
      list: operations.custom,
      names: {list: operations.custom, key: 'id', label: 'field_name'},
      examples: ['emk fields delete 7', 'emk fields delete 7 8 --yes'],
    }),
  },
});

export default fields;
