import type {Param} from '../api/describe/schema.js';
import type {TypedValues} from '../commands/ask.js';
import type {Command} from '../commands/command.js';
import type {Tools} from './tools.js';

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
