import type {Operation, OperationInput, OperationOutput} from './operation.js';
import type {RecordSource} from './records.js';
import type {Loose, Many, Params, RecordOf, Several, Shape, Tags} from './schema.js';

/** Calls an operation and gives its answer: `call(operations.details, {contact_id: 7})` is a typed contact. */
export type Call = <O extends Operation>(operation: O, ...input: InputArgument<O>) => Promise<OperationOutput<O>>;

/** Calls a list and gives its records as they arrive. */
export type Stream = <S extends Shape>(
  operation: Operation<Params, Many<S> | Tags | Several>,
  input?: Readonly<Record<string, unknown>>,
  /** Which collection, where the answer holds several. */
  key?: string,
) => RecordSource<RecordOf<S> & Loose>;

export type Client = {readonly call: Call; readonly stream: Stream};

type InputArgument<O extends Operation> =
  {} extends OperationInput<O> ? [input?: OperationInput<O>] : [input: OperationInput<O>];
