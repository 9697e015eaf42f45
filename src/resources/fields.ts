import {recordsOf} from '../api/answers/record-sources.js';
import type {Context} from '../change/context.js';
import {effectOf} from '../change/effect/effect.js';
import type {Id} from '../change/records/remove-records.js';
import {changing, command, type Group} from '../commands/command.js';
import {createOne, duplicateOptions, givesCreated} from '../commands/verbs/create.js';
import {remove} from '../commands/verbs/remove.js';
import {viewOf} from '../commands/view.js';
import {PreflightError, UsageError} from '../core/errors.js';
import {andList, plural} from '../core/words/sentence.js';
import fields, {field, fieldTypeInWords, operations} from '../endpoints/fields.js';
import type {Computed} from '../records/fields/computed.js';
import {headOf} from '../records/fields/heads.js';
import {listOptions, sheetOption} from '../records/view/select.js';
import {stillNeeded} from './still-needed.js';

const columns: readonly string[] = ['id', 'field_name', 'field_type', 'is_reserved', 'created_at'];

const columnInWords = (path: string, read: Computed['read']): Computed => ({
  ...{path, instead: [path], read},
  needs: ['field_name', 'field_type', 'is_reserved'],
});

/** What people read of a field: the name above its column, the tag that stands for it in a mailing, and its kind. */
const forPeople: readonly Computed[] = [
  columnInWords('field_name', ({field_name, is_reserved}) =>
    headOf(`${Number(is_reserved) === 1 ? '' : 'custom_field.'}${String(field_name)}`),
  ),
  columnInWords('in_a_mailing', ({field_name}) => `((${String(field_name)}))`),
  columnInWords('field_type', ({field_type}) => fieldTypeInWords(String(field_type))),
];

const stillUsed = stillNeeded('unknown-tag', needs => needs.needFields);

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
          ...(context.reader === 'people'
            ? {columns: columns.toSpliced(2, 0, 'in_a_mailing'), computed: forPeople}
            : {columns}),
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
      calls: [operations.reserved, operations.create, operations.custom],
      examples: ['emk fields create age --kind number', 'emk fields create --name birth_date --kind datetime-local'],
      gives: givesCreated(field),
      async run(context, {if_missing, allow_duplicate, columns: asked, ...input}) {
        const reserved = await context.call(operations.reserved);
        if (reserved.some(({field_name}) => field_name.toLowerCase() === input.field_name.toLowerCase())) {
          throw new UsageError(`${input.field_name} is a reserved field, which every contact has already.`, {
            hint: 'Choose another name. To see the reserved ones: emk fields list --where is_reserved=yes',
          });
        }
        return createOne(
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
            columns: asked,
          },
        );
      },
    }),
    delete: remove(operations.delete, {
      of: fields,
      summary: 'Delete custom fields and the values contacts have in them',
      guard: {
        ...stillUsed,
        calls: [operations.reserved],
        async look(context, ids, input) {
          await refuseReserved(context, ids);
          return stillUsed.look(context, ids, input);
        },
      },
      examples: ['emk fields delete designation', 'emk fields delete father_name designation --yes'],
    }),
  },
} satisfies Group;

/** Refuses reserved fields. The service lists them with an id, so people try to delete them. */
async function refuseReserved({call}: Context, ids: readonly Id[]): Promise<void> {
  const custom = await call(operations.custom);
  const strange = ids.filter(given => !custom.some(({id}) => String(id) === String(given)));
  if (strange.length === 0) return;
  const reserved = await call(operations.reserved);
  const names = strange.flatMap(given => reserved.find(({id}) => String(id) === String(given))?.field_name ?? []);
  if (names.length === 0) return;
  const what = plural(names.length, 'is a reserved field', 'are reserved fields');
  throw new PreflightError(`${andList(names.map(headOf))} ${what} that every contact has, and cannot be deleted.`, {
    hint: 'Nothing was deleted. To see the fields you can delete: emk fields list --where is_reserved=no',
  });
}
