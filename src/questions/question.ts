import type {Param} from '../api/describe/schema.js';
import type {Back, TypedValues} from '../commands/ask.js';
import type {Command, Context} from '../commands/command.js';

export type Question = {
  readonly tools: Tools;
  readonly command: Command;
  readonly key: string;
  readonly param: Param;
  /** The line so far, including answers. */
  readonly soFar: TypedValues;
  readonly canGoBack: boolean;
  /** The parameter's current value as a person would type it; a record is identified by its id. */
  readonly current: readonly string[];
};

export type Tools = {
  readonly context: Context;
  /** The command at a place in the tree, to create a record on the way to another. */
  commandAt(path: readonly string[]): Promise<Command | undefined>;
  /** Asks all questions of such a command, or all but what it offers at the end. */
  askFor(command: Command, isBrief?: boolean): Promise<TypedValues | Back>;
};
