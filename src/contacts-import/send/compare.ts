import {foldAddress} from '../../csv/fold-address.js';
import {readListing} from './listing.js';
import type {PlannedRow} from './plan.js';
import type {ImportService} from './service.js';

/** What the list says of some rows, by address. */
export type Comparison = {
  readonly present: readonly PlannedRow[];
  readonly absent: readonly PlannedRow[];
  /** Whether absence proves anything. */
  readonly complete: boolean;
};

/** Looks which rows are in the list. Never by count: others may add and remove contacts meanwhile. */
export async function compare(service: ImportService, rows: readonly PlannedRow[]): Promise<Comparison> {
  const wanted = new Set(rows.map(({address}) => address));
  const {result: found, complete} = await readListing(service, () => {
    const found = new Set<string>();
    return {
      see({email}) {
        const address = email === null ? '' : foldAddress(email);
        if (wanted.has(address)) found.add(address);
      },
      result: () => found,
    };
  });
  return {
    present: rows.filter(({address}) => found.has(address)),
    absent: rows.filter(({address}) => !found.has(address)),
    complete,
  };
}
