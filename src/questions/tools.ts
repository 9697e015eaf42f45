import type {Back, TypedValues} from '../commands/ask.js';
import type {Command, Context} from '../commands/command.js';

export type Tools = {
  readonly context: Context;
  /** The command at a place in the tree, to create a record on the way to another. */
  commandAt(path: readonly string[]): Promise<Command | undefined>;
  /** Asks all questions of such a command. */
  askFor(command: Command): Promise<TypedValues | Back>;
};
