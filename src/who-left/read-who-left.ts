import {forEachRecord} from '../api/answers/record-sources.js';
import type {Client} from '../api/client/client.js';
import {operations as unsubscribers} from '../endpoints/unsubscribers.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {type HashedAddresses, hashAddresses} from './hashed-addresses.js';

/** Addresses that get no mail at all, and those that unsubscribed from one group only. */
export type WhoLeft = {readonly fully: HashedAddresses; readonly fromGroup: HashedAddresses};

/** Reads who unsubscribed, in flat memory however many they are. */
export async function readWhoLeft({stream}: Pick<Client, 'stream'>): Promise<WhoLeft> {
  const {fully, fromGroup} = nobody();
  await forEachRecord(stream(unsubscribers.list), ({email_address, unsubscribe_groups_id}) => {
    (unsubscribe_groups_id === null ? fully : fromGroup).add(foldAddress(email_address));
  });
  return {fully, fromGroup};
}

/** An empty set of people who left. */
export const nobody = (): WhoLeft => ({fully: hashAddresses(), fromGroup: hashAddresses()});
