import {queryName} from '../../api/operation.js';
import type {Operation, Params} from '../../api/schema.js';

/** The words that every command is introduced with. */
export type About = {
  readonly summary: string;
  readonly details?: string;
  readonly examples: readonly [string, string, ...string[]];
};

/** What a command that hands its input straight to one operation takes: the query parameter stands by position. */
export const takenBy = (operation: Operation): {takes: Params; args: string[]; calls: [Operation]} => ({
  takes: operation.params,
  args: [queryName(operation)].filter(name => name !== undefined),
  calls: [operation],
});
