import {recordNames} from '../../api/describe/route.js';
import type {Operation, Params} from '../../api/describe/schema.js';
import type {Command} from '../command.js';

/** The texts of a command's help, and how a person is asked for what a line lacks. */
export type About = Pick<Command, 'summary' | 'details' | 'examples' | 'derives' | 'asks'>;

/** The parameters of a command that passes its input to one operation: the route's record is given by position. */
export const parametersOf = (operation: Operation): {takes: Params; args: string[]; calls: [Operation]} => ({
  takes: operation.params,
  args: [...recordNames(operation)],
  calls: [operation],
});
