import type {ImportService, ListedContact} from './service.js';

/** The result of reading a list to its end, and whether it proves that other contacts do not exist. */
export type Listing<T> = {
  readonly result: T;
  readonly listed: number;
  readonly count: number | undefined;
  /** Whether it had as many contacts as the service counts. Otherwise absence from it proves nothing. */
  readonly complete: boolean;
};

/** Gets every contact of a list and keeps its own result. Each reading gets a new one. */
export type Reader<T> = {
  see(contact: ListedContact): void;
  /** Gets the id of every listed contact, including other contact types and deleted ones. */
  seeId?(id: number): void;
  result(): T;
};

/**
 * Reads the list, and a second time if its length differs from the service's count: somebody may just have added a
 * contact.
 */
export async function readListing<T>(service: ImportService, reader: () => Reader<T>): Promise<Listing<T>> {
  const first = await readOnce(service, reader());
  return first.complete ? first : readOnce(service, reader());
}

async function readOnce<T>(service: ImportService, reader: Reader<T>): Promise<Listing<T>> {
  const before = await service.count();
  let listed = 0;
  for await (const batch of service.contacts(id => reader.seeId?.(id))) {
    listed += batch.length;
    for (const contact of batch) reader.see(contact);
  }
  const count = listed === before ? before : await service.count();
  return {result: reader.result(), listed, count, complete: listed === count};
}
