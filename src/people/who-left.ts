import {allRecords, forEachRecord, noneIfNotFound} from '../api/answers/record-sources.js';
import {startingOver} from '../api/answers/start-over.js';
import type {Client} from '../api/client/client.js';
import type {Operation} from '../api/describe/schema.js';
import {makeAddressTable} from '../csv/columns/address-table.js';
import {operations as groupRecipients} from '../endpoints/group-recipients.js';
import {operations as groups} from '../endpoints/groups.js';
import {leftEverything, operations as unsubscribes} from '../endpoints/unsubscribes.js';
import {foldAddress} from '../records/fields/fold-address.js';

/** What is read at the door, for the reference of commands that go through it. */
export const readsOfDoor: readonly Operation[] = [unsubscribes.list, groups.list, groupRecipients.list];

type ReadingLeavers = Pick<Client, 'stream'>;

/** Addresses that get no mail at all, and those that unsubscribed from one group only. */
export type WhoLeft = {
  readonly fully: HashedAddresses;
  readonly fromGroup: Pick<HashedAddresses, 'has' | 'size'>;
  /** The same people by group, if they were read that way. */
  readonly groups?: PeopleOfGroups;
};

type PeopleOfGroups = ReadonlyMap<number, HashedAddresses>;

/**
 * Reads who unsubscribed, in flat memory however many they are. The service may keep those who left only a group out of
 * its list of everybody who unsubscribed: if no record there names a group, emk reads the groups too.
 */
export async function readWhoLeft(client: ReadingLeavers): Promise<WhoLeft> {
  const [fully, fromGroup] = [hashAddresses(), hashAddresses()];
  await startingOver(() =>
    forEachRecord(client.stream(unsubscribes.list), left => {
      (leftEverything(left) ? fully : fromGroup).add(foldAddress(left.email_address));
    }),
  );
  if (fromGroup.size > 0) return {fully, fromGroup};
  const found = await readGroups(client);
  const each = [...found.values()];
  return {
    fully,
    fromGroup: {
      has: address => each.some(people => people.has(address)),
      size: each.reduce((sum, {size}) => sum + size, 0),
    },
    groups: found,
  };
}

/** Reads who left each group. Only a group that counts nobody is not read. */
async function readGroups({stream}: ReadingLeavers): Promise<PeopleOfGroups> {
  const found = new Map<number, HashedAddresses>();
  for (const {id, unsubscribe_clients_count: count} of await allRecords(noneIfNotFound(stream(groups.list)))) {
    if (count === 0) continue;
    const people = hashAddresses();
    await forEachRecord(noneIfNotFound(stream(groupRecipients.list, {groupId: id})), ({email_address}) =>
      people.add(foldAddress(email_address)),
    );
    found.set(id, people);
  }
  return found;
}

/** An empty set of people who left. */
export const nobodyLeft = (): WhoLeft => ({fully: hashAddresses(), fromGroup: hashAddresses()});

/** Reads what each person left, everything as null and groups by their ids: the wish goes along to a new address. */
export async function readLeavings(
  client: ReadingLeavers,
  {fully, groups: known}: Pick<WhoLeft, 'fully' | 'groups'>,
): Promise<(address: string) => ReadonlyArray<number | null>> {
  const places = [[null, fully] as const, ...(known ?? (await readGroups(client)))];
  return address => places.flatMap(([place, people]) => (people.has(foldAddress(address)) ? [place] : []));
}

/** A set of folded addresses, without the addresses. */
export type HashedAddresses = {
  add(address: string): void;
  has(address: string): boolean;
  /** How many different addresses are in it. */
  readonly size: number;
};

/** Keeps a hash of each address: a million take 19 MB at most, a Set eight times that. */
function hashAddresses(): HashedAddresses {
  const table = makeAddressTable();
  let size = 0;
  return {
    add(address) {
      if (table.add(address, 1) === 0) size++;
    },
    has: address => table.of(address) !== 0,
    get size() {
      return size;
    },
  };
}
