import type {Back, TypedValues} from '../commands/ask.js';
import type {Command, Context} from '../commands/command.js';

/** What a question is asked with. */
export type Tools = {
  readonly context: Context;
  /** The command at a place in the tree, to make a record on the way to another one. */
  commandAt(path: readonly string[]): Promise<Command | undefined>;
  /** Asks all the questions of such a command. */
  askFor(command: Command): Promise<TypedValues | Back>;
};
