import {parameterName} from '../commands/parameter-name.js';
import type {Question} from './question.js';

/** The explanation behind the key ?: the whole help, what each choice means, and how to type it on a line. */
export function explain({command, key, param}: Pick<Question, 'command' | 'key' | 'param'>): string {
  const meanings = Object.entries(param.meanings ?? {}).map(([choice, meaning]) => `"${choice}": ${meaning}.`);
  const name = parameterName(command, key);
  const onLine = name.startsWith('--') ? [`As an option: ${name}.`] : [];
  return [`${param.help}.`, ...meanings, ...onLine].join(' ');
}
