import {recordsOf} from '../api/answers/record-sources.js';
import {effectOf} from '../change/effect/effect.js';
import {changing, command, type Group} from '../commands/command.js';
import {createOne, duplicateOptions, givesCreated} from '../commands/verbs/create.js';
import {remove} from '../commands/verbs/remove.js';
import {viewOf} from '../commands/view.js';
import fields, {field, operations} from '../endpoints/fields.js';
import {listOptions, sheetOption} from '../records/view/select.js';

export default {
  commands: {
    list: command({
      summary: 'List the fields of a contact: reserved, custom, or both',
      takes: listOptions,
      calls: [operations.reserved, operations.custom],
      examples: ['emk fields list --where is_reserved=no', 'emk fields list -o json'],
      gives: {list: field},
      async run(context, input) {
        const view = await viewOf(context, input, {
          shape: field,
          columns: ['id', 'field_name', 'field_type', 'is_reserved', 'created_at'],
        });
        const records = [...(await context.call(operations.reserved)), ...(await context.call(operations.custom))];
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
    create: changing({
      summary: 'Add a custom field',
      takes: {...operations.create.params, ...duplicateOptions, ...sheetOption},
      calls: [operations.create, operations.custom],
      examples: ['emk fields create age --kind number', 'emk fields create --name birth_date --kind datetime-local'],
      gives: givesCreated(field),
      run: (context, {if_missing, allow_duplicate, columns, ...input}) =>
        createOne(
          context,
          {operation: operations.create, agreed: () => context.agree(effectOf('creates', fields))},
          input,
          {
            of: fields,
            by: ['field_name'],
            // Contacts store their values under this exact name.
            duplicates: {by: ['field_name'], exactly: true},
            if_missing,
            allow_duplicate,
            sheet: ['field_name', 'field_type'],
            columns,
          },
        ),
    }),
    delete: remove(operations.delete, {
      of: fields,
      summary: 'Delete custom fields and the values contacts have in them',
      examples: ['emk fields delete designation', 'emk fields delete father_name designation --yes'],
    }),
  },
} satisfies Group;
