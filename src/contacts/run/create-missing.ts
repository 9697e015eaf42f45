import type {Permit} from '../../api/describe/permit.js';
import {errorOf, sumOf} from '../../change/work/ending.js';
import type {Context} from '../../commands/command.js';
import {createAll} from '../../commands/verbs/create-all.js';
import {EmkError} from '../../core/errors.js';
import {andList, lowerTrimmed, plural} from '../../core/words/sentence.js';
import fields, {operations as fieldOperations, fieldTypeInWords} from '../../endpoints/fields.js';
import lists, {operations} from '../../endpoints/lists.js';
import type {Checked, ImportField} from '../file/contract.js';
import type {Draft} from './plan.js';

/**
 * Creates the list and the fields of an import, if its file is still what was checked: a file that has changed
 * would leave an empty list. The error says if only some were created.
 */
export async function createMissing(
  context: Context,
  permit: Permit<'creates'>,
  {id, name}: Draft['list'],
  {newFields, sha256}: Pick<Checked, 'newFields' | 'sha256'>,
): Promise<{readonly id: number; readonly name: string}> {
  if (id !== undefined && newFields.length === 0) return {id, name};
  await sha256();
  let list = id;
  const made: ImportField[] = [];
  try {
    if (list === undefined) list = await createList(context, permit, name);
    const wanted = newFields.map(field => ({
      name: field.name,
      item: {kind: fields.noun.many, key: field.name},
      async send() {
        await context.send(permit, fieldOperations.create, {field_name: field.name, field_type: field.type});
        made.push(field);
        return undefined;
      },
    }));
    // Another import may have created some while this one waited for it.
    const how = {nameOf: nameIn('field_name'), made: () => undefined};
    await createAll(context, {...unwritten, ...how, of: fields, adopts: true}, wanted);
    return {id: list, name};
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    const wanted = newFields.length + (id === undefined ? 1 : 0);
    const done = made.length + (list === id ? 0 : 1);
    const words = {
      ...({counts: ['list or custom field', 'lists and custom fields'], did: 'created'} as const),
      again: 'Nobody was added. Run the same line again: emk uses what is there already.',
    };
    throw errorOf(sumOf({wanted, done}), error, words) ?? error;
  } finally {
    // One sentence for all, because a file may need dozens.
    const names = made.map(one => (one.type === 'text' ? one.name : `${one.name} (${fieldTypeInWords(one.type)})`));
    if (names.length > 0) context.notice(`Created the custom ${plural(names.length, 'field')} ${andList(names)}.`);
  }
}

/** Creates the list. Somebody else's of that name, made since the plan, may have people whom the plan has not seen. */
async function createList(context: Context, permit: Permit<'creates'>, name: string): Promise<number> {
  let id = 0;
  const wanted = {
    name: lowerTrimmed(name),
    item: {kind: lists.noun.many, key: name},
    send: () => context.send(permit, operations.create, {name}).then(() => undefined),
  };
  const how = {
    nameOf: (row: Row) => lowerTrimmed(nameIn('name')(row)),
    made: (_: unknown, made: unknown) => {
      id = Number(made);
    },
  };
  await createAll(context, {...unwritten, ...how, of: lists, adopts: false}, [wanted]);
  context.notice(`The list "${name}" was created.`, {kind: 'created', of: 'lists', id, name});
  return id;
}

type Row = Readonly<Record<string, unknown>>;

const nameIn =
  (field: string) =>
  (row: Row): string =>
    String(row[field] ?? '');

/** The journal of an import begins with its first row: until then nothing is left to resume, and a second run looks first. */
const unwritten = {isKnown: () => false, journal: {begin: () => 0, answer: () => undefined}};
