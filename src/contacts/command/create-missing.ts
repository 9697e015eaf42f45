import type {Permit} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {findRecord, resolveRecord} from '../../commands/find-record.js';
import {turnFor} from '../../commands/verbs/create.js';
import {
  type EmkError,
  InterruptedError,
  NotFoundError,
  PartialError,
  RefusedError,
  ThrottledError,
  UnknownOutcomeError,
  UnreachableError,
  UsageError,
} from '../../core/errors.js';
import {andList, plural} from '../../core/words/sentence.js';
import allFields, {operations as fieldOperations, fieldTypeInWords} from '../../endpoints/fields.js';
import lists, {operations} from '../../endpoints/lists.js';
import type {Checked, ImportField} from '../file/contract.js';
import type {ImportInput} from './options.js';

/** The list that an import fills. It has no id before it is created. */
export type ListToFill = {readonly id: number | undefined; readonly name: string};

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
export async function findList(
  context: Context,
  list: string | undefined,
): Promise<{readonly id: number; readonly name: string}> {
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

/**
 * Creates the list and the fields of an import, if its file is still what was checked: a file that has changed
 * would leave an empty list. The error says if only some were created.
 */
export async function createMissing(
  context: Context,
  permit: Permit<'creates'>,
  list: ListToFill,
  {newFields: fields, sha256}: Pick<Checked, 'newFields' | 'sha256'>,
): Promise<{readonly id: number; readonly name: string}> {
  await sha256();
  const made: string[] = [];
  const created: ImportField[] = [];
  try {
    const ready = await createList(context, permit, list);
    if (list.id === undefined) made.push(`the list "${ready.name}"`);
    const turns = fields.map(({name}) => turnFor(allFields, name));
    await context.takeTurns(turns, 'custom fields', async () => {
      for (const field of await notYetThere(context, fields)) {
        await createField(context, permit, field);
        created.push(field);
      }
    });
    await mustBeListed(context, fields);
    tellCreated(context, created);
    return ready;
  } catch (error) {
    tellCreated(context, created);
    made.push(...created.map(({name}) => `the custom field ${name}`));
    const hint = 'Run the same line again. emk uses what is there already.';
    const done = `Created ${andList(made)}, but nobody was added`;
    if (made.length > 0 && error instanceof InterruptedError)
      throw new InterruptedError(`${error.message} ${done}.`, {exit: error.exit, hint});
    if (made.length === 0 || !(error instanceof RefusedError || isPassing(error))) throw error;
    throw new PartialError(`${done}: ${error.message}`, {cause: error, fields: error.fields, hint});
  }
}

const isPassing = (error: unknown): error is EmkError =>
  error instanceof UnreachableError || error instanceof ThrottledError;

/** Creates the list if it does not exist, and returns its id, even if the answer was lost. */
async function createList(
  context: Context,
  permit: Permit<'creates'>,
  {id, name}: ListToFill,
): Promise<{readonly id: number; readonly name: string}> {
  if (id !== undefined) return {id, name};
  try {
    await context.send(permit, operations.create, {name});
  } catch (error) {
    if (!(error instanceof UnknownOutcomeError) || !(await findRecord(context, lists, name))) throw error;
  }
  const listed = await findRecord(context, lists, name);
  if (!listed) throw notListed(`the list "${name}"`);
  const made = toList(listed);
  context.notice(`The list "${made.name}" was created.`, {kind: 'created', of: 'lists', ...made});
  return made;
}

const toList = ({id, name}: Readonly<Record<string, unknown>>): {readonly id: number; readonly name: string} => ({
  id: Number(id),
  name: String(name),
});

/** The fields that are still missing: another import may have created some while this one waited for it. */
async function notYetThere({call}: Context, fields: readonly ImportField[]): Promise<readonly ImportField[]> {
  if (fields.length === 0) return [];
  const there = new Set((await call(fieldOperations.custom)).map(field => field.field_name));
  return fields.filter(({name}) => !there.has(name));
}

/** Says in one sentence which fields were created, because a file may need dozens. */
function tellCreated({notice}: Context, fields: readonly ImportField[]): void {
  const names = fields.map(({name, type}) => (type === 'text' ? name : `${name} (${fieldTypeInWords(type)})`));
  if (names.length > 0) notice(`Created the custom ${plural(names.length, 'field')} ${andList(names)}.`);
}

/** Creates a field. After a lost answer, an existing field counts as created. */
async function createField({call, send}: Context, permit: Permit<'creates'>, {name, type}: ImportField): Promise<void> {
  try {
    await send(permit, fieldOperations.create, {field_name: name, field_type: type});
  } catch (error) {
    const made =
      error instanceof UnknownOutcomeError &&
      (await call(fieldOperations.custom)).some(field => field.field_name === name);
    if (!made) throw error;
  }
}

/** Checks that the new fields are listed: without them, their values would be lost. */
async function mustBeListed({call}: Context, fields: readonly ImportField[]): Promise<void> {
  if (fields.length === 0) return;
  const listed = new Set((await call(fieldOperations.custom)).map(field => field.field_name));
  const missing = fields.find(({name}) => !listed.has(name));
  if (missing) throw notListed(`the custom field ${missing.name}`);
}

const notListed = (what: string): PartialError =>
  new PartialError(`Nobody was added: the service says it created ${what}, but does not list it yet.`, {
    hint: 'Run the same line again in a minute. emk uses what is there by then.',
  });
