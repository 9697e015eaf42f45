import {globalOptions} from '../commands/globals.js';

/** The options among words, without their values. */
export const optionsIn = (words: readonly string[]): string[] =>
  words.filter((word, at) => word.startsWith('-') && !takesValue(words[at - 1] ?? ''));

/** Whether the next word is the value of this global option. */
export const takesValue = (word: string): boolean => globalsWithValue.has(word);

export const isVersion = (word: string): boolean => word === '--version' || word === '-V';

export const isHelp = (word: string): boolean => word === '--help' || word === '-h';

const globalsWithValue = new Set(
  Object.entries(globalOptions).flatMap(([name, option]) =>
    option.type === 'flag' ? [] : [`--${name}`, ...('short' in option ? [`-${option.short}`] : [])],
  ),
);
