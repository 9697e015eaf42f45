import {allRecords} from '../../api/answers/record-sources.js';
import type {OperationInput, OperationOutput} from '../../api/describe/operation.js';
import type {Context} from '../../commands/command.js';
import {type DuplicateChoice, readDuplicateChoice, settleDuplicate} from '../../commands/verbs/duplicate.js';
import {findByAddress} from '../../commands/verbs/find-by-address.js';
import {sameText} from '../../commands/verbs/find-created.js';
import contacts, {operations} from '../../endpoints/contacts.js';
import {keyOf} from '../../identity/identities.js';
import type {Result} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {trim} from '../../records/fields/trim.js';
import type {Fields} from '../../records/view/select.js';

type Contact = OperationOutput<typeof operations.list>[number];
export type Given = OperationInput<typeof operations.create>;

/** How to show the new contact, and whether it may be looked up. */
export type Lookup = {readonly blind: boolean; readonly fields: Fields | undefined};

/** The list before a contact is added: its highest id, unless unread, and an existing contact to print instead. */
export type Before = {readonly highest: number | undefined; readonly instead: Result | undefined};

/** Whether the result needs what only the list shows: the id, or fields that the service sets. */
export const wantsId = ({globals, reader}: Context, {blind, fields}: Lookup): boolean =>
  !blind && !globals.dryRun && (reader !== 'people' || fields === undefined || fields.chosen);

/**
 * Reads the list before a contact is added, for its highest id and for contacts with the same address. The list may be
 * huge, so this happens only if the id is needed, a person can be asked, or `--if-missing` is given.
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
  const {fields} = lookup;
  const known = ifMissing ? await heldByIndex(context, input, fields) : undefined;
  if (known) return {highest: undefined, instead: await settleDuplicate(context, {of: contacts, fields}, known, true)};
  let highest = 0;
  let held: Contact | undefined;
  for await (const batch of context.stream(operations.list)) {
    for (const one of batch) highest = Math.max(highest, one.id);
    held ??= asks ? batch.find(one => one.deleted_at === null && hasAddress(one, input)) : undefined;
    if (held && ifMissing) break;
  }
  return {highest, instead: held && (await settleDuplicate(context, {of: contacts, fields}, held, ifMissing))};
}

/** Whether the contact's own record prints like the listed one, which has a country's name and its contact type. */
const printsAlike = ({globals, reader}: Context, fields: Fields | undefined): boolean =>
  globals.asked === 'id' ||
  (fields !== undefined &&
    (fields.chosen || reader === 'people') &&
    fields.columns.every(path => !/^(country|contact_type)(\.|$)/.test(path)));

async function heldByIndex(context: Context, input: Given, fields: Lookup['fields']): Promise<Contact | undefined> {
  if (!printsAlike(context, fields)) return undefined;
  const found = await findByAddress(context, trim(input.email), input.contact_type_id);
  return found && hasAddress(found, input) ? found : undefined;
}

/** Makes runs on one machine take turns if they add one address to one type. */
export const takeTurnsFor = <T>(
  context: Context,
  {email, contact_type_id}: Pick<Given, 'email' | 'contact_type_id'>,
  act: () => Promise<T>,
): Promise<T> =>
  context.takeTurns([['contacts', String(contact_type_id), foldAddress(email)]], `the contact ${trim(email)}`, act);

/** The contacts with a higher id, or all if none is known, that have every given value; the country is not compared. */
export function matching({stream}: Context, given: Given, highest = 0): Promise<Contact[]> {
  const {email: _, country: __, ...rest} = given;
  return allRecords(stream(operations.list), one => one.id > highest && hasAddress(one, given) && carries(one, rest));
}

/** The contacts with the given country. The list shows countries by name, so this reads each contact's details. */
export async function withCountry({call}: Context, some: readonly Contact[], {country}: Given): Promise<Contact[]> {
  const kept: Contact[] = [];
  for (const one of some) {
    const shown = await call(operations.details, {contact_id: one.id});
    // If the details show a name too, the country cannot be compared; a contact without one does not match.
    if (shown.country === null) continue;
    if (!/^\d+$/.test(shown.country) || Number(shown.country) === country) kept.push(one);
  }
  return kept;
}

/** The line that shows every contact with an address. */
export const searchFor = (email: string): string => `emk contacts list --where 'email=${email}'`;

const hasAddress = (one: Contact, given: Given): boolean => keyOf('contacts', one) === keyOf('contacts', given);

const carries = (one: Contact, given: {readonly [name: string]: unknown}): boolean =>
  Object.entries(given).every(
    ([name, value]) => value === undefined || sameText((one as {readonly [name: string]: unknown})[name], value),
  );
