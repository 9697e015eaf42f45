import {foldAddress} from '../../records/fields/fold-address.js';
import {type Listing, readListing} from './listing.js';
import type {PlannedRow} from './plan.js';
import type {ImportService, ListedContact} from './service.js';

/** Which of some rows are in the list, by address. */
export type Comparison = {
  readonly present: readonly PlannedRow[];
  readonly absent: readonly PlannedRow[];
  readonly contacts: ReadonlyMap<string, ListedContact>;
  /** Whether a row that is not in the list certainly did not arrive. */
  readonly complete: boolean;
} & Pick<Listing<unknown>, 'listed' | 'count'>;

/** Finds rows in the list by address, never by count: others may add and delete contacts at the same time. */
export async function compare(service: ImportService, rows: readonly PlannedRow[]): Promise<Comparison> {
  const wanted = new Set(rows.map(({address}) => address));
  const {
    result: found,
    complete,
    listed,
    count,
  } = await readListing(service, () => {
    const found = new Map<string, ListedContact>();
    return {
      see(contact) {
        const address = foldAddress(contact.email ?? '');
        if (wanted.has(address)) found.set(address, contact);
      },
      result: () => found,
    };
  });
  return {...sortByPresence(rows, found), contacts: found, complete, listed, count};
}

/** Sorts rows by whether a contact has their address. */
export const sortByPresence = (
  rows: readonly PlannedRow[],
  contacts: Comparison['contacts'],
): Pick<Comparison, 'present' | 'absent'> => ({
  present: rows.filter(({address}) => contacts.has(address)),
  absent: rows.filter(({address}) => !contacts.has(address)),
});
