import {reopenJournal} from '../journal/journal.js';
import type {PastRun} from '../journal/runs.js';
import {collectAdded} from '../send/added-contacts.js';
import type {AddressCounts} from '../send/address-counts.js';
import {readListing} from '../send/listing.js';
import type {ImportService} from '../send/service.js';
import {lastIdOf, unlookedRows} from './find-added.js';

/** Writes the contacts that an interrupted run has added into its journal, so that an undo needs no file. */
export async function noteAdded(service: ImportService, run: PastRun, addresses: AddressCounts): Promise<void> {
  const {header, state, folder} = run;
  const lines = unlookedRows(state);
  const {result} = await readListing(service, () => {
    const added = collectAdded(addresses, lastIdOf(header));
    return {see: added.see, result: () => added};
  });
  const journal = reopenJournal(folder);
  try {
    journal.append(result.record(lines));
  } finally {
    journal.close();
  }
}
