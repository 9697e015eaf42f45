import type {OperationInput, OperationOutput} from '../api/operation.js';
import {trim} from '../api/trim.js';
import type {Context} from '../commands/command.js';
import {afterChange} from '../commands/verbs/after-change.js';
import {readTwins, settleTwin, type Twins} from '../commands/verbs/twin.js';
import contacts, {operations} from '../endpoints/contacts.js';
import {PartialError, UnknownOutcomeError} from '../errors.js';
import type {Result} from '../output/result.js';
import type {Fields} from '../records/select.js';

type Contact = OperationOutput<typeof operations.list>[number];

/** What matters of a contact once it is added. The country is left out, since it takes a large download to name it. */
export const sheet = ['id', 'email', 'first_name', 'last_name', 'contact_type_id'] as const;

/**
Adds one contact. The list may be huge, so it is not read beforehand: the new contact is found by address, type and time
of creation, and only when its id is wanted or the answer was lost.
*/
export async function createContact(
  context: Context,
  input: OperationInput<typeof operations.create>,
  {blind, fields}: {readonly blind: boolean; readonly fields: Fields | undefined},
): Promise<Result> {
  const {create, list} = operations;
  const {call, globals, host} = context;
  const began = host.now().getTime();
  const answer = await call(create, input).catch(error => {
    if (error instanceof UnknownOutcomeError && !blind) return error;
    throw error;
  });
  const sentence = `${input.email} was added to the contacts.`;
  if (globals.dryRun) return {kind: 'nothing'};
  if (blind) return {kind: 'done', sentence, done: [], failed: []};
  const {shape} = list.returns;
  if (!(answer instanceof Error) && globals.output === 'table' && fields && !fields.chosen)
    return {kind: 'record', record: input, shape, key: 'id', fields, sentence};
  const change = {
    happened: 'The contact was added',
    lost: answer instanceof Error ? answer : undefined,
    hint: `Look for it before you go on, with: ${searchFor(input.email)}`,
  };
  const found = await afterChange(context, change, () => newest(context, input, began - CLOCKS_APART));
  if (found) return {kind: 'record', record: found, shape, key: 'id', fields, sentence};
  if (answer instanceof Error) throw answer;
  throw new PartialError('The contact was added, but the list does not show it yet, so its id is not known.', {
    hint: `Look for it with: ${searchFor(input.email)}`,
  });
}

const searchFor = (email: string): string => `emk contacts list --where 'email=${email}'`;

/**
Finds out whether the contact type holds an address already, where a person is there to be asked or `--if-missing` wants
that contact. The list may be huge, so nothing else pays for reading it.
*/
export async function settleHeld(
  context: Context,
  {contact_type_id: type, email}: OperationInput<typeof operations.create>,
  {fields, ...twins}: Twins & {readonly fields: Fields | undefined},
): Promise<Result | undefined> {
  const {ifMissing, allowed} = readTwins(twins);
  const {ask, globals} = context;
  if (!ifMissing && (allowed || globals.yes || globals.dryRun || !ask.possible)) return undefined;
  const address = trim(email).toLowerCase();
  for await (const batch of context.stream(operations.list)) {
    const held = batch.find(
      one => one.contact_type_id === type && one.deleted_at === null && one.email?.toLowerCase() === address,
    );
    if (held) return settleTwin(context, {of: contacts, fields}, held, ifMissing);
  }
  return undefined;
}

/** How far this machine's clock and the service's may be apart. */
const CLOCKS_APART = 5 * 60_000;

async function newest(
  {stream}: Context,
  {email, contact_type_id}: OperationInput<typeof operations.create>,
  since: number,
): Promise<Contact | undefined> {
  const address = trim(email).toLowerCase();
  let found: Contact | undefined;
  for await (const batch of stream(operations.list)) {
    for (const one of batch) {
      const same = one.contact_type_id === contact_type_id && one.email?.toLowerCase() === address;
      if (same && Date.parse(one.created_at) >= since && (!found || one.id > found.id)) found = one;
    }
  }
  return found;
}
