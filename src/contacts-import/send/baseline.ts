import {foldAddress} from '../../records/fields/fold-address.js';
import type {Checked} from '../file/contract.js';
import {makeLineBytes} from '../file/line-bytes.js';
import {type Listing, readListing} from './listing.js';
import type {Listed} from './plan.js';
import type {ImportService} from './service.js';

/** Which rows are in the list before anything is sent. */
export type Baseline = Listing<Listed>;

/** Reads who is in the list, and keeps a byte for each row of the file, so that a list of any size fits into memory. */
export const readBaseline = (service: ImportService, {lineOf}: Pick<Checked, 'lineOf'>): Promise<Baseline> =>
  readListing(service, () => {
    const listed = makeLineBytes();
    let size = 0;
    return {
      needs: {fields: []},
      see({email}) {
        const line = lineOf(foldAddress(email ?? ''));
        if (line === 0 || listed.of(line) !== 0) return;
        listed.set(line, 1);
        size++;
      },
      result: () => ({has: ({line}) => listed.of(line) !== 0, size}),
    };
  });

/** The baseline of a list that does not exist yet. */
export const emptyBaseline = (): Baseline => ({
  result: {has: () => false, size: 0},
  listed: 0,
  count: 0,
  complete: true,
  lastId: 0,
});
