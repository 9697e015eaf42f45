import {foldAddress} from '../../records/fields/fold-address.js';
import type {PlannedRow} from './plan.js';
import type {Sending} from './sending.js';
import type {ListedContact} from './service.js';

/**
 * Finds the contacts of the first rows by asking for the ids after the highest earlier one. Reading a long list costs
 * much more than reading ten contacts. Undefined if the list is short, or if this does not find every row: then the
 * list must be read.
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

/** With more rows than this, reading the list is just as fast. */
const MOST_ROWS = 10;

/** After this many ids of other contacts, this service does not count up its ids. */
const MOST_STRANGE = 3;
