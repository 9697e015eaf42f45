import type {Admit} from '../../api/describe/permit.js';
import type {Loose} from '../../api/describe/schema.js';
import {turnFor} from '../../commands/verbs/create.js';
import {listedRecords} from '../../commands/verbs/listed.js';
import type {Listed} from '../../commands/verbs/removal.js';
import groupRecipients, {operations as groupRecipient} from '../../endpoints/group-recipients.js';
import segmentRecipients, {operations as segmentRecipient} from '../../endpoints/segment-recipients.js';
import unsubscribes, {operations as unsubscribe} from '../../endpoints/unsubscribes.js';
import type {Done} from '../../output/results/result.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {addMissing} from '../../resources/shared/add-addresses.js';
import {openDoor} from '../../who-left/door.js';
import {letIn} from '../../who-left/let-in.js';
import type {Id} from '../folder/made.js';
import {addressIn, type Entry, type Value} from '../kinds/shape.js';
import {removeAll} from './remove-records.js';
import type {ApplyWork} from './work.js';

/** A list of people in an account: who left a group or everything, or who is in a segment. */
export type PeopleList = {
  readonly listed: Listed;
  readonly address: string;
  /** How many people fit into one request, if fewer than usual. */
  readonly most?: number;
  /** Whether a row really belongs to the list. */
  readonly holds?: (row: Loose) => boolean;
} & (
  | {
      /** Whether people get mail through it, so that they come in through the door. */
      readonly mails: true;
      add(work: ApplyWork, address: string, people: ReadonlyMap<string, Entry>, admit: Admit): Promise<unknown>;
    }
  | {
      readonly mails?: undefined;
      add(work: ApplyWork, addresses: string): Promise<unknown>;
    }
);

export const groupRecipientsOf = (group: Id): PeopleList => ({
  listed: {of: groupRecipients, listInput: {groupId: group}},
  address: 'email_address',
  add: ({context, permit}, addresses) =>
    context.send(permit, groupRecipient.add, {unsubscribe_groups_id: Number(group), email_address: addresses}),
});

/** The people who get no mail at all. */
export const allUnsubscribes: PeopleList = {
  listed: {of: unsubscribes, listInput: {}},
  address: 'email_address',
  // The list may also include people who left only one group.
  holds: ({unsubscribe_groups_id: group}) => (group ?? null) === null,
  add: ({context, permit}, addresses) => context.send(permit, unsubscribe.add, {email_address: addresses}),
};

/** The people in a segment. The service accepts one at a time, with a name. */
export const segmentPeople = (segment: Id): PeopleList => ({
  listed: {of: segmentRecipients, listInput: {segment_id: segment}},
  address: 'email',
  most: 1,
  mails: true,
  add: ({context, permit}, email, people, admit) => {
    const known = people.get(foldAddress(email)) ?? {};
    const {'first-name': first_name = '', 'last-name': last_name = ''} = known as Readonly<Record<string, string>>;
    const person = {segment_id: Number(segment), first_name, last_name, email};
    return context.send(admit(permit), segmentRecipient.add, person);
  },
});

/** Adds people to a list, and returns the ids of new ones. It throws only when it is known who was added. */
export async function addPeople(
  work: ApplyWork,
  list: PeopleList,
  values: readonly Value[],
  before: (addresses: readonly string[], lastRow: number) => void,
): Promise<{
  readonly ids: ReadonlyArray<readonly [string, Id]>;
  readonly failed: Done['failed'][number]['error'] | undefined;
}> {
  const people = new Map(values.map(value => [foldAddress(addressIn(value)), asEntry(value)] as const));
  const met = new Map<string, Id>();
  const there = new Set<string>();
  const {enter, add} = list.mails ? await throughDoor(work, list, people) : freely(work, list);
  let looks = 0;
  let lastRow = 0;
  const {failed, stopped} = await addMissing(
    work.context,
    {addresses: values.map(addressIn), bad: []},
    {
      membership: 'in the list',
      turns: () => [turnFor(list.listed.of, Object.values(list.listed.listInput ?? {}).join())],
      persists: !list.mails,
      ...(list.most !== undefined && {most: list.most}),
      async *entries() {
        looks += 1;
        for await (const row of rowsOf(work, list)) {
          const address = String(row[list.address]);
          if (looks === 1) {
            there.add(foldAddress(address));
            lastRow = Math.max(lastRow, Number(row['id']));
          } else if (!there.has(foldAddress(address))) met.set(foldAddress(address), Number(row['id']));
          yield {id: Number(row['id']), email_address: address};
        }
      },
      async before(fresh) {
        before([...people.keys()], lastRow);
        return enter(fresh);
      },
      add,
    },
  );
  const ids = [...met].filter(([address]) => people.has(address));
  return {ids, failed: stopped ?? failed[0]?.error};
}

/** How people come into a list: who may be added, and the request that adds them. */
type Entrance = {
  enter(fresh: readonly string[]): Promise<readonly string[]>;
  add(addresses: string): Promise<unknown>;
};

async function throughDoor(
  work: ApplyWork,
  list: PeopleList & {readonly mails: true},
  people: ReadonlyMap<string, Entry>,
): Promise<Entrance> {
  const door = await openDoor(work.context, work.door);
  return {
    enter: async fresh => (await letIn(work.context, door, fresh)).addresses,
    add: addresses => list.add(work, addresses, people, door.admit),
  };
}

/** Nobody gets mail through such a list, so everybody may be added. */
const freely = (work: ApplyWork, list: PeopleList & {readonly mails?: undefined}): Entrance => ({
  enter: async fresh => fresh,
  add: addresses => list.add(work, addresses),
});

export async function removePeople(
  work: ApplyWork,
  list: PeopleList,
  values: readonly Value[],
): Promise<readonly string[]> {
  const wanted = new Set(values.map(value => foldAddress(addressIn(value))));
  const ids: Id[] = [];
  for await (const row of rowsOf(work, list)) {
    if (wanted.has(foldAddress(String(row[list.address])))) ids.push(Number(row['id']));
  }
  await removeAll(work.context, {...list.listed, permit: work.permit}, ids);
  return [...wanted];
}

async function* rowsOf(
  {context}: Pick<ApplyWork, 'context'>,
  {listed: {of, listInput}, holds = () => true}: PeopleList,
): AsyncGenerator<Loose> {
  for await (const batch of listedRecords(context, of, listInput)) yield* batch.filter(holds);
}

const asEntry = (value: Value): Entry => (typeof value === 'object' && !Array.isArray(value) ? (value as Entry) : {});
