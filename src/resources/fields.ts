import {recordsArriving} from '../api/answers/record-sources.js';
import type {Context} from '../change/context.js';
import type {Id} from '../change/work/journal.js';
import type {Group} from '../commands/command.js';
import {create} from '../commands/verbs/create.js';
import {list} from '../commands/verbs/read.js';
import {remove} from '../commands/verbs/remove.js';
import {PreflightError} from '../core/errors.js';
import {andList, plural} from '../core/words/sentence.js';
import fields, {operations} from '../endpoints/fields.js';
import {headOf} from '../records/fields/heads.js';
import {stillNeeded} from './still-needed.js';

const stillUsed = stillNeeded('unknown-tag', needs => needs.needFields);

export default {
  commands: {
    list: {
      ...list(operations.custom, {
        of: {...fields, noun: {one: 'field', many: 'fields'}},
        summary: 'List the fields of a contact: reserved, custom, or both',
        columns: ['id', 'field_name', 'field_type', 'is_reserved', 'created_at'],
        records: ({call}) =>
          recordsArriving(async function* () {
            yield [...(await call(operations.reserved)), ...(await call(operations.custom))];
          }),
        examples: ['emk fields list --where is_reserved=no', 'emk fields list -o json'],
      }),
      calls: [operations.reserved, operations.custom],
    },
    create: create(operations.create, {
      of: fields,
      summary: 'Add a custom field',
      by: ['field_name'],
      // Contacts store their values under this exact name.
      duplicates: {by: ['field_name'], exactly: true},
      sheet: ['field_name', 'field_type'],
      examples: ['emk fields create age --kind number', 'emk fields create --name birth_date --kind datetime-local'],
    }),
    delete: remove(operations.delete, {
      of: fields,
      comesBack: ', without the values of people',
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
