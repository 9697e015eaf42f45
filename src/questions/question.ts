import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../commands/ask.js';
import type {Command, Context} from '../commands/command.js';

export type Question = {
  readonly tools: Tools;
  readonly command: Command;
  readonly key: string;
  readonly param: Param;
  /** The line so far, including answers. */
  readonly soFar: TypedValues;
  readonly canGoBack: boolean;
  /** The earlier or usual answer as a person would type it; a record is identified by its id. */
  readonly current: readonly string[];
};

export type Tools = {
  readonly context: Context;
};
