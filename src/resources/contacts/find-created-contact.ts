import type {OperationInput, OperationOutput} from '../../api/describe/operation.js';
import type {Context} from '../../commands/command.js';
import {type DuplicateChoice, readDuplicateChoice, settleDuplicate} from '../../commands/verbs/duplicate.js';
import {sameText} from '../../commands/verbs/find-created.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import type {Result} from '../../output/results/result.js';
import {trim} from '../../records/fields/trim.js';
import type {Fields} from '../../records/view/select.js';

type Contact = OperationOutput<typeof operations.list>[number];
export type Given = OperationInput<typeof operations.create>;

/** How the new contact is to be shown, and whether it may be looked up for that. */
export type Lookup = {readonly blind: boolean; readonly fields: Fields | undefined};

/** What the list held before a contact is added: its highest id, unless it was not read, and a contact to be printed instead. */
export type Before = {readonly highest: number | undefined; readonly instead: Result | undefined};

/** Whether somebody waits for what only the list can tell: the id, or fields that the service sets. */
export const wantsId = ({globals, reader}: Context, {blind, fields}: Lookup): boolean =>
  !blind && !globals.dryRun && (reader !== 'people' || fields === undefined || fields.chosen);

/**
Reads the list before a contact is added, for its highest id and for an address that the contact type holds already. The
list may be huge, so that is done only where the id is wanted, a person can be asked, or `--if-missing` is given.
*/
export async function lookBefore(
  context: Context,
  input: Given,
  duplicates: DuplicateChoice,
  lookup: Lookup,
): Promise<Before> {
  const {ifMissing, allowed} = readDuplicateChoice(duplicates);
  const {ask, globals} = context;
  const asks = ifMissing || (!allowed && !globals.yes && !globals.dryRun && ask.possible);
  if (!asks && !wantsId(context, lookup)) return {highest: undefined, instead: undefined};
  let highest = 0;
  let held: Contact | undefined;
  for await (const batch of context.stream(operations.list)) {
    for (const one of batch) highest = Math.max(highest, one.id);
    held ??= asks ? batch.find(one => one.deleted_at === null && hasAddress(one, input)) : undefined;
    if (held && ifMissing) break;
  }
  const {fields} = lookup;
  return {highest, instead: held && (await settleDuplicate(context, {of: contacts, fields}, held, ifMissing))};
}

/** Lets runs of one machine that put one address into one type take turns. */
export const takeTurnsFor = <T>(
  context: Context,
  {email, contact_type_id}: Pick<Given, 'email' | 'contact_type_id'>,
  act: () => Promise<T>,
): Promise<T> =>
  context.inTurn(['contacts', String(contact_type_id), trim(email).toLowerCase()], `the contact ${trim(email)}`, act);

/** The contacts with a higher id, or all where none is known, that carry every value that was given, except the country. */
export async function matching({stream}: Context, given: Given, highest = 0): Promise<Contact[]> {
  const {email: _, country: __, ...rest} = given;
  const found: Contact[] = [];
  for await (const batch of stream(operations.list)) {
    found.push(...batch.filter(one => one.id > highest && hasAddress(one, given) && carries(one, rest)));
  }
  return found;
}

/** Those of the country that was given. The list names countries, so this takes the details of each. */
export async function withCountry({call}: Context, some: readonly Contact[], {country}: Given): Promise<Contact[]> {
  const kept: Contact[] = [];
  for (const one of some) {
    const shown = await call(operations.details, {contact_id: one.id});
    // Where the details name it too, the country cannot be compared; a contact without one is another.
    if (shown.country === null) continue;
    if (!/^\d+$/.test(shown.country) || Number(shown.country) === country) kept.push(one);
  }
  return kept;
}

/** The line that shows every contact with an address. */
export const searchFor = (email: string): string => `emk contacts list --where 'email=${email}'`;

const hasAddress = (one: Contact, {email, contact_type_id}: Given): boolean =>
  one.contact_type_id === contact_type_id && one.email?.toLowerCase() === trim(email).toLowerCase();

const carries = (one: Contact, given: {readonly [name: string]: unknown}): boolean =>
  Object.entries(given).every(
    ([name, value]) => value === undefined || sameText((one as {readonly [name: string]: unknown})[name], value),
  );
