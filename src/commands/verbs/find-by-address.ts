import {emptyIfNotFound} from '../../api/answers/record-sources.js';
import type {OperationOutput} from '../../api/describe/operation.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as lists} from '../../endpoints/lists.js';
import {isAddress} from '../../records/fields/email-address.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {isNotDeleted} from '../../records/fields/is-not-deleted.js';
import {concurrently} from '../../work/concurrently.js';
import type {Context} from '../command.js';
import {parseReference} from '../record-reference.js';

type Looking = Pick<Context, 'call' | 'addressIndex'>;

type Contact = OperationOutput<typeof contacts.details>;

/** The one contact with an address, in a list if one is given; undefined if only the list can say. */
export async function findByAddress(context: Looking, text: string, type?: number): Promise<Contact | undefined> {
  const found = await findByAddresses(context, [text], type);
  return found?.[0];
}

/**
 * The contacts with these addresses by the index, each proven by its own record. Undefined if only the list can say. An
 * address may be unknown or have had several contacts, or a contact has changed. Or a list has gained or lost
 * people, who may have the same address; a given type already says which contact is meant.
 */
export async function findByAddresses(
  context: Looking,
  texts: readonly string[],
  type?: number,
): Promise<readonly Contact[] | undefined> {
  if (texts.length > MOST) return undefined;
  const wanted: Array<{readonly id: number; readonly address: string}> = [];
  let types: ReadonlyArray<readonly [type: number, contacts: number]> = [];
  for (const text of texts) {
    const {by, text: address} = parseReference(text);
    const known = by === 'id' || !isAddress(address) ? undefined : await context.addressIndex.find(address);
    const [only, ...others] = known?.entries.filter(({isOf}) => type === undefined || isOf(type)) ?? [];
    if (!known || !only || others.length > 0) return undefined;
    wanted.push({id: only.id, address});
    types = known.types;
  }
  const [sameCounts, found] = await Promise.all([
    type !== undefined || hasCounts(context, new Map(types)),
    concurrently(AT_A_TIME, wanted, async ({id, address}) => {
      const [contact] = await context.call(contacts.details, {contact_id: id}).then(one => [one], emptyIfNotFound);
      return contact && contact.id === id && isHeldBy(contact, address, type) ? contact : undefined;
    }),
  ]);
  const proven = found.filter(contact => contact !== undefined);
  return sameCounts && proven.length === wanted.length ? proven : undefined;
}

/** For more addresses, one reading of the list is no slower. */
const MOST = 20;

const AT_A_TIME = 4;

const isHeldBy = (contact: Contact, address: string, type: number | undefined): boolean =>
  isNotDeleted(contact) &&
  foldAddress(contact.email ?? '') === foldAddress(address) &&
  (type === undefined || contact.contact_type_id === type);

/** Whether each list has as many contacts as it had. */
async function hasCounts({call}: Looking, types: ReadonlyMap<number, number>): Promise<boolean> {
  const now = (await call(lists.list)).filter(isNotDeleted);
  const known = new Set(now.map(({id}) => id));
  return (
    now.every(({id, contacts_count: count}) => count === (types.get(id) ?? 0)) &&
    [...types.keys()].every(type => known.has(type))
  );
}
