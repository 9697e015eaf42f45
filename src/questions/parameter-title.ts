import type {Param} from '../api/describe/schema.js';

/** A parameter in a few words: its help up to the first colon, semicolon, default or end of a sentence. */
export const titleOf = ({help}: Param): string => help.split(/[:;]|\. | \(default/)[0] ?? help;

/** The part of the help that the title omits. */
export function detailsOf(param: Param): string | undefined {
  const more = param.help.slice(titleOf(param).length + 1).trim();
  return more === '' || param.question !== undefined ? undefined : more;
}

export const questionOf = (param: Param): string => param.question ?? `${titleOf(param)}:`;
