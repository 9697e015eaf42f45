import type {Loose} from '../api/describe/schema.js';
import {isNotDeleted} from '../records/fields/is-not-deleted.js';
import type {Month} from './months.js';
import type {ContactType} from './read-mailings.js';
import {createTally} from './tally.js';

/** The contacts of an account by list and by month of joining. A person on two lists counts on each. */
export type People = {
  readonly total: number;
  /** Contacts without a date of joining. */
  readonly undated: number;
  readonly lists: readonly List[];
  readonly months: readonly Joined[];
};

export type List = {
  readonly contact_type_id: number;
  readonly name: string;
  readonly people: number;
  /** How many of its people joined in each month of the report. */
  readonly joined: readonly number[];
};

/** `people` counts those of today's contacts who had joined by the end of the month: people who left are unknown. */
type Joined = {readonly month: Month; readonly joined: number; readonly people: number};

export type PeopleCount = {
  add(contact: Loose): void;
  result(lists: readonly ContactType[], months: readonly Month[]): People;
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
      let people = tally.before(undefined, months[0] ?? '');
      return {
        total: tally.total(undefined),
        undated: tally.undated(),
        lists: [...allNames]
          .map(([id, name]) => ({
            contact_type_id: id,
            name,
            people: tally.total(id),
            joined: tally.inMonths(id, months),
          }))
          .sort((one, other) => other.people - one.people),
        months: months.map((month, index) => {
          people += all[index] ?? 0;
          return {month, joined: all[index] ?? 0, people};
        }),
      };
    },
  };
}

const nameOf = (type: unknown): string | undefined =>
  typeof type === 'object' && type !== null && 'name' in type && typeof type.name === 'string' ? type.name : undefined;
