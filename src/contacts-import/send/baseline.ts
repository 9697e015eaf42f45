import {foldAddress} from '../../csv/columns/fold-address.js';
import {createAddressCounts} from './address-counts.js';
import {type Listing, readListing} from './listing.js';
import type {Listed} from './plan.js';
import type {ImportService} from './service.js';

/** Who is in the list before anything is sent. */
export type Baseline = Listing<Listed>;

/** Reads who is in the list, and keeps only hashes, so that a list of any size fits into memory. */
export const readBaseline = (service: ImportService): Promise<Baseline> =>
  readListing(service, () => {
    const counts = createAddressCounts();
    return {
      see({email}) {
        if (email !== null) counts.add(foldAddress(email));
      },
      result: () => counts,
    };
  });

/** The baseline of a contact type that does not exist yet. */
export const emptyBaseline = (): Baseline => ({
  result: createAddressCounts(),
  listed: 0,
  count: 0,
  complete: true,
  lastId: 0,
  shown: 0,
});
