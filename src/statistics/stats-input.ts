import type {Loose} from '../api/describe/schema.js';

/** The values of a line of `stats`, including those of every list. */
export type StatsInput = Loose & {
  readonly utr?: readonly string[];
  readonly since?: string;
  readonly until?: string;
  readonly compare?: boolean;
  readonly watch?: string;
  readonly chart?: string;
  readonly fail_if?: readonly string[];
};
