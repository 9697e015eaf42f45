import {forEachRecord} from '../../api/answers/record-sources.js';
import type {Client} from '../../api/client/client.js';
import {operations as unsubscribers} from '../../endpoints/unsubscribers.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {hashAddresses} from '../send/hashed-addresses.js';
import type {Unsubscribed} from '../send/plan.js';

/** Reads who unsubscribed, because an import must not add these people again. */
export async function readUnsubscribed({stream}: Pick<Client, 'stream'>): Promise<Unsubscribed> {
  const unsubscribed = nobody();
  await forEachRecord(stream(unsubscribers.list), ({email_address, unsubscribe_groups_id}) => {
    const {fully, fromGroup} = unsubscribed;
    (unsubscribe_groups_id === null ? fully : fromGroup).add(foldAddress(email_address));
  });
  return unsubscribed;
}

/** An empty set of unsubscribed people, for importing everyone. */
export const nobody = (): Unsubscribed => ({fully: hashAddresses(), fromGroup: hashAddresses()});
