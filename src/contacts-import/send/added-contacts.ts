import type {Loose} from '../../api/describe/schema.js';
import {type Ranges, rangesOfNumbers} from '../../work/ranges.js';
import type {Added} from '../../work/record.js';
import type {ListedContact} from './service.js';

export type AddedContacts = {see(contact: ListedContact): void; record(lines: Ranges): Added};

/** When a contact was changed last, as the service says it. */
export const stampOf = ({updated_at: stamp}: Loose): string => String(stamp ?? '');

/** Collects, of contacts with the rows' addresses, those with ids above all earlier ones, by the times of their last change. */
export function collectAdded(lastId: number): AddedContacts {
  const byStamp = new Map<string, number[]>();
  return {
    see(contact) {
      if (contact.id <= lastId) return;
      const stamp = stampOf(contact);
      const ids = byStamp.get(stamp);
      if (ids) ids.push(contact.id);
      else byStamp.set(stamp, [contact.id]);
    },
    record: lines => ({
      kind: 'added',
      lines,
      looks: [...byStamp].map(([stamp, ids]) => [stamp, rangesOfNumbers(ids)]),
    }),
  };
}
