import type {Loose} from '../api/describe/schema.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import type {Month} from './months.js';
import type {List} from './read-mailings.js';
import type {Contacts} from './report.schema.js';
import {createTally} from './tally.js';

export type PeopleCount = {
  add(contact: Loose): void;
  result(lists: readonly List[], months: readonly Month[]): Contacts;
};

/** Counts contacts as they arrive, only by list and month, so that memory does not grow with their number. */
export function createPeopleCount(monthOf: (timestamp: unknown) => Month | undefined): PeopleCount {
  const tally = createTally<number>();
  const names = new Map<number, string>();
  return {
    add(contact) {
      if (!isNotDeleted({deleted_at: (contact['deleted_at'] as string | null | undefined) ?? null})) return;
      const id = Number(contact['contact_type_id']);
      tally.add(id, monthOf(contact['created_at']));
      if (!names.has(id)) names.set(id, nameOf(contact['contact_type']) ?? `list ${id}`);
    },
    result(lists, months) {
      const allNames = new Map([...names, ...lists.map(({id, name}) => [Number(id), name] as const)]);
      const all = tally.inMonths(undefined, months);
      let contacts = tally.before(undefined, months[0] ?? '');
      return {
        total: tally.total(undefined),
        undated: tally.undated(),
        lists: [...allNames]
          .map(([id, name]) => ({
            id,
            name,
            contacts: tally.total(id),
            joined: tally.inMonths(id, months),
          }))
          .sort((one, other) => other.contacts - one.contacts),
        months: months.map((month, index) => {
          contacts += all[index] ?? 0;
          return {month, joined: all[index] ?? 0, contacts};
        }),
      };
    },
  };
}

const nameOf = (type: unknown): string | undefined =>
  typeof type === 'object' && type !== null && 'name' in type && typeof type.name === 'string' ? type.name : undefined;
