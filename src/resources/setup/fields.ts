import {recordsOf} from '../../api/answers/record-sources.js';
import {command, type Group} from '../../commands/command.js';
import {createOne, lookupOption} from '../../commands/verbs/create.js';
import {remove} from '../../commands/verbs/remove.js';
import {twinOptions} from '../../commands/verbs/twin.js';
import {viewOf} from '../../commands/view.js';
import fields, {field, operations} from '../../endpoints/fields.js';
import {UsageError} from '../../errors.js';
import {listOptions, sheetOption} from '../../records/view/select.js';

const columns = ['id', 'field_name', 'field_type', 'is_reserved', 'created_at'] as const;

export default {
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
      async run(context, {reserved, custom, ...input}) {
        const view = await viewOf(context, input, {shape: field, columns});
        const records = [
          ...(custom && !reserved ? [] : await context.call(operations.reserved)),
          ...(reserved && !custom ? [] : await context.call(operations.custom)),
        ];
        return {
          kind: 'records',
          records: recordsOf(records),
          shape: field,
          key: 'id',
          label: 'field_name',
          noun: {one: 'field', many: 'fields'},
          view,
        };
      },
    }),
    create: command({
      summary: 'Add a custom field',
      takes: {...operations.create.params, ...twinOptions, ...lookupOption, ...sheetOption},
      calls: [operations.reserved, operations.create, operations.custom],
      examples: ['emk fields create age --type number', 'emk fields create --name birth_date --type datetime-local'],
      async run(context, {no_lookup, if_missing, allow_duplicate, columns: asked, ...input}) {
        const reserved = await context.call(operations.reserved);
        if (reserved.some(({field_name}) => field_name.toLowerCase() === input.field_name.toLowerCase())) {
          throw new UsageError(`${input.field_name} is a reserved field, which every contact has already.`, {
            hint: 'Choose another name. emk fields list --reserved shows those that are taken.',
          });
        }
        return createOne(context, operations.create, input, {
          of: fields,
          by: ['field_name'],
          // Contacts hold their values by this very name.
          named: {by: ['field_name'], exactly: true},
          if_missing,
          allow_duplicate,
          sheet: ['id', 'field_name', 'field_type'],
          blind: no_lookup === true,
          columns: asked,
        });
      },
    }),
    delete: remove(operations.delete, {
      of: fields,
      summary: 'Delete custom fields, and what contacts hold in them',
      examples: ['emk fields delete 7', 'emk fields delete 7 8 --yes'],
    }),
  },
} satisfies Group;
