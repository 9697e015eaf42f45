import type {Param} from '../api/describe/schema.js';
import {parameterName} from '../commands/parameter-name.js';
import type {Question} from './question.js';

/** A parameter in a few words: its help up to the first colon, semicolon, default or end of a sentence. */
export const titleOf = ({help}: Param): string => help.split(/[:;]|\. | \(default/)[0] ?? help;

/** The part of the help that the title omits. */
export function detailsOf(param: Param): string | undefined {
  const more = param.help.slice(titleOf(param).length + 1).trim();
  return more === '' || param.question !== undefined ? undefined : more;
}

export const questionOf = (param: Param): string => param.question ?? `${titleOf(param)}:`;

/** The explanation behind the key ?: the whole help, and how to type it on a line. The list says what choices mean. */
export function explain({command, key, param}: Pick<Question, 'command' | 'key' | 'param'>): string {
  const name = parameterName(command, key);
  const onLine = name.startsWith('--') ? [`As an option: ${name}.`] : [];
  return [`${param.help}.`, ...onLine].join(' ');
}
