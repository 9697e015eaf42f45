import type {ImportService, ListedContact} from './service.js';

/** A listing that was read to its end, and whether it may be believed about what is not in it. */
export type Listing<T> = {
  readonly result: T;
  readonly listed: number;
  readonly count: number | undefined;
  /** Whether it held as many contacts as the service counts. In one that does not, absence proves nothing. */
  readonly complete: boolean;
};

/** Looks at every contact of a listing and keeps what it wants. Made anew for each reading. */
export type Reader<T> = {see(contact: ListedContact): void; result(): T};

/**
Reads the list, and a second time when it holds another number of contacts than the service counts: somebody may just
have added one.
*/
export async function readListing<T>(service: ImportService, reader: () => Reader<T>): Promise<Listing<T>> {
  const first = await readOnce(service, reader());
  return first.complete ? first : readOnce(service, reader());
}

async function readOnce<T>(service: ImportService, reader: Reader<T>): Promise<Listing<T>> {
  const before = await service.count();
  let listed = 0;
  for await (const batch of service.contacts()) {
    listed += batch.length;
    for (const contact of batch) reader.see(contact);
  }
  const count = listed === before ? before : await service.count();
  return {result: reader.result(), listed, count, complete: listed === count};
}
