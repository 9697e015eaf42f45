import type {Param} from '../../api/describe/schema.js';
import type {Command, Context} from '../../commands/command.js';
import type {TypedValues} from '../terminal/ask.js';

/** The question for one parameter. */
export type Question = {
  readonly context: Context;
  readonly command: Command;
  readonly key: string;
  readonly param: Param;
  /** The line so far, including answers. */
  readonly given: TypedValues;
  /** The words of the earlier answer, if a person went back to this question. */
  readonly before: readonly string[];
};

/** The words that a person would type, and an option that says in which record they are looked up. */
export type Answered = {readonly words: readonly string[]; readonly within?: TypedValues};

/** A parameter in a few words: its help up to the first colon, semicolon, default or end of a sentence. */
export const titleOf = ({help}: Param): string => help.split(/[:;]|\. | \(default/)[0] ?? help;

/** The part of the help that the title omits. */
export function detailsOf(param: Param): string | undefined {
  const more = param.help.slice(titleOf(param).length + 1).trim();
  return more === '' || param.question !== undefined ? undefined : more;
}

export const questionOf = (param: Param): string => param.question ?? `${titleOf(param)}:`;
