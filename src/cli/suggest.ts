import {asPeopleSay, commandNamed} from '../commands/command-names.js';
import {globalOptions} from '../commands/globals.js';
import {isForPrograms, isGlobal, isVersion, optionsIn} from '../commands/scan-globals.js';
import {UsageError} from '../core/errors.js';
import {closest} from '../core/words/closest.js';
import {andList} from '../core/words/sentence.js';
import {shellWord} from '../core/words/shell-word.js';
import {lookUp} from '../core/words/values.js';
import {gone} from '../help/gone.js';
import {commandMeant, optionSynonyms, usualVerbs, verbSynonyms} from '../help/synonyms.js';
import {topicMeant} from '../help/topics.js';
import {tree} from './tree.js';

/** A word that is no command, the place that lacks it, the options before it, and the names that it could have been. */
export type UnknownWord = {
  readonly path: readonly string[];
  readonly before: readonly string[];
  readonly word: string;
  readonly names: readonly string[];
};

/** A place as its line: `emk lists create`. */
const lineOf = (path: readonly string[]): string => ['emk', ...asPeopleSay(tree, path)].filter(Boolean).join(' ');

const seeHelp = (path: readonly string[]): string => `To see its options: ${lineOf(path)} --help`;

/** The error about a word that is no command. After a misspelled option, the word is probably its value. */
export function noSuchCommand({path, before, word, names}: UnknownWord): UsageError {
  const option = unknownGlobal(path, before);
  if (option) return option;
  const line = lineOf(path);
  const typed = word.toLowerCase();
  const today = [typed, verbOf(typed, usualVerbs)].map(name => lookUp(gone, [...path, name].join(' '))).find(Boolean);
  const all =
    path.length === 0 ? 'Commands: emk --help. Topics: emk help topics.' : `Its commands are ${andList(names)}.`;
  const near = path.length === 0 ? nearestOfAll(typed, names) : verbOf(typed, names);
  return new UsageError(`"${line}" has no command "${word}".`, {
    hint: today ?? (near === undefined ? all : `Did you mean "${line} ${near}"?`),
  });
}

/** The verb that a word means, in other tools, or by a slip. */
const verbOf = (word: string, among: readonly string[]): string | undefined =>
  commandNamed(word, among) ?? verbSynonyms.get(word)?.find(name => among.includes(name)) ?? closest(word, among);

/** What a word after `emk` means: a command, a verb of each kind of record, a topic, or what it is spelled nearly like. */
function nearestOfAll(typed: string, names: readonly string[]): string | undefined {
  const meant = commandNamed(typed, names) ?? commandMeant(typed);
  if (meant !== undefined) return asPeopleSay(tree, meant.split(' ')).filter(Boolean).join(' ');
  if (usualVerbs.includes(typed)) return `contacts ${typed}`;
  const topic = topicMeant(typed);
  return topic ? `help ${topic.name}` : closest(typed, names);
}

/** Refuses options that a group does not have, and a format in which there is no help. */
export function refuseOptions(path: readonly string[], words: readonly string[]): void {
  const unknown = unknownGlobal(path, words);
  if (unknown) throw unknown;
  if (!isForPrograms(words)) return;
  throw new UsageError(`"${lineOf(path)}" needs a command.`, {
    hint: path.length === 0 ? 'To see all of them: emk commands -o json' : seeHelp(path),
  });
}

/** The error about an option that is not a global one. */
function unknownGlobal(path: readonly string[], words: readonly string[]): UsageError | undefined {
  const stray = optionsIn(words).find(word => !isGlobal(word) || isVersion(word));
  if (stray === undefined) return undefined;
  const options = [...Object.keys(globalOptions), 'version'].map(name => `--${name}`);
  const before = path.length === 0 ? '' : 'Name the command before its options. ';
  return unknownOption(stray.replace(/=.*$/s, ''), {path, options, places: [], before});
}

/** A line that the parser refused, by the parser's name for the mistake, and what the parser knew about the command. */
type Refused = {
  readonly path: readonly string[];
  readonly code: string;
  readonly message: string;
  /** The command's own options and the global ones, such as `--list` and `-o`. */
  readonly options: readonly string[];
  /** What is given by position, as usage shows it. */
  readonly places: readonly string[];
  readonly given: readonly string[];
};

/** The error for a line that the parser refused, with what was most likely meant. */
export function toUsageError({path, code, message, options, places, given}: Refused): UsageError {
  const option = /'(-[^'\s]*)/.exec(message)?.[1] ?? '';
  if (code === 'commander.excessArguments') return tooMany({path, options, places}, given[places.length] ?? '');
  if (code === 'commander.unknownOption') return unknownOption(option.replace(/=.*$/s, ''), {path, options, places});
  const says = code === 'commander.optionMissingArgument' ? `${option.replace(/,$/, '')} needs a value.` : message;
  return new UsageError(says.replace(/^error: /, ''), {hint: seeHelp(path)});
}

type RefusedPlace = Pick<Refused, 'path' | 'options' | 'places'> & {
  /** A sentence before the hint that only the help says more. */
  readonly before?: string;
};

function unknownOption(typed: string, {path, options, places, before = ''}: RefusedPlace): UsageError {
  const name = lineOf(path);
  if (options.includes(typed))
    return new UsageError(`${typed} takes no value.`, {hint: `Write ${typed} alone, or remove it.`});
  const error = (hint: string) => new UsageError(`"${name}" has no option ${typed}.`, {hint});
  // What an option of this command became, if emk has had it.
  const today = lookUp(gone, [...path, typed].join(' ')) ?? lookUp(gone, typed);
  if (today !== undefined) return error(today);
  const word = typed.replace(/^-+/, '').toLowerCase();
  if (['id', 'utr', 'name'].includes(word) && places.length > 0) return error(`Write: ${name} ${places.join(' ')}`);
  const near = optionLike(word, options);
  return error(near === undefined ? `${before}${seeHelp(path)}` : `Did you mean ${near}?`);
}

/** The option that a word means in other tools, abbreviates, or is spelled nearly like. */
function optionLike(word: string, options: readonly string[]): string | undefined {
  const names = options.filter(option => option.startsWith('--')).map(option => option.slice(2));
  const known = optionSynonyms.get(word)?.find(each => names.includes(each));
  const longer = names.filter(name => word.length > 1 && name.startsWith(word));
  const near = known ?? (longer.length === 1 ? longer[0] : closest(word, names));
  return near && `--${near}`;
}

function tooMany({path, places, options}: RefusedPlace, first: string): UsageError {
  const name = lineOf(path);
  if (places.length === 0) {
    const isWhere = options.includes('--where') && /^[\w.]+(=|!=|~|<|>)/.test(first);
    return new UsageError(`"${name}" takes only options, and "${first}" is not one.`, {
      hint: isWhere ? `Did you mean --where ${shellWord(first)}?` : seeHelp(path),
    });
  }
  const quotes = 'A name of several words needs quotation marks.';
  const advice = places.includes('[address]') ? 'All but the address is an option.' : quotes;
  return new UsageError(`"${name}" takes only ${places.join(' ')}, so "${first}" is one too many.`, {
    hint: `${seeHelp(path)}\n${advice}`,
  });
}
