import {parameterName} from '../commands/parameter-name.js';
import type {Question} from './question.js';

/** The explanation behind the key ?: the whole help, and how to type it on a line. The list says what choices mean. */
export function explain({command, key, param}: Pick<Question, 'command' | 'key' | 'param'>): string {
  const name = parameterName(command, key);
  const onLine = name.startsWith('--') ? [`As an option: ${name}.`] : [];
  return [`${param.help}.`, ...onLine].join(' ');
}
