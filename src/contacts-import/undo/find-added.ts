import type {Loose} from '../../api/describe/schema.js';
import {PreflightError} from '../../errors.js';
import {type Ranges, rangesOfNumbers, union, without} from '../../work/ranges.js';
import type {State} from '../../work/state.js';
import {importName, isOpen, type PastRun} from '../journal/runs.js';
import {stampOf} from '../send/added-contacts.js';
import {type Listing, readListing} from '../send/listing.js';
import type {ImportService} from '../send/service.js';
import type {ContactRef} from '../sync/sync-result.schema.js';

/** The contacts that an import has added, in their current state. */
export type AddedNow = {
  readonly unchanged: readonly number[];
  readonly changed: readonly ContactRef[];
  /** Contacts that were in the list after the import and are not in it now: deleted, or moved to another list. */
  readonly absent: number;
  /** Whether a contact was changed since the last look of the import. */
  readonly isTouched: (contact: Loose) => boolean;
  readonly listing: Pick<Listing<unknown>, 'complete' | 'listed' | 'count'>;
};

/** Sent rows whose contacts no look has found yet. */
export function unlookedRows({sent, added, refused}: State): Ranges {
  const looked = added.reduce<Ranges>((all, {lines}) => union(all, lines), []);
  return without(without(sent, looked), rangesOfNumbers(refused.keys()));
}

/** Refuses to undo what was never looked at: nobody knows which contacts came of it. */
export function requireLooked(run: PastRun): void {
  const {header, state} = run;
  if (unlookedRows(state).length === 0) return;
  throw new PreflightError(`The import ${importName(header)} was never verified, so emk does not know what it added.`, {
    hint: isOpen(run)
      ? `Resume it first: emk contacts import resume ${header.id}. Then it can be undone.`
      : `Nothing was changed. To see the contacts of the list: emk contacts list --list ${header.list.id}`,
  });
}

/** Finds the contacts that an import has added, by the ids in its journal. */
export async function findAdded(service: ImportService, {state}: PastRun): Promise<AddedNow> {
  const stamps = new Map<number, string>();
  for (const [stamp, ids] of state.added.flatMap(({looks}) => looks)) {
    for (const [first, last] of ids) for (let id = first; id <= last; id++) stamps.set(id, stamp);
  }
  const isTouched = (contact: Loose): boolean => stamps.get(Number(contact['id'])) !== stampOf(contact);
  const {result, ...listing} = await readListing(service, () => {
    const unchanged: number[] = [];
    const changed: ContactRef[] = [];
    return {
      see(contact) {
        const {id, email} = contact;
        if (!stamps.has(id)) return;
        if (isTouched(contact)) changed.push({id, email});
        else unchanged.push(id);
      },
      result: () => ({unchanged, changed, absent: stamps.size - unchanged.length - changed.length}),
    };
  });
  return {...result, isTouched, listing};
}
