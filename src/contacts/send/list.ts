import {startingOver} from '../../api/answers/start-over.js';
import type {Client} from '../../api/client/client.js';
import type {Loose} from '../../api/describe/schema.js';
import type {Context} from '../../change/context.js';
import {exitAfter, InterruptedError, mayPass} from '../../core/errors.js';
import type {Host} from '../../core/system/host.js';
import {counted, number} from '../../core/words/sentence.js';
import {lookUp} from '../../core/words/values.js';
import {operations as contacts} from '../../endpoints/contacts.js';
import {operations as lists} from '../../endpoints/lists.js';
import {customValue, isNotDeleted} from '../../records/fields/path.js';
import type {RestTimes} from '../journal/runs.js';

export type ListedContact = {readonly id: number; readonly email: string | null; readonly [field: string]: unknown};

/** How many contacts of a list the service counts; undefined if it does not say, if the list is gone, or nobody can ask now. */
async function countIn({call}: Client, listId: number): Promise<number | undefined> {
  try {
    return (await call(lists.list)).find(one => one.id === listId && isNotDeleted(one))?.contacts_count;
  } catch (error) {
    if (mayPass(error)) return undefined;
    throw error;
  }
}

/** The contacts of a list without deleted ones. `seeId` gets all ids. */
export async function* contactsIn(
  {stream}: Client,
  listId: number,
  seeId?: (id: number) => void,
): AsyncGenerator<readonly ListedContact[]> {
  for await (const batch of stream(contacts.list)) {
    if (seeId) for (const {id} of batch) seeId(id);
    const ours = batch.filter(one => one.contact_type_id === listId && isNotDeleted(one));
    if (ours.length > 0) yield ours;
  }
}

/** The text of a contact's field, reserved or custom. */
export function textIn(contact: Loose, field: string): string {
  const value = customValue(contact['custom_field'], field) ?? lookUp(contact, field);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** What a reading of a list to its end says besides its result. */
export type Listing = {
  readonly listed: number;
  readonly count: number | undefined;
  /** The highest contact id: contacts added later have higher ones. */
  readonly lastId: number;
  /** Whether it had as many contacts as the service counts. Otherwise absence from it proves nothing. */
  readonly complete: boolean;
};

/** Gets every contact of a list. Each reading gets a new one. */
export type ListReader<T> = {see(contact: ListedContact): void; result(): T};

type ReadListing<T> = Listing & {readonly result: T};

/** A list, and how long to wait for it. */
type Settling = {
  readonly context: Context;
  readonly list: {readonly id: number};
  readonly settings: {readonly settle: RestTimes};
};

/** Reads a list, and again after it has settled if it lacks something. Says whether it came to rest. */
export async function readSettled<T>(
  {context, list, settings}: Settling,
  reader: () => ListReader<T>,
  isLacking: (read: ReadListing<T>) => boolean,
): Promise<ReadListing<T> & {readonly atRest: boolean}> {
  const first = await readListing(context, list.id, reader);
  if (!isLacking(first)) return {...first, atRest: true};
  const atRest = await waitForRest(context, list.id, settings.settle);
  return {...(await readListing(context, list.id, reader)), atRest};
}

/** Reads the list, and again if its length differs from the service's count: somebody may just have added a contact. */
export async function readListing<T>(
  client: Client,
  listId: number,
  reader: () => ListReader<T>,
): Promise<ReadListing<T>> {
  const read = () => startingOver(() => readOnce(client, listId, reader()));
  const first = await read();
  return first.complete ? first : read();
}

async function readOnce<T>(client: Client, listId: number, reader: ListReader<T>): Promise<ReadListing<T>> {
  const before = await countIn(client, listId);
  let [listed, lastId] = [0, 0];
  const seeId = (id: number): void => {
    if (id > lastId) lastId = id;
  };
  for await (const batch of contactsIn(client, listId, seeId)) {
    listed += batch.length;
    for (const contact of batch) reader.see(contact);
  }
  const count = listed === before ? before : await countIn(client, listId);
  return {result: reader.result(), listed, count, lastId, complete: listed === count};
}

/** Why the absence of a contact from a list that is not whole, or never came to rest, proves nothing, to follow a colon. */
export function whyUnproven({listed, count, complete}: Listing): string {
  if (complete) return 'the list of contacts keeps changing';
  return count === undefined
    ? 'the service does not say how many contacts the list has'
    : `the service lists ${counted(listed, 'contact')} of the list but counts ${number(count)}`;
}

/**
 * Waits until the count of the list stays the same, and returns whether it did. A service may still work on an abandoned
 * request, and a growing list proves nothing about missing rows: before the first look emk waits as many times the usual wait as
 * the latest request asks for. A pause counts with its planned length, because a machine that slept has not looked meanwhile.
 */
export async function waitForRest(
  context: Context,
  listId: number,
  {wait, poll, max}: RestTimes,
  waits = 1,
): Promise<boolean> {
  const {host, progress} = context;
  const label = 'Waiting until the list stops changing';
  progress.show({label});
  let left = max;
  let [before, same]: [number | undefined, number] = [undefined, 0];
  for (let pauseFor = Math.min(max, wait * waits); same < SAME && pauseFor <= left; pauseFor = poll) {
    await waitOrStop(host, pauseFor);
    const began = host.elapsed();
    const now = await countIn(context, listId);
    left -= pauseFor + host.elapsed() - began;
    progress.show({label, ...(now !== undefined && {done: now})});
    same = now !== undefined && now === before ? same + 1 : 1;
    before = now;
  }
  progress.clear();
  return same >= SAME;
}

/** How many equal counts in a row mean that the list has settled. */
const SAME = 3;

/** Stops between two requests after Ctrl-C. The journal already contains every outcome so far. */
export function stopIfInterrupted({interrupted}: Pick<Host, 'interrupted'>): void {
  if (!interrupted.aborted) return;
  throw new InterruptedError('Interrupted. Nobody else was added.', {exit: exitAfter(interrupted)});
}

/** Waits, unless Ctrl-C comes first: then it stops. */
export async function waitOrStop(host: Pick<Host, 'interrupted' | 'sleep'>, milliseconds: number): Promise<void> {
  await host.sleep(milliseconds, host.interrupted).catch(() => undefined);
  stopIfInterrupted(host);
}
