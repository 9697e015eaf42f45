import {queryName} from '../../api/operation.js';
import type {Operation, Params} from '../../api/schema.js';

/** The texts of a command's help. */
export type About = {
  readonly summary: string;
  readonly details?: string;
  readonly examples: readonly [string, string, ...string[]];
};

/** The parameters of a command that passes its input to one operation: the query parameter is given by position. */
export const takenBy = (operation: Operation): {takes: Params; args: string[]; calls: [Operation]} => ({
  takes: operation.params,
  args: [queryName(operation)].filter(name => name !== undefined),
  calls: [operation],
});
