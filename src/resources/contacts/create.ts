import type {OperationInput, OperationOutput} from '../../api/describe/operation.js';
import type {Admission} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../commands/command.js';
import {afterChange} from '../../commands/verbs/after-change.js';
import {type DuplicateChoice, readDuplicateChoice, settleDuplicate} from '../../commands/verbs/duplicate.js';
import {newSince, simultaneousIn, surveyList} from '../../commands/verbs/find-created.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {PartialError, UnknownOutcomeError} from '../../errors.js';
import {holds, keyOf} from '../../identity/identities.js';
import type {Result} from '../../output/results/result.js';
import type {Fields} from '../../records/view/select.js';

type Contact = OperationOutput<typeof operations.list>[number];
export type Given = OperationInput<typeof operations.create>;

/** The list before a contact is added: its highest id, unless unread, and an existing contact to print instead. */
type Before = {readonly highest: number | undefined; readonly instead: Result | undefined};

/** The fields to show after adding a contact. The country is omitted, because its name needs a large download. */
export const sheet = ['email', 'first_name', 'last_name', 'contact_type_id'] as const;

/**
 * Reads the list before a contact is added, for its highest id and for contacts with the same address. The list may be
 * huge, so with `--allow-duplicate` this happens only if the id is needed.
 */
export async function lookBefore(
  context: Context,
  input: Given,
  duplicates: DuplicateChoice,
  fields: Fields | undefined,
): Promise<Before> {
  const {ifMissing, allowed} = readDuplicateChoice(duplicates);
  const asks = ifMissing || (!allowed && !context.globals.dryRun);
  if (!asks && !wantsId(context, fields)) return {highest: undefined, instead: undefined};
  const likeness = (one: Loose) => (asks && hasAddress(one, input) ? 'same' : undefined);
  const {highest, duplicate: held} = await surveyList(context, {of: contacts}, {likeness, stops: ifMissing});
  return {highest, instead: held && (await settleDuplicate(context, {of: contacts, fields}, held, ifMissing))};
}

/** What to show of a person who went through the door. */
type Adding = {readonly fields: Fields | undefined; readonly permit: Admission<'creates'>};

/**
 * Adds one contact, and looks it up if its id is needed or the answer was lost. The lookup compares every given value
 * and excludes the ids that were in the list before; without those, a lost answer stays unknown.
 */
export async function createContact(
  context: Context,
  input: Given,
  {highest}: Pick<Before, 'highest'>,
  {fields, permit}: Adding,
): Promise<Result> {
  const {create, list} = operations;
  const {globals} = context;
  const answer = await context.send(permit, create, input).catch(error => {
    if (error instanceof UnknownOutcomeError) return error;
    throw error;
  });
  const sentence = `${input.email} was added to the contacts.`;
  if (globals.dryRun) return {kind: 'nothing'};
  const {shape} = list.returns;
  const lostAnswer = answer instanceof Error ? answer : undefined;
  if (!lostAnswer && !wantsId(context, fields))
    return {kind: 'record', record: input, shape, key: 'id', fields, sentence};
  const hint = `To look for it before you continue: ${searchFor(input.email)}`;
  const found = await afterChange(context, {happened: 'The contact was added', lostAnswer, hint}, async () => {
    const alike = await matching(context, input, highest);
    return lostAnswer || alike.length > 1 ? withCountry(context, alike, input) : alike;
  });
  const [only, ...others] = found;
  if (only && others.length === 0 && highest !== undefined)
    return {kind: 'record', record: only, shape, key: 'id', fields, sentence};
  if (lostAnswer && only)
    throw new UnknownOutcomeError(lostAnswer.message, {cause: lostAnswer, hint: mayBeThis(found)});
  if (lostAnswer) throw lostAnswer;
  const what = only ? `${found.length} new contacts look the same` : 'the list does not show it yet';
  throw new PartialError(`The contact was added, but emk does not know its id: ${what}.`, {hint});
}

/**
 * Adds a contact that should exist once, and checks whether another run has added the same address at the same moment.
 * Then it returns the first of them, and names the other.
 */
export async function createAlone(context: Context, input: Given, before: Before, how: Adding): Promise<Result> {
  const made = await createContact(context, input, before, how).catch((error: unknown) => {
    if (error instanceof PartialError) return error;
    throw error;
  });
  if (context.globals.dryRun) return orThrow(made);
  const {email, contact_type_id, country} = input;
  const duplicates = simultaneousIn(
    contacts,
    await matching(context, {email, contact_type_id, country}, before.highest),
  );
  if (!duplicates) return orThrow(made);
  const {kept: record, error} = duplicates;
  return {
    ...{kind: 'record', record, shape: operations.list.returns.shape, key: 'id', fields: how.fields},
    ...{sentence: `${email} was added to the contacts.`, error},
  };
}

function orThrow(made: Result | PartialError): Result {
  if (made instanceof PartialError) throw made;
  return made;
}

/** Whether the result needs what only the list shows: the id, or fields that the service sets. */
const wantsId = ({globals, reader}: Context, fields: Fields | undefined): boolean =>
  !globals.dryRun && (reader !== 'people' || fields === undefined || fields.chosen);

/** The contacts with a higher id, or all if none is known, that have every given value; the country is not compared. */
const matching = (context: Context, {country: _, email, ...rest}: Given, highest = 0): Promise<Contact[]> => {
  const isIt = (one: Loose): boolean =>
    hasAddress(one, {email, contact_type_id: rest.contact_type_id}) && holds(one, rest);
  return newSince(context, {of: contacts, isIt}, highest) as Promise<Contact[]>;
};

/** The contacts with the given country. The list shows countries by name, so this reads each contact's details. */
async function withCountry({call}: Context, some: readonly Contact[], {country}: Given): Promise<Contact[]> {
  const kept: Contact[] = [];
  for (const one of some) {
    const shown = await call(operations.details, {contact_id: one.id});
    // If the details show a name too, the country cannot be compared; a contact without one does not match.
    if (shown.country === null) continue;
    if (!/^\d+$/.test(shown.country) || Number(shown.country) === country) kept.push(one);
  }
  return kept;
}

const hasAddress = (one: Loose, given: Pick<Given, 'email' | 'contact_type_id'>): boolean =>
  keyOf('contacts', one) === keyOf('contacts', given);

/** The line that shows every contact with an address. */
const searchFor = (email: string): string => `emk contacts list --where 'email=${email}'`;

/** Whether a contact may be the new one. An older contact with the same values cannot be told from it. */
const mayBeThis = (found: readonly {readonly id: number; readonly created_at: string}[]): string => {
  const which = found
    .map(({id, created_at}) => `${id} (created ${created_at.slice(0, 16).replace('T', ' ')} UTC)`)
    .join(', ');
  return `There is such a contact, new or old: ${which}. Look at it before you try again.`;
};
