import {foldAddress} from '../../csv/columns/fold-address.js';
import type {PlannedRow} from './plan.js';
import type {Sending} from './sending.js';
import type {ListedContact} from './service.js';

/**
Finds the contacts of the first rows by asking for the ids behind the highest that was there before. A long list costs much
more to read than ten contacts. Undefined where the list is short, or where not every row is found this way: then the list
must tell.
*/
export async function findFirstContacts(
  {service, longListEnds}: Pick<Sending, 'service' | 'longListEnds'>,
  rows: readonly PlannedRow[],
): Promise<ReadonlyMap<string, ListedContact> | undefined> {
  if (longListEnds === undefined || rows.length > MOST_ROWS) return undefined;
  const wanted = new Set(rows.map(({address}) => address));
  const found = new Map<string, ListedContact>();
  for (let id = longListEnds + 1, strange = 0; found.size < wanted.size && strange < MOST_STRANGE; id++) {
    const contact = await service.contact(id);
    const address = foldAddress(contact?.email ?? '');
    if (contact && wanted.has(address)) found.set(address, contact);
    else strange++;
  }
  return found.size === wanted.size ? found : undefined;
}

/** With more rows than this, a list is as quickly read. */
const MOST_ROWS = 10;

/** After so many ids that are somebody else's, this service does not number its contacts one after the other. */
const MOST_STRANGE = 3;
