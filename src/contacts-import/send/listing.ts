import type {Client} from '../../api/client/client.js';
import {PreflightError} from '../../errors.js';
import {counted, number} from '../../words/sentence.js';
import {type ImportService, importService, type ListedContact} from './service.js';

/** The result of reading a list to its end, and whether it proves that other contacts do not exist. */
export type Listing<T> = {
  readonly result: T;
  readonly listed: number;
  readonly count: number | undefined;
  /** The highest contact id: contacts added later have higher ones. */
  readonly lastId: number;
  /** Whether it had as many contacts as the service counts. Otherwise absence from it proves nothing. */
  readonly complete: boolean;
};

/** Gets every contact of a list and keeps its own result. Each reading gets a new one. */
export type Reader<T> = {
  see(contact: ListedContact): void;
  result(): T;
};

/** Why the absence of a contact from a list proves nothing, to follow a colon. */
export async function whyIncomplete(
  service: Pick<ImportService, 'isGone'>,
  {listed, count}: Pick<Listing<unknown>, 'listed' | 'count'>,
): Promise<string> {
  if (count !== undefined)
    return `the service lists ${counted(listed, 'contact')} of the list but counts ${number(count)}`;
  if (await service.isGone()) return 'the list was deleted meanwhile';
  return 'the service does not say how many contacts the list has';
}

/** Refuses a list that somebody has deleted since its name was looked up: it would look like one of unknown length. */
export async function refuseIfGone(
  context: Client,
  {id, name}: {readonly id?: number | undefined; readonly name: string},
  {count}: Pick<Listing<unknown>, 'count'>,
): Promise<void> {
  if (id === undefined || count !== undefined || !(await importService(context, id).isGone())) return;
  throw new PreflightError(`The list "${name}" was deleted a moment ago, so nobody was added.`, {
    hint: 'Name another list with --list, or create it again.',
  });
}

/** Reads the list, and again if its length differs from the service's count: somebody may just have added a contact. */
export async function readListing<T>(service: ImportService, reader: () => Reader<T>): Promise<Listing<T>> {
  const first = await readOnce(service, reader());
  return first.complete ? first : readOnce(service, reader());
}

async function readOnce<T>(service: ImportService, reader: Reader<T>): Promise<Listing<T>> {
  const before = await service.count();
  let [listed, lastId] = [0, 0];
  const seeId = (id: number): void => {
    if (id > lastId) lastId = id;
  };
  for await (const batch of service.contacts(seeId)) {
    listed += batch.length;
    for (const contact of batch) reader.see(contact);
  }
  const count = listed === before ? before : await service.count();
  return {result: reader.result(), listed, count, lastId, complete: listed === count};
}
