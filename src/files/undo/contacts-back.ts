import {rmSync} from 'node:fs';
import {basename} from 'node:path';
import {readEveryCopy, readKeptDeletion} from '../../accounts/read-kept-deletion.js';
import type {Loose} from '../../api/describe/schema.js';
import {addUp, noWork, sumIn} from '../../change/work/ending.js';
import type {Context} from '../../commands/command.js';
import {startImport} from '../../contacts/command/start.js';
import {UsageError} from '../../core/errors.js';
import {writeWhole} from '../../core/system/whole-file.js';
import {counted, withMore} from '../../core/words/sentence.js';
import {contactColumns, contactLines} from '../../csv/columns/contact-lines.js';
import {operations as contactLists} from '../../endpoints/lists.js';
import type {Sum} from '../../output/results/documents.schema.js';
import type {Result} from '../../output/results/result.js';
import {clean} from '../../output/text/sanitise.js';
import type {AtDoor} from '../../people/door.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {customValues} from '../../records/fields/path.js';

type Back = {
  readonly path: string;
  readonly allowed: boolean;
  readonly lists: ReadonlyMap<number, string>;
} & Pick<AtDoor, 'include_unsubscribed'>;

/** Imports the contacts of a copy, list by list: an import adds nobody twice, and can be resumed. */
export async function contactsBack(
  context: Context,
  {path, allowed, include_unsubscribed, lists}: Back,
): Promise<{readonly sum: Sum; readonly result: Result}> {
  const found = await lookAt(context, path);
  let result: Result = {kind: 'nothing'};
  let sum = noWork;
  for (const [id, target] of found.types) {
    if (result.kind === 'data' && result.text !== '') context.notice(result.text);
    const name = lists.get(id) ?? (await targetOf(context, id, target));
    const file = path.replace(/\.jsonl$/, `.${id}.csv`);
    await writeWhole(file, rows(context, path, {id, custom: found.custom}));
    const carriedOver = {include_unsubscribed, max_errors: '100%', allow_automations: allowed};
    const imported = await startImport(
      context,
      {
        ...carriedOver,
        file,
        list: name,
        create_list: true,
        status_column: ['none'],
      },
      {name: `copy ${basename(path, '.jsonl')}`},
    );
    [sum, result] = [addUp(sum, sumIn(imported)), imported];
    if (result.kind !== 'data' || result.error) break;
    rmSync(file, {force: true});
  }
  return {sum, result};
}

/** The lists of the contacts, with names if the copy has them, and their custom fields. */
async function lookAt(context: Context, path: string): Promise<Found> {
  const types = new Map<number, string | undefined>();
  const names = new Map<number, string>();
  const custom = new Set<string>();
  for await (const {kind, record} of readKeptDeletion(context, path)) {
    if (kind === 'lists') names.set(Number(record['id']), String(record['name']));
    if (kind !== 'contacts') continue;
    const id = Number(record['contact_type_id']);
    types.set(id, types.get(id) ?? names.get(id) ?? nameIn(record['contact_type']));
    for (const [name] of customValues(record['custom_field'])) custom.add(name);
  }
  return {types, custom: [...custom]};
}

type Found = {readonly types: ReadonlyMap<number, string | undefined>; readonly custom: readonly string[]};

const nameIn = (type: unknown): string | undefined =>
  typeof type === 'object' && type !== null && 'name' in type ? String(type.name) : undefined;

/** The list to import into: by id, or else by the name that this copy or another has; a missing list is created. */
async function targetOf(context: Context, id: number, name: string | undefined): Promise<string> {
  const there = (await context.call(contactLists.list)).some(one => one.id === id && isNotDeleted(one));
  if (there) return String(id);
  if (name !== undefined) return name;
  for await (const {kind, record} of readEveryCopy(context))
    if (kind === 'lists' && Number(record['id']) === id) return String(record['name']);
  throw new UsageError(`The list ${id} that these contacts were in is gone, and no copy names it.`, {
    hint: 'The copy has them as JSON, one record a line: the file of this run in the folder "deleted" of the state of emk.',
  });
}

/** The contacts of one list as lines of a file. */
async function* rows(
  context: Context,
  path: string,
  {id, custom}: {readonly id: number; readonly custom: readonly string[]},
): AsyncGenerator<string> {
  const changed: string[] = [];
  const onLost = ({email, id: contact}: Loose) => void changed.push(String(email ?? `contact ${contact}`));
  const {head, lines} = contactLines(contactColumns(custom), {onLost});
  yield head;
  for await (const {kind, record} of readKeptDeletion(context, path)) {
    if (kind === 'contacts' && Number(record['contact_type_id']) === id) yield lines([record]);
  }
  if (changed.length > 0) {
    context.warn(
      `${counted(changed.length, 'contact')} had characters that a file cannot hold, such as NUL. They come back with \ufffd instead: ${withMore(changed.slice(0, SHOWN).map(clean), changed.length)}.`,
    );
  }
}

const SHOWN = 5;
