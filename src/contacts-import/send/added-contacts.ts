import type {Added} from '../journal/journal-record.js';
import {type LineRanges, rangesOfNumbers} from '../journal/line-ranges.js';
import {fingerprint, wasTouched} from './fingerprint.js';
import type {ListedContact} from './service.js';

export type AddedContacts = {
  see(contact: ListedContact): void;
  record(lines: LineRanges): Added;
};

/** Collects, of contacts with the rows' addresses, those with ids above all earlier ones. */
export function collectAdded(lastId: number): AddedContacts {
  const ids: number[] = [];
  const prints: number[] = [];
  let touched = 0;
  return {
    see(contact) {
      if (contact.id <= lastId) return;
      ids.push(contact.id);
      prints.push(fingerprint(contact));
      if (wasTouched(contact)) touched++;
    },
    record(lines) {
      const order = Uint32Array.from(ids.keys()).sort((one, other) => (ids[one] ?? 0) - (ids[other] ?? 0));
      const inOrder = Uint32Array.from(order, at => prints[at] ?? 0);
      return {
        kind: 'added',
        lines,
        ids: rangesOfNumbers(ids),
        prints: Buffer.from(inOrder.buffer).toString('base64'),
        touched: touched > ids.length / 2,
      };
    },
  };
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
