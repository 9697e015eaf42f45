import type {Loose} from '../../api/describe/schema.js';
import {PreflightError} from '../../errors.js';
import {foldAddress} from '../../records/fields/fold-address.js';
import {type Ranges, rangesOfNumbers, union, without} from '../../work/ranges.js';
import type {State} from '../../work/state.js';
import {type ImportHeader, importName, type PastRun} from '../journal/runs.js';
import {printsOf} from '../send/added-contacts.js';
import {fingerprint, wasTouched} from '../send/fingerprint.js';
import {type Listing, readListing} from '../send/listing.js';
import type {ImportService, ListedContact} from '../send/service.js';
import type {ContactRef} from '../sync/sync-result.schema.js';

/** The contacts that an import has added, in their current state. */
export type AddedNow = {
  readonly unchanged: readonly number[];
  readonly changed: readonly ContactRef[];
  /** Contacts that were in the list after the import and are not in it now: deleted, or moved to another list. */
  readonly absent: number;
  /** Whether a contact was changed since the import, as far as its times tell. */
  readonly isTouched: (contact: Loose) => boolean;
  readonly listing: Pick<Listing<unknown>, 'complete' | 'listed' | 'count'>;
};

/** Sent rows whose contacts are not in the journal. Their addresses are only in the file. */
export function unlookedRows({sent, added, refused}: State): Ranges {
  const looked = added.reduce<Ranges>((all, {lines}) => union(all, lines), []);
  return without(without(sent, looked), rangesOfNumbers(refused.keys()));
}

/** Finds the contacts that an import has added, by its journal, or by address and a higher id. */
export async function findAdded(
  service: ImportService,
  {header, state}: PastRun,
  isOther: (address: string) => boolean,
): Promise<AddedNow> {
  const known = new Map<number, {readonly print: number; readonly touched: boolean}>();
  for (const record of state.added) {
    for (const [id, print] of printsOf(record)) known.set(id, {print, touched: record.touched});
  }
  const first = lastIdOf(header) + 1;
  const isTouched = (contact: Loose): boolean => wasTouched(contact) && !known.get(Number(contact['id']))?.touched;
  const isChanged = (contact: ListedContact): boolean => {
    const then = known.get(contact.id);
    return isTouched(contact) || (then !== undefined && then.print !== fingerprint(contact));
  };
  const {result, ...listing} = await readListing(service, () => {
    const unchanged: number[] = [];
    const changed: ContactRef[] = [];
    let seen = 0;
    return {
      see(contact) {
        const {id, email} = contact;
        if (id < first) return;
        if (known.has(id)) seen++;
        else if (email === null || !isOther(foldAddress(email))) return;
        if (isChanged(contact)) changed.push({id, email});
        else unchanged.push(id);
      },
      result: () => ({unchanged, changed, absent: known.size - seen}),
    };
  });
  return {...result, isTouched, listing};
}

export function lastIdOf(header: ImportHeader): number {
  const {lastId} = header.baseline;
  if (lastId !== undefined) return lastId;
  throw new PreflightError(`An older emk made the import ${importName(header)}, and did not note what an undo needs.`, {
    hint: 'Nothing was changed. Find its contacts with "emk people list --where", and delete them by id.',
  });
}
