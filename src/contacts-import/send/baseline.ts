import {foldAddress} from '../../csv/fold-address.js';
import {type AddressCounts, createAddressCounts} from './address-counts.js';
import {type Listing, readListing} from './listing.js';
import type {ImportService} from './service.js';

/** Who is in the list before anything is sent. */
export type Baseline = Listing<AddressCounts>;

/** Reads who is in the list, and keeps hashes only, so that a list of any size fits into memory. */
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
export const emptyBaseline = (): Baseline => ({result: createAddressCounts(), listed: 0, count: 0, complete: true});
