import type {Param} from '../api/describe/schema.js';
import {formats, readerOf} from '../output/results/format.js';
import {globalOptions} from './globals.js';

/** The options among words, without their values. */
export const optionsIn = (words: readonly string[]): string[] =>
  words.filter((word, at) => word.startsWith('-') && !takesValue(words[at - 1] ?? ''));

/** The words that are neither options nor their values. */
export const positionalWords = (words: readonly string[]): string[] =>
  words.filter((word, at) => !word.startsWith('-') && !takesValue(words[at - 1] ?? ''));

/** The format that a line seems to name, found without parsing. */
export function formatIn(argv: readonly string[]): string | undefined {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  if (words.includes('--json')) return 'json';
  const at = words.findIndex(word => word === '-o' || word === '--output');
  return at >= 0 ? words[at + 1] : words.map(word => /^(?:--output=|-o)(.+)$/.exec(word)?.[1]).find(Boolean);
}

/** Whether a program reads what a line prints. */
export function isForPrograms(words: readonly string[]): boolean {
  const asked = formatIn(words);
  const format = formats.find(each => each === asked);
  return format !== undefined && readerOf(format) === 'programs';
}

export const isVersion = (word: string): boolean => word === '--version' || word === '-V';

export const isHelp = (word: string): boolean => word === '--help' || word === '-h';

/** Whether a word is a global option, or asks for help or the version. */
export const isGlobal = (word: string): boolean => {
  const [option = word] = word.split('=', 1);
  return isHelp(option) || isVersion(option) || globalWords.has(option);
};

/** Whether the next word is the value of this global option. */
const takesValue = (word: string): boolean => globalWords.get(word) === 'value';

export const wordsTaken = (option: string): number => (takesValue(option) ? 2 : 1);

const globalWords: ReadonlyMap<string, 'value' | 'flag'> = new Map(
  Object.entries<Param>(globalOptions).flatMap(([name, {short, type}]) =>
    [`--${name}`, ...(short ? [`-${short}`] : [])].map(word => [word, type === 'flag' ? 'flag' : 'value'] as const),
  ),
);
