import type {TypedValues} from '../../change/ask.js';
import type {Command} from '../../commands/command.js';
import {isOptionOf, parameterName} from '../../commands/parameters.js';
import {shellWord} from '../../core/words/shell-word.js';
import {readPasted} from '../../csv/columns/pasted-people.js';

/** The line that needs no questions: what was typed, what was answered, and what the command asked itself. */
export function equivalentLine(
  {path, words}: {readonly path: readonly string[]; readonly words: readonly string[]},
  command: Command,
  given: TypedValues,
  answered: TypedValues,
  more: TypedValues = {},
): string {
  const isNew = ([key]: readonly [string, unknown]) => given[key] === undefined || command.takes[key]?.many;
  const first = Object.entries(answered).filter(([key]) => given[key] === undefined);
  const all = Object.entries({...Object.fromEntries(first), ...more});
  const added = all.filter(([, value]) => value !== undefined).map(each => inFile(command, each) ?? each);
  const asOptions = (some: typeof added) =>
    some.filter(isOptionOf(command)).flatMap(([key, value]) => asOption(parameterName(command, key), value));
  const positions = command.args.flatMap(key => added.filter(([name]) => name === key).flatMap(([, value]) => value));
  // What replaces a typed value comes after it, because the last one counts.
  const replaced = asOptions(added.filter(each => !isNew(each)));
  const parts = [...positions.map(shellWord), ...asOptions(added.filter(isNew)), ...words.map(shellWord), ...replaced];
  return ['emk', ...path, ...parts].join(' ');
}

/** People pasted by the hundred would make no line that anybody can read: they belong into a file. */
function inFile({takes}: Command, [key, value]: readonly [string, TypedValues[string]]): [string, string] | undefined {
  if (takes[key]?.format !== 'people' || !takes['file']) return undefined;
  const people = [value].flat().flatMap(text => readPasted(String(text)).people);
  return people.length > MOST_ON_LINE ? ['file', 'FILE'] : undefined;
}

const MOST_ON_LINE = 10;

function asOption(name: string, value: TypedValues[string]): string[] {
  if (value === true) return [name];
  if (value === false) return [`--no-${name.slice('--'.length)}`];
  return [value].flat().flatMap(text => {
    const word = shellWord(String(text));
    // A value that begins like an option would be read as one.
    return /^['"]?-/.test(word) ? [`${name}=${word}`] : [name, word];
  });
}
