import type {TypedValues} from '../commands/ask.js';
import type {Command} from '../commands/command.js';
import {isOptionOf, parameterName} from '../commands/parameter-name.js';
import {shellWord} from '../words/shell-word.js';

/** The line that needs no questions: what was typed, what was answered, and what the command asked itself. */
export function equivalentLine(
  {path, words}: {readonly path: readonly string[]; readonly words: readonly string[]},
  command: Command,
  given: TypedValues,
  answered: TypedValues,
  more: TypedValues = {},
): string {
  const added = [
    ...Object.entries(answered).filter(([key]) => given[key] === undefined),
    ...Object.entries(more),
  ].filter(([, value]) => value !== undefined);
  const options = added
    .filter(isOptionOf(command))
    .flatMap(([key, value]) => asOption(parameterName(command, key), value));
  const positions = command.args.flatMap(key => added.filter(([name]) => name === key).flatMap(([, value]) => value));
  return ['emk', ...path, ...positions.map(shellWord), ...options, ...words.map(shellWord)].join(' ');
}

function asOption(name: string, value: TypedValues[string]): string[] {
  if (value === true) return [name];
  if (value === false) return [`--no-${name.slice('--'.length)}`];
  return [value].flat().flatMap(text => {
    const word = shellWord(String(text));
    // A value that begins like an option would be read as one.
    return /^['"]?-/.test(word) ? [`${name}=${word}`] : [name, word];
  });
}
