import type {OperationOutput} from '../describe/operation.js';
import type {Passed} from '../describe/passed.js';
import type {Loose, Operation, Params, Text, Unguarded, Utr} from '../describe/schema.js';
import type {Client} from './client.js';

/** What a generic verb sends: an operation, and the proof that people passed the door if it adds or moves them. */
export type Sendable =
  | {readonly operation: Unguarded<Params, Text | Utr>; readonly passed?: undefined}
  | {readonly operation: Operation<Params, Text | Utr>; readonly passed: Passed};

/** Sends either kind of operation. */
export const send = (
  {call, admit}: Pick<Client, 'call' | 'admit'>,
  {operation, passed}: Sendable,
  input: Loose,
): Promise<OperationOutput<Unguarded<Params, Text | Utr>>> =>
  passed
    ? admit(passed, operation as Operation<Params, Text | Utr, 'people'>, input as never)
    : call(operation, input as never);
