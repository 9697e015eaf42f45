import {emptyIfNotFound, forEachRecord} from '../api/answers/record-sources.js';
import type {Context} from '../commands/command.js';
import {listedRecords} from '../commands/verbs/listed.js';
import groupRecipients from '../endpoints/unsubscribe-group-recipients.js';
import {operations as groups} from '../endpoints/unsubscribe-groups.js';
import {foldAddress} from '../records/fields/fold-address.js';
import {type HashedAddresses, hashAddresses} from './hashed-addresses.js';
import {readWhoLeft} from './read-who-left.js';

/** What a person left: everything as null, groups by their ids. */
type Leavings = (address: string) => ReadonlyArray<number | null>;

/** Reads who left what, group by group, because the wish of a person goes along to a new address. */
export async function readLeavings(context: Pick<Context, 'call' | 'stream'>): Promise<Leavings> {
  const places = new Map<number | null, Pick<HashedAddresses, 'has'>>([[null, (await readWhoLeft(context)).fully]]);
  for (const {id} of await context.call(groups.list).catch(emptyIfNotFound)) {
    const here = hashAddresses();
    await forEachRecord(listedRecords(context, groupRecipients, {groupId: id}), ({email_address}) =>
      here.add(foldAddress(String(email_address))),
    );
    places.set(id, here);
  }
  return address => [...places].flatMap(([place, people]) => (people.has(foldAddress(address)) ? [place] : []));
}
