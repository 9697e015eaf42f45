import type {Admission} from '../../api/describe/permit.js';
import type {Context} from '../../commands/command.js';
import {afterChange} from '../../commands/verbs/after-change.js';
import {settleSimultaneous} from '../../commands/verbs/simultaneous-duplicates.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {PartialError, UnknownOutcomeError} from '../../errors.js';
import type {Result} from '../../output/results/result.js';
import {
  type Before,
  type Given,
  type Lookup,
  matching,
  searchFor,
  wantsId,
  withCountry,
} from './find-created-contact.js';

/** The fields to show after adding a contact. The country is omitted, because its name needs a large download. */
export const sheet = ['id', 'email', 'first_name', 'last_name', 'contact_type_id'] as const;

/** How to look afterwards, for a person who went through the door. */
type Adding = {readonly lookup: Lookup; readonly permit: Admission<'creates'>};

/**
 * Adds one contact, and looks it up if its id is needed or the answer was lost. The lookup compares every given value
 * and excludes the ids that were in the list before; without those, a lost answer stays unknown.
 */
export async function createContact(
  context: Context,
  input: Given,
  {highest}: Pick<Before, 'highest'>,
  {lookup, permit}: Adding,
): Promise<Result> {
  const {create, list} = operations;
  const {globals} = context;
  const {blind, fields} = lookup;
  const answer = await context.send(permit, create, input).catch(error => {
    if (error instanceof UnknownOutcomeError && !blind) return error;
    throw error;
  });
  const sentence = `${input.email} was added to the contacts.`;
  if (globals.dryRun) return {kind: 'nothing'};
  if (blind) return {kind: 'done', sentence, done: [], failed: [], looked: false};
  const {shape} = list.returns;
  const lostAnswer = answer instanceof Error ? answer : undefined;
  if (!lostAnswer && !wantsId(context, lookup))
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
  const {lookup} = how;
  const made = await createContact(context, input, before, how).catch((error: unknown) => {
    if (error instanceof PartialError) return error;
    throw error;
  });
  if (lookup.blind || context.globals.dryRun) return orThrow(made);
  const {email, contact_type_id, country} = input;
  const duplicates = await settleSimultaneous(
    context,
    contacts,
    await matching(context, {email, contact_type_id, country}, before.highest),
  );
  if (!duplicates) return orThrow(made);
  const {kept: record, error} = duplicates;
  return {
    ...{kind: 'record', record, shape: operations.list.returns.shape, key: 'id', fields: lookup.fields},
    ...{sentence: `${email} was added to the contacts.`, ...(error ? {error} : {})},
  };
}

function orThrow(made: Result | PartialError): Result {
  if (made instanceof PartialError) throw made;
  return made;
}

/** Whether a contact may be the new one. An older contact with the same values cannot be told from it. */
const mayBeThis = (found: readonly {readonly id: number; readonly created_at: string}[]): string => {
  const which = found
    .map(({id, created_at}) => `${id} (created ${created_at.slice(0, 16).replace('T', ' ')} UTC)`)
    .join(', ');
  return `There is such a contact, new or old: ${which}. Look at it before you try again.`;
};
