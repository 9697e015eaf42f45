import {type Ranges, rangesOfNumbers} from '../../work/ranges.js';
import type {Added} from '../../work/record.js';
import {fingerprint, wasTouched} from './fingerprint.js';
import type {ListedContact} from './service.js';

export type AddedContacts = {see(contact: ListedContact): void; record(lines: Ranges): Added};

/**
 * Collects, of contacts with the rows' addresses, those with ids above all earlier ones. Memory is only used as far as
 * it is filled, so there is room for the `expected` ones from the beginning.
 */
export function collectAdded(lastId: number, expected = 1000): AddedContacts {
  let ids = new Float64Array(expected);
  let prints = new Uint32Array(expected);
  let [size, touched] = [0, 0];
  return {
    see(contact) {
      if (contact.id <= lastId) return;
      if (size === ids.length) {
        const [oldIds, oldPrints] = [ids, prints];
        ids = new Float64Array(size * 2);
        ids.set(oldIds);
        prints = new Uint32Array(size * 2);
        prints.set(oldPrints);
      }
      ids[size] = contact.id;
      prints[size] = fingerprint(contact);
      size++;
      if (wasTouched(contact)) touched++;
    },
    record(lines) {
      const inOrder = ids.slice(0, size).sort();
      return {
        kind: 'added',
        lines,
        ids: rangesOfNumbers(inOrder),
        prints: Buffer.from(sortedBy(ids, prints, inOrder).buffer).toString('base64'),
        touched: touched > size / 2,
      };
    },
  };
}

/** The hashes in the order of their ids. A list mostly comes in that order, so each is first looked for in its place. */
function sortedBy(ids: Float64Array, prints: Uint32Array, inOrder: Float64Array): Uint32Array<ArrayBuffer> {
  const sorted = new Uint32Array(inOrder.length);
  for (let at = 0; at < inOrder.length; at++) {
    const id = ids[at] as number;
    let [low, high] = inOrder[at] === id ? [at, at] : [0, inOrder.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((inOrder[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    sorted[low] = prints[at] as number;
  }
  return sorted;
}

/** The hash of each contact in a record, by id. */
export function printsOf({prints, ids}: Pick<Added, 'ids' | 'prints'>): Map<number, number> {
  const bytes = Buffer.from(prints, 'base64');
  const found = new Map<number, number>();
  let at = 0;
  for (const [first, last] of ids)
    for (let id = first; id <= last; id++, at += 4) found.set(id, bytes.readUInt32LE(at));
  return found;
}
