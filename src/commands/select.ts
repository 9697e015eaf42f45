import type {Loose} from '../api/schema.js';

/** What of a list is wanted: which records, in which order, how many, which of their fields. */
export type View = {
  /** Paths of the fields to show, `contact_type.name` included. */
  readonly columns: readonly string[];
  /** Whether the columns were asked for, so that JSON shows only them too. */
  readonly chosen: boolean;
  readonly keep: ((record: Loose) => boolean) | undefined;
  readonly compare: ((one: Loose, other: Loose) => number) | undefined;
  readonly limit: number | undefined;
  readonly count: boolean;
};
