import {rmSync} from 'node:fs';
import {basename} from 'node:path';
import {readKeptDeletion} from '../accounts/read-kept-deletion.js';
import type {Loose} from '../api/describe/schema.js';
import type {Context} from '../commands/command.js';
import {startImport} from '../contacts-import/command/start.js';
import {csvLines} from '../csv/bytes/write-lines.js';
import {operations as contactTypes} from '../endpoints/contact-types.js';
import {reservedFields} from '../endpoints/fields.js';
import {UsageError} from '../errors.js';
import type {Result} from '../output/results/result.js';
import {toReader} from '../records/fields/path.js';
import {writeWhole} from '../system/whole-file.js';
import type {AtDoor} from '../who-left/door.js';

type Back = {readonly path: string; readonly type: string | undefined; readonly allowed: boolean} & Pick<
  AtDoor,
  'include_unsubscribed'
>;

/** Imports the contacts of a copy, list by list: an import adds nobody twice, and can be resumed. */
export async function contactsBack(
  context: Context,
  {path, type, allowed, include_unsubscribed}: Back,
): Promise<Result> {
  const found = await lookAt(context, path);
  let last: Result = {kind: 'nothing'};
  for (const [id, target] of found.types) {
    if (last.kind === 'data' && last.text !== '') context.notice(last.text);
    const name = type ?? (await targetOf(context, id, target));
    const file = path.replace(/\.jsonl$/, `.${id}.csv`);
    await writeWhole(file, rows(context, path, {id, custom: found.custom}));
    const carriedOver = {include_unsubscribed, keep_status: true, max_errors: '100%', allow_automations: allowed};
    last = await startImport(
      context,
      {
        ...carriedOver,
        file,
        type: name,
        create_type: true,
        split_names: 'no',
        status_column: 'none',
        date_order: 'dmy',
      },
      `copy ${basename(path, '.jsonl')}`,
    );
    if (last.kind !== 'data' || last.error) return last;
    rmSync(file, {force: true});
  }
  return last;
}

/** The lists of the contacts, with names if the copy has them, and their custom fields. */
async function lookAt(context: Context, path: string): Promise<Found> {
  const types = new Map<number, string | undefined>();
  const names = new Map<number, string>();
  const custom = new Set<string>();
  for await (const {kind, record} of readKeptDeletion(context, path)) {
    if (kind === 'contact-types') names.set(Number(record['id']), String(record['name']));
    if (kind !== 'contacts') continue;
    const id = Number(record['contact_type_id']);
    types.set(id, types.get(id) ?? names.get(id) ?? nameIn(record['contact_type']));
    for (const name of Object.keys(record['custom_field'] ?? {})) custom.add(name);
  }
  return {types, custom: [...custom]};
}

type Found = {readonly types: ReadonlyMap<number, string | undefined>; readonly custom: readonly string[]};

const nameIn = (type: unknown): string | undefined =>
  typeof type === 'object' && type !== null && 'name' in type ? String(type.name) : undefined;

/** The list to import into: by id, or else by name; a missing list is created. */
async function targetOf({call}: Context, id: number, name: string | undefined): Promise<string> {
  const there = (await call(contactTypes.list)).some(one => one.id === id && one.deleted_at === null);
  if (there) return String(id);
  if (name !== undefined) return name;
  throw new UsageError(`The list ${id} that these contacts were in is gone, and the copy does not name it.`, {
    hint: 'Name the list they go into: --type Newsletter',
  });
}

async function* rows(
  context: Context,
  path: string,
  {id, custom}: {readonly id: number; readonly custom: readonly string[]},
): AsyncGenerator<string> {
  const readers = [...reservedFields.map(toReader), ...custom.map(customValue)];
  const toLines = csvLines({raw: false, onGuard: () => undefined});
  yield toLines([[...reservedFields, ...custom]]);
  for await (const {kind, record} of readKeptDeletion(context, path)) {
    if (kind === 'contacts' && Number(record['contact_type_id']) === id)
      yield toLines([readers.map(read => read(record))]);
  }
}

const customValue =
  (name: string) =>
  ({custom_field}: Loose): unknown => {
    const value = (custom_field as Loose | null)?.[name];
    return typeof value === 'object' && value !== null && 'field_value' in value ? value.field_value : value;
  };
