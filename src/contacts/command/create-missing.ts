import type {Permit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import {type EndWords, errorOf, sumOf} from '../../change/work/ending.js';
import type {Id} from '../../change/work/journal.js';
import type {Context} from '../../commands/command.js';
import {findRecord, resolveRecord} from '../../commands/find-record.js';
import {createAll, noJournal} from '../../commands/verbs/create-all.js';
import {EmkError, NotFoundError, PartialError, UsageError} from '../../core/errors.js';
import {andList, lowerTrimmed, plural} from '../../core/words/sentence.js';
import fields, {operations as fieldOperations, fieldTypeInWords} from '../../endpoints/fields.js';
import lists, {operations} from '../../endpoints/lists.js';
import type {Checked, ImportField} from '../file/contract.js';
import type {ImportInput} from './options.js';

/** The list that an import fills. It has no id before it is created. */
type ListToFill = {readonly id: number | undefined; readonly name: string};

type List = {readonly id: number; readonly name: string};

/** Finds the named list; on a terminal, a person was asked for it before the command ran. */
export async function findListToFill(
  context: Context,
  {list, create_list: create}: Pick<ImportInput, 'list' | 'create_list'>,
): Promise<ListToFill> {
  if (list === undefined || !create) return findList(context, list).catch(orMakeIt(list ?? ''));
  const found = await findRecord(context, lists, list);
  if (found) return toList(found);
  if (isName(list)) return {id: undefined, name: list};
  throw new UsageError(`"${list}" cannot be the name of a new list.`, {
    hint: 'A name has at least two characters, and not only digits: those would be an id.',
  });
}

/** Finds a list that must exist. */
export async function findList(context: Context, list: string | undefined): Promise<List> {
  if (list === undefined) {
    throw new UsageError('--list is missing.', {hint: 'Name the list. To see the lists: emk lists list'});
  }
  return toList(await resolveRecord(context, lists, list));
}

/** Adds to the error about a missing list the option that creates it. */
const orMakeIt =
  (name: string) =>
  (error: unknown): never => {
    if (!(error instanceof NotFoundError) || !isName(name)) throw error;
    throw new NotFoundError(error.message, {
      cause: error,
      hint: `To create it, add --create-list. ${error.hint ?? ''}`.trim(),
    });
  };

const isName = (name: string): boolean => name.length >= 2 && !/^\d+$/.test(name);

const toList = ({id, name}: Readonly<Record<string, unknown>>): List => ({id: Number(id), name: String(name)});

/**
 * Creates the list and the fields of an import, if its file is still what was checked: a file that has changed
 * would leave an empty list. The error says if only some were created.
 */
export async function createMissing(
  context: Context,
  permit: Permit<'creates'>,
  {id, name}: ListToFill,
  {newFields, sha256}: Pick<Checked, 'newFields' | 'sha256'>,
): Promise<List> {
  if (id !== undefined && newFields.length === 0) return {id, name};
  await sha256();
  const made: ImportField[] = [];
  let done = 0;
  try {
    const list = id === undefined ? await createList(context, permit, name) : {id, name};
    if (id === undefined) done++;
    await createFields(context, permit, newFields, field => made.push(field));
    return list;
  } catch (error) {
    if (!(error instanceof EmkError)) throw error;
    const wanted = newFields.length + (id === undefined ? 1 : 0);
    throw errorOf(sumOf({wanted, done: done + made.length}), error, endWords) ?? error;
  } finally {
    tellCreated(context, made);
  }
}

const endWords: EndWords = {
  ...{counts: ['list or custom field', 'lists and custom fields'], did: 'created'},
  again: 'Nobody was added. Run the same line again: emk uses what is there already.',
};

/** Creates the list. Somebody else's of that name, made since the plan, may have people whom the plan has not seen. */
async function createList(context: Context, permit: Permit<'creates'>, name: string): Promise<List> {
  const made: List[] = [];
  const wanted = {
    name: lowerTrimmed(name),
    item: {kind: lists.noun.many, key: name},
    send: () => context.send(permit, operations.create, {name}).then(() => undefined),
  };
  const how = {
    nameOf: (row: Loose) => lowerTrimmed(String(row['name'] ?? '')),
    made: (_: unknown, id: Id) => void made.push({id: Number(id), name}),
  };
  await createAll(context, {...unwritten, ...how, of: lists, adopts: false}, [wanted]);
  const [list] = made;
  if (!list) throw new PartialError(`The list "${name}" was created, but the service does not list it.`);
  context.notice(`The list "${name}" was created.`, {kind: 'created', of: 'lists', ...list});
  return list;
}

/** Creates the fields that are still missing: another import may have created some while this one waited for it. */
async function createFields(
  context: Context,
  permit: Permit<'creates'>,
  newFields: readonly ImportField[],
  sent: (field: ImportField) => void,
): Promise<void> {
  const wanted = newFields.map(field => ({
    name: field.name,
    item: {kind: fields.noun.many, key: field.name},
    async send() {
      await context.send(permit, fieldOperations.create, {field_name: field.name, field_type: field.type});
      sent(field);
      return undefined;
    },
  }));
  const how = {nameOf: (row: Loose) => String(row['field_name'] ?? ''), made: () => undefined};
  await createAll(context, {...unwritten, ...how, of: fields, adopts: true}, wanted);
}

/** The journal of an import begins with its first row: until then nothing is left to resume, and a second run looks first. */
const unwritten = {isKnown: () => false, journal: noJournal};

/** Says in one sentence which fields were created, because a file may need dozens. */
function tellCreated({notice}: Context, made: readonly ImportField[]): void {
  const names = made.map(({name, type}) => (type === 'text' ? name : `${name} (${fieldTypeInWords(type)})`));
  if (names.length > 0) notice(`Created the custom ${plural(names.length, 'field')} ${andList(names)}.`);
}
