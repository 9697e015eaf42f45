import {foldAddress} from '../../csv/columns/fold-address.js';
import {createAddressCounts} from './address-counts.js';
import {type Listing, readListing} from './listing.js';
import type {Listed} from './plan.js';
import type {ImportService} from './service.js';

/** Who is in the list before anything is sent. */
export type Baseline = Listing<Listed> & {
  /** The highest contact id: contacts added later have higher ones. */
  readonly lastId: number;
  /** How many contacts the service listed in total, including other contact types. */
  readonly shown: number;
};

/** Reads who is in the list, and keeps only hashes, so that a list of any size fits into memory. */
export async function readBaseline(service: ImportService): Promise<Baseline> {
  const {result, ...listing} = await readListing(service, () => {
    const counts = createAddressCounts();
    let lastId = 0;
    let shown = 0;
    return {
      see({email}) {
        if (email !== null) counts.add(foldAddress(email));
      },
      seeId(id) {
        if (id > lastId) lastId = id;
        shown++;
      },
      result: () => ({counts, lastId, shown}),
    };
  });
  return {...listing, result: result.counts, lastId: result.lastId, shown: result.shown};
}

/** The baseline of a contact type that does not exist yet. */
export const emptyBaseline = (): Baseline => ({
  result: createAddressCounts(),
  listed: 0,
  count: 0,
  complete: true,
  lastId: 0,
  shown: 0,
});
